"""Sentences in other languages for pages of a made crawl."""

from __future__ import annotations

from random import Random

_TEXTS = {
    "de": (
        ("Neu", "{name} in Schwarz, mit Zubehör und Versand", "{name} günstig online kaufen, sofort lieferbar"),
        (
            "Mit diesem Gerät von {brand} sind Sie für die tägliche Arbeit bestens gerüstet.",
            "Das Gehäuse besteht aus stabilem Kunststoff und liegt gut in der Hand.",
            "Die Lieferung erfolgt innerhalb von zwei bis drei Werktagen direkt zu Ihnen nach Hause.",
            "Sie erhalten zwei Jahre Garantie auf alle Teile und einen freundlichen Kundendienst.",
            "Im Lieferumfang sind das passende Kabel und eine ausführliche Anleitung enthalten.",
        ),
    ),
    "fr": (
        ("Nouveau", "{name} noir avec accessoires et livraison", "Acheter {name} pas cher, disponible tout de suite"),
        (
            "Avec cet appareil de {brand}, vous êtes bien équipé pour le travail de tous les jours.",
            "Le boîtier est fait d'une matière solide et tient bien dans la main.",
            "La livraison se fait chez vous en deux ou trois jours ouvrés.",
            "Vous bénéficiez de deux ans de garantie sur toutes les pièces.",
            "Le câble et une notice détaillée sont compris dans la boîte.",
        ),
    ),
    "es": (
        ("Nuevo", "{name} negro con accesorios y envío gratis", "Comprar {name} barato, disponible ahora mismo"),
        (
            "Con este aparato de {brand} estará bien preparado para el trabajo de cada día.",
            "La carcasa es de un material resistente y se sujeta muy bien con la mano.",
            "Lo recibirá en su casa en un plazo de dos o tres días laborables.",
            "Tiene dos años de garantía en todas las piezas y un servicio amable.",
            "La caja contiene el cable adecuado y unas instrucciones detalladas.",
        ),
    ),
    "it": (
        ("Nuovo", "{name} nero con accessori e spedizione", "Acquista {name} a buon prezzo, subito disponibile"),
        (
            "Con questo apparecchio di {brand} siete ben attrezzati per il lavoro di ogni giorno.",
            "L'involucro è fatto di un materiale robusto e si tiene bene in mano.",
            "La consegna avviene a casa vostra entro due o tre giorni lavorativi.",
            "Avete due anni di garanzia su tutte le parti e un servizio gentile.",
            "Nella scatola si trovano il cavo adatto e delle istruzioni dettagliate.",
        ),
    ),
    "nl": (
        ("Nieuw", "{name} in het zwart, met toebehoren en verzending", "{name} goedkoop kopen, direct leverbaar"),
        (
            "Met dit apparaat van {brand} bent u goed uitgerust voor het dagelijkse werk.",
            "De behuizing is gemaakt van stevig kunststof en ligt goed in de hand.",
            "De levering gebeurt binnen twee tot drie werkdagen bij u thuis.",
            "U krijgt twee jaar garantie op alle onderdelen en een vriendelijke klantendienst.",
            "In de doos zitten de juiste kabel en een uitgebreide handleiding.",
        ),
    ),
}


def foreign_title(language: str, name: str, rng: Random) -> str:
    """A title in another language."""
    first, *others = _TEXTS[language][0]
    return f"{first}: {rng.choice(others).format(name=name)}"


def foreign_description(language: str, brand: str, rng: Random) -> str:
    """A description in another language, as HTML."""
    sentences = list(_TEXTS[language][1])
    rng.shuffle(sentences)
    return "".join(f"<p>{one.format(brand=brand)}</p>" for one in sentences[: rng.randint(3, 5)])
