"""What an agent declares: where it plays, what it sees, what it needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from shopworld.agents.built_in import built_in_for
from shopworld.agents.naming import AgentName
from shopworld.environments import Pictures, called, interface, interfaces, words
from shopworld.errors import AgentError, did_you_mean


@dataclass(frozen=True, slots=True)
class AgentDeclaration:
    """What is known of an agent before it is made. It can be sent to another process.

    Attributes:
        name: of the agent, in full.
        environments: names of those that it plays, the favourite first.
        pictures: what it wants to see of pages besides the tree.
        needs_model: whether it asks a language model.
        own_browser: whether it is a program that drives a browser of its own, and is watched.
        outside: whether it is somebody else's code, which runs in a process of its own.
        code: the pickled class or agent, where its name does not lead to one (a class of a notebook); for that process.
        variables: environment variables that this process gets although they may hold keys.
    """

    name: str
    environments: tuple[str, ...]
    pictures: Pictures = Pictures.NONE
    needs_model: bool = False
    own_browser: bool = False
    outside: bool = False
    code: bytes = field(default=b"", repr=False)
    variables: tuple[str, ...] = ()

    def environment(self, world: str) -> str:
        """By which environment the agent meets a world: as its name says, else the favourite of those that lead there.

        Raises:
            AgentError: its name says something that is no interface, or it does not play there.
        """
        named = AgentName.parse(self.name)
        if named.interface and world == "mall":
            found = called(named.interface)
            if not found:
                known = ", ".join(f"{named.base}+{one}" for one in words())
                raise AgentError(
                    f"{self.name!r}: there is no interface {named.interface!r}",
                    hint=f"{did_you_mean(named.interface, words())}There are {known}.",
                )
            return self.playing(found)
        of_world = [name for name, one in interfaces().items() if one.world == world]
        found = next((one for one in self.environments if one in of_world), "")
        if not found and self.outside and world == "mall":
            places = " and ".join(one.place for one in interfaces().values() if one.name in self.environments)
            raise AgentError(
                f"the agent {self.name!r} is made for {places}, the suite is played in a mall",
                hint=f"Its class would say where: environments = (…), with one of {', '.join(of_world)}.",
            )
        return self.playing(found or of_world[0])

    def playing(self, environment: str) -> str:
        """That environment, if the agent plays there.

        Raises:
            AgentError: it does not.
        """
        if environment in self.environments:
            return environment
        place = interface(environment).place
        places = " and ".join(one.place for one in interfaces().values() if one.name in self.environments)
        declare = f"Its class would say so: environments = ({environment!r},). " if self.outside else ""
        raise AgentError(
            f"the agent {self.name!r} is made for {places}, the suite needs {place}",
            hint=f"{declare}For {place} there are: {', '.join(built_in_for(environment))}.",
        )


def refuse_unknown(environments: Sequence[str], name: str) -> None:
    """Refuses environments of which not one is known. The others may be there elsewhere, by a package.

    Raises:
        AgentError: there are some, and none is known.
    """
    if environments and not set(environments) & set(interfaces()):
        raise AgentError(
            f"the agent {name!r} plays in {', '.join(map(repr, environments))}, which is no environment",
            hint=f"{did_you_mean(environments[0], interfaces())}There are {', '.join(interfaces())}.",
        )
