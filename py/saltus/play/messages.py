"""What only the terminal says, in other languages than English; `message` names the key and has the English text."""

from collections.abc import Mapping

from saltus.core.phrase import Phrase, Value

CONJUNCTIONS = {"it": {"or": "o", "and": "e"}, "ro": {"or": "sau", "and": "și"}}
"""The words that join a list, where they are not the English ones."""

MESSAGES: Mapping[str, Mapping[str, str]] = {
    "it": {
        "session.accept": "{side}, accetti la patta? (yes o no) ",
        "session.claim": "{text} Scrivi `claim` per chiederlo.",
        "session.computer": "il computer al livello {level}",
        "session.declines": "{side}: la patta è rifiutata.",
        "session.no-move": "Non c'è nessuna mossa da {square}.",
        "session.no-moves": "Non c'è nessuna mossa.",
        "session.not-now": "Non ora: {text}",
        "session.over": "La partita è finita. {text}",
        "session.over-prompt": "undo, new o quit? ",
        "session.parts": "Scrivi `rules 1` per una parte, `rules all` per tutte.",
        "session.person": "una persona",
        "session.played-with": "Si gioca con: {options}.",
        "session.players": "{game}. Il Bianco è {white}, il Nero {black}.",
        "session.plays": "{side} (computer, livello {level}) gioca {move}.",
        "session.press": " Premi k per i tasti.",
        "session.thinking": "Tocca al computer: {side} sta pensando.",
        "session.type": " Scrivi help per i comandi.",
        "session.writing": "Come si scrivono le mosse",
    },
    "ro": {
        "session.accept": "{side}, accepți remiza? (yes sau no) ",
        "session.claim": "{text} Scrie `claim` ca să o ceri.",
        "session.computer": "calculatorul la nivelul {level}",
        "session.declines": "{side}: remiza este refuzată.",
        "session.no-move": "De pe {square} nu există nicio mutare.",
        "session.no-moves": "Nu există nicio mutare.",
        "session.not-now": "Nu acum: {text}",
        "session.over": "Partida s-a terminat. {text}",
        "session.over-prompt": "undo, new sau quit? ",
        "session.parts": "Scrie `rules 1` pentru o parte, `rules all` pentru toate.",
        "session.person": "o persoană",
        "session.played-with": "Se joacă cu: {options}.",
        "session.players": "{game}. Albul este {white}, Negrul {black}.",
        "session.plays": "{side} (calculator, nivelul {level}) joacă {move}.",
        "session.press": " Apasă k pentru taste.",
        "session.thinking": "E rândul calculatorului: {side} se gândește.",
        "session.type": " Scrie help pentru comenzi.",
        "session.writing": "Cum se scriu mutările",
    },
    "pirate": {
        "session.accept": "{side}, do ye accept the draw? (yes or no) ",
        "session.claim": "{text} Say `claim`, and it be yers.",
        "session.computer": "the machine at level {level}",
        "session.declines": "{side} spits on the draw.",
        "session.no-move": "There be no move from {square}.",
        "session.no-moves": "There be no move.",
        "session.not-now": "Not now, matey: {text}",
        "session.over": "The battle be over. {text}",
        "session.over-prompt": "undo, new or quit, matey? ",
        "session.parts": "Say `rules 1` for a part, `rules all` for all.",
        "session.person": "a livin' soul",
        "session.played-with": "Sailin' with: {options}.",
        "session.players": "{game}. White be {white}, Black {black}.",
        "session.plays": "{side} (the machine, level {level}) plays {move}.",
        "session.press": " Press k for the keys, matey.",
        "session.thinking": "It be the machine's turn: {side} be thinkin'.",
        "session.type": " Type help for the orders ye can give.",
        "session.writing": "Writin' moves in the log",
    },
}


def message(key: str, template: str, **values: Value) -> Phrase:
    """A message of a session. Its translations are in `MESSAGES`, since the page never says it."""
    return Phrase(f"session.{key}", template, **values)
