/** Everything that is shown stands in the address. */
import { useEffect, useState } from "preact/hooks";

export interface Route { view: string; parts: string[]; given: URLSearchParams }

export function routeOf(hash: string): Route {
  const [place, query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [view = "", ...parts] = place.split("/").map(decode);
  return { view: view || "runs", parts, given: new URLSearchParams(query) };
}

function decode(text: string): string {
  try { return decodeURIComponent(text); } catch { return text; }
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  useEffect(() => {
    const changed = () => setRoute(routeOf(location.hash));
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return route;
}

/** The address with some parameters changed; empty ones are left out. */
export function withGiven(route: Route, changes: Record<string, string>): string {
  const given = new URLSearchParams(route.given);
  for (const [name, value] of Object.entries(changes)) value ? given.set(name, value) : given.delete(name);
  const place = [route.view, ...route.parts].map(encodeURIComponent).join("/");
  const query = given.toString();
  return `#/${place}${query && `?${query}`}`;
}

/** Goes there without a new entry in the browser's history. */
export function replace(hash: string): void {
  history.replaceState(null, "", hash);
  dispatchEvent(new HashChangeEvent("hashchange"));
}
