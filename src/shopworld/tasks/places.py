"""Names and codes of countries and states that buyers write in several ways; all keys are folded text.

Grading has a table of its own: it must not depend on what a shop's form happens to accept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_COUNTRY_ROWS = """
ar arg argentina
at aut austria|osterreich|oesterreich
au aus australia
be bel belgium|belgique|belgie|belgien
bg bgr bulgaria
br bra brazil|brasil
ca can canada
ch che switzerland|schweiz|suisse|svizzera
cl chl chile
cn chn china|peoples republic of china
co col colombia
cy cyp cyprus
cz cze czechia|czech republic
de deu germany|deutschland|federal republic of germany
dk dnk denmark|danmark
ee est estonia
eg egy egypt
es esp spain|espana
fi fin finland|suomi
fr fra france
gb gbr united kingdom|uk|great britain|united kingdom of great britain and northern ireland
gr grc greece
hk hkg hong kong
hr hrv croatia
hu hun hungary
id idn indonesia
ie irl ireland|republic of ireland
il isr israel
in ind india
is isl iceland
it ita italy|italia
jp jpn japan
kr kor south korea|republic of korea|korea
lt ltu lithuania
lu lux luxembourg|luxemburg
lv lva latvia
mt mlt malta
mx mex mexico
my mys malaysia
nl nld netherlands|the netherlands|holland|nederland
no nor norway|norge
nz nzl new zealand
ph phl philippines
pl pol poland|polska
pt prt portugal
ro rou romania
se swe sweden|sverige
sg sgp singapore
si svn slovenia
sk svk slovakia
th tha thailand
tr tur turkey|turkiye
tw twn taiwan
ua ukr ukraine
us usa united states|united states of america|america|u s|u s a
vn vnm vietnam
za zaf south africa
"""

_STATE_ROWS = """
al alabama|ak alaska|az arizona|ar arkansas|ca california|co colorado|ct connecticut|de delaware
dc district of columbia|fl florida|ga georgia|hi hawaii|id idaho|il illinois|in indiana|ia iowa|ks kansas
ky kentucky|la louisiana|me maine|md maryland|ma massachusetts|mi michigan|mn minnesota|ms mississippi
mo missouri|mt montana|ne nebraska|nv nevada|nh new hampshire|nj new jersey|nm new mexico|ny new york
nc north carolina|nd north dakota|oh ohio|ok oklahoma|or oregon|pa pennsylvania|pr puerto rico|ri rhode island
sc south carolina|sd south dakota|tn tennessee|tx texas|ut utah|vt vermont|va virginia|wa washington
wv west virginia|wi wisconsin|wy wyoming
ab alberta|bc british columbia|mb manitoba|nb new brunswick|nl newfoundland and labrador|ns nova scotia
nt northwest territories|nu nunavut|on ontario|pe prince edward island|qc quebec|sk saskatchewan|yt yukon
"""


def _countries() -> dict[str, str]:
    codes: dict[str, str] = {}
    for row in _COUNTRY_ROWS.strip().splitlines():
        two, three, names = row.split(" ", 2)
        codes |= dict.fromkeys((two, three, *names.split("|")), two)
    return codes


def _states() -> dict[str, str]:
    rows = _STATE_ROWS.strip().replace("\n", "|").split("|")
    return dict(row.split(" ", 1) for row in rows)


COUNTRIES: Final[Mapping[str, str]] = _countries()
"""Two-letter code, three-letter code or name to the two-letter code."""

STATES: Final[Mapping[str, str]] = _states()
"""Code to name, for the United States and Canada."""
