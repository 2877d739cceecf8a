"""Words above a quoted sheet by which its writer denies it, corrects it, puts it off or calls it a draft.

Looked for in English, German, Italian, Spanish, French and Polish, without accents. Set phrases that only look like
doubt, thanks and greetings among them, are taken out before.
"""

from __future__ import annotations

import re
import unicodedata

LETTERS = str.maketrans({"ł": "l", "ß": "ss", "’": "'", "‘": "'", "´": "'", "`": "'", "ø": "o", "æ": "ae", "œ": "oe"})
DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch"
DAYS_IT = "lunedi|martedi|mercoledi|giovedi|venerdi|sabato|domenica"
DAYS_ES = "lunes|martes|miercoles|jueves|viernes|sabado|domingo"
DAYS_FR = "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
DAYS_PL = "poniedzialek|wtorek|srode|czwartek|piatek|sobote|niedziele"

# What people write who do not doubt.
HARMLESS = (
    # English
    r"no (?:problem|worries|worry|hurry|rush|doubt|big deal|need to thank)\w*", r"not (?:too )?(?:bad|late)\b",
    r"not at all", r"can(?:no|')?t wait", r"don'?t worry", r"nothing (?:new|special|to (?:add|report|say))",
    r"why not", r"(?:is|are|was|were|does|do|did|wo|ca)n'?t (?:it|you|we|they)\b", r"better late than never",
    r"(?:see|talk|speak|write|catch|until|till|read)\b.{0,12}\blater", r"sooner or later",
    r"later than (?:planned|usual)",
    r"long time no see", r"(?:keep|kept|keeping) \w+ waiting", r"thank\w*(?: you)? for (?:the |your )?wait\w*",
    r"(?:sorry|apolog\w+|excuse\w*)\b.{0,25}\b(?:delay|wait|waiting|late)\b", r"wait and see", r"worth the wait",
    r"no rest for the wicked", r"(?:to|from) the wrong (?:address|account)", r"wrong (?:address|account)",
    r"(?:did|has|have|was|were)(?:n'?t| not) (?:arrived?|gone? through|get through|reach(?:ed)? you|received)",
    # German
    r"kein(?:e|en)? (?:problem|sorgen?|eile|stress|hektik|ahnung|ursache|frage|thema)\w*",
    r"(?:gar |auch |nicht )?nicht (?:so |ganz |zu )?(?:schlecht|schlimm|ubel|wahr|vergessen)", r"nichts zu danken",
    r"macht (?:doch )?nichts", r"nichts (?:neues|besonderes)", r"nichts fur ungut", r"warum nicht", r"wieso nicht",
    r"bis spae?ter", r"fruher oder spater", r"furs warten", r"warten (?:musst\w*|liess\w*|lassen)",
    r"(?:die|der|den) falsche\w* (?:adresse|konto)", r"nicht (?:angekommen|durchgekommen)",
    # Italian
    r"non male", r"nessun problema", r"(?:di niente|niente di (?:nuovo|speciale|che))", r"non ti preoccupare",
    r"non (?:vedo|vediamo) l'ora", r"perche no", r"a piu tardi", r"non (?:e|sono) arrivat\w+", r"indirizzo sbagliato",
    # Spanish
    r"no hay (?:problema|de que|prisa)", r"(?:ningun|sin) problema", r"de nada", r"por que no", r"no te preocupes",
    r"nada (?:nuevo|especial)", r"no esta(?:n)? mal\b", r"a la espera", r"hasta mas tarde", r"nos vemos mas tarde",
    r"no (?:ha|han) llegado",
    # French
    r"pas (?:de |d')(?:souci|probleme|quoi|stress)\w*", r"pas (?:si |trop )?mal(?: du tout)?",
    r"(?:de rien|rien de (?:nouveau|special|grave))",
    r"pourquoi pas", r"n'hesite[sz]? pas", r"ne (?:t'inquiete|vous inquietez) pas", r"a plus tard",
    r"attends avec impatience", r"n'est-ce pas", r"n'est pas arrive\w*",
    # Polish
    r"nie ma (?:za co|sprawy|problemu|pospiechu)", r"nic (?:nowego|takiego|nie szkodzi)", r"nie najgorzej",
    r"(?:dlaczego|czemu) nie",
    r"nie (?:moge|mozemy) sie doczekac", r"do pozniej", r"nie (?:doszed?l\w*|dotarl\w*)",
    r"no (?:to|czesc|dobra|dobrze|i|tak|hej|wlasnie)\b",
)  # fmt: skip

DENIES = (
    r"not|no|none|nope|nothing|never|neither|nor|cannot|\w+n't"
    r"|(?:do|does|did|is|are|wo|ca|could|should|would|have|has|was|were)nt",
    r"nicht|nichts|nie|niemals|nein|kein\w{0,2}|weder",
    r"non|nessun\w*|niente|nulla|neanche|nemmeno|neppure|mai piu",
    r"nunca|jamas|nada|ningun\w*|tampoco",
    r"ne|n'[a-z]\w*|pas|jamais|rien|aucun\w*|plus (?:valables?|valides?|bons?|bonnes?|d'actualite)",
    r"zadn\w*|nigdy|nic",
)
CORRECTS = (
    r"wrong\w*|mistak\w*|errors?|erroneous\w*|incorrect\w*|invalid\w*|void|corrections?"
    r"|correct (?:this|that|them|it|my)|amend|revise|revising|instead|(?:i'?d|would) rather|oops|whoops|old orders"
    r"|previous orders|outdated|obsolete|expired|superseded|changed? (?:my|of) mind|change of plans?"
    r"|chang(?:e|ing) (?:my|the|these|this|those|them|it)|except|excepting|apart from|forg[eo]t\w*",
    r"falsch\w*|fehler\w*|irrtum\w*|versehen\w*|vertan|vertippt|verschrieben|korrektur\w*|korrigieren?|berichtig\w*"
    r"|ungue?ltig\w*|ue?berholt\w*|veraltet\w*|stattdessen|anstatt|anstelle|statt (?!am |im |um |und )\w+"
    r"|doch (?:lieber|anders|nach)|lieber (?:doch|nach|anders|so)|ausser|ausgenommen|verge?ss\w*|vergiss\w*",
    r"sbagli\w*|errat\w*|errore|errori|correzion\w*|correggo|invece|piuttosto|al posto|ripens\w*|cambi(?:o|are|amo)"
    r"|invalid\w*|tranne|eccetto|dimentic\w*",
    r"equivoc\w*|error(?:es)?|erron\w*|est(?:a|an|aba|aban) mal|correccion\w*|corregir|en vez|en lugar|mas bien"
    r"|mejor (?:no|que)|cambi(?:ar|are|amos)|excepto|salvo|olvid\w*",
    r"faux|fausses?|erreurs?|errone\w*|corrections?|corriger(?:ai)?|plutot|au lieu|a la place|changer(?:ai)?|sauf"
    r"|excepte|oubli\w*",
    r"blad|bled\w*|pomyl\w*|omyl\w*|myln\w*|niewazn\w*|nieaktualn\w*|niepopraw\w*|nieprawidlow\w*|poprawk\w*"
    r"|poprawi(?:e|am|c)|zamiast|raczej|zmieni(?:e|am|c|my)|zmian\w*|oprocz|z wyjatkiem|zapomn\w*",
)
PUTS_OFF = (
    r"later|wait|still waiting|hold (?:on|off|it|them|these|this|the|my)|on hold|hang on|postpon\w*|delay\w*|pending"
    r"|tbc|tbd|to be confirmed|(?:until|till) (?:i|we|you|my|further)|before (?:i|we|you) (?:use|commit|process|decide"
    r"|confirm|take|enter|finali\w+)|unless|only if|if so|as soon as|let me think|(?:still|need to|have to) think\w*"
    r"|new ones|(?:will|to) follow|still to come|follow (?:later|soon|tomorrow|tonight|shortly)|might change|may change"
    r"|(?:will|'ll|shall|going to|want to|need to|let me|have to)(?: \w+){0,3}? (?:send|resend|mail|submit|answer|reply"
    rf"|confirm|decide|redo|rewrite|finish)|(?:orders|moves|sheet) (?:tomorrow|tonight|soon|on (?:{DAYS}))",
    r"warten?|wartet|abwarten|spae?ter|vorerst|vorlaufig\w*|einstweilen|sobald|bis (?:ich|wir|du|auf weiteres)"
    r"|erst (?:wenn|nach|morgen|am)|falls (?:du|ihr|ich|er|sie|es|das)|nur (?:wenn|falls)|es sei denn|vorbehalt\w*"
    r"|verschieb\w*|aufschieb\w*|zuruckhalt\w*|zuruckstell\w*"
    rf"|(?:komm|folg|schick|send|mail|meld|reich|liefer|antwort)\w*.{{0,40}} (?:morgen|bald|heute abend|{DAYS})"
    r"|(?:folgt|folgen|kommt|kommen) noch|(?:schick|send|mail)e? (?:dir |euch |gleich |dann |noch )*(?:neue|andere)"
    r"|neue (?:befehle|zuge|orders?|anweisungen)(?: \w+)? (?:folgen|kommen)",
    r"aspett(?:a|ate|i|are|iamo)|attend(?:i|ete|ere)|piu tardi|sospe(?:nd|s)\w*|finche|solo se|a meno che"
    r"|(?:mand|invi|sped|rispond|arriv|segu)\w*.{0,40} (?:domani|dopo|presto|stasera|nuov[ie] \w+|altri)"
    rf"|rispond\w*.{{0,20}} (?:{DAYS_IT})",
    r"esper(?:a|ad|e|en|ar)|mas tarde|suspend\w*|a menos que|solo si|hasta que"
    r"|(?:envi|mand|contest|respond|vendr|llegar|sigu)\w*.{0,40} (?:manana|luego|despues|pronto|nuevas|otras)"
    rf"|(?:contest|respond)\w*.{{0,20}} (?:{DAYS_ES})",
    r"attend(?:s|ez|re)|en attente|plus tard|a moins que|jusqu'a ce que|seulement si"
    r"|(?:(?:r?en)?voie|(?:r?en)?verrai|reponds|repondrai|suivr|arriv|viendr)\w*.{0,40}"
    rf" (?:demain|bientot|apres|ce soir|nouveaux|autres|{DAYS_FR})",
    r"poczeka\w*|zaczeka\w*|czekaj\w*|wstrzym\w*|pozniej|dopiero|chyba ze|tylko jesli|o ile"
    r"|(?:wysl|przysl|podesl|dosl|odpowi|bed)\w*.{0,40} (?:jutro|potem|wkrotce|now[ey]\w*|inne)"
    rf"|odpowi\w*.{{0,20}} (?:{DAYS_PL})",
)
TAKES_AWAY = (
    r"discard\w*|delete\w*|scrap|drop (?:it|them|these|this|the|my)|undo|never ?mind|scratch (?:that|this|these)"
    r"|recall (?:it|them|these|this|the|my)|stop (?:it|them|these|this|the|my)",
    r"loe?sch\w*|verwirf|verwerf\w*|verworfen|streich\w*|gestrichen|zuruckrufen|zuruckgerufen",
    r"annull\w*|cancell\w*|scart(?:a|ate|are)",
    r"descart\w*|elimin\w*|borrar?|borrad",
    r"supprim\w*|oubliez|efface[rz]?",
    r"uniewazn\w*|anuluj\w*|skresl\w*|wykresl\w*|usun\w*",
)
DRAFTS = (
    r"drafts?|sketch\w*|provisional\w*|preliminary|tentativ\w*|unfinished|incomplete|in progress|wip|tests?|testing"
    r"|trial",
    r"entwurf\w*|entwurfe|provisorisch\w*|probe|probeweise|test\w?|unfertig\w*|unvollstandig\w*|skizze",
    r"bozz[ae]|provvisori\w*|di prova|una prova",
    r"borrador\w*|provisional\w*|de prueba|una prueba",
    r"brouillons?|provisoires?|ebauches?|un essai",
    r"szkic\w*|brudnopis\w*|robocz\w*|wstepn\w*|tymczasow\w*|probn\w*",
)
# Whoever asks whether this is right does not mean it yet.
ASKS = (
    r"(?:is|are|was|were|do|does|did|can|could|would|will|should) (?:this|that|these|those|it|they|(?:the|my) orders)"
    r"[^.?!]*\?",
    r"(?:ist|sind|geht|gilt|gelten|passt|stimmt|darf|kann|klappt) (?:das|dies|diese|es|so|die befehle)[^.?!]*\?",
    r"va(?:nno)? bene[^.?!]*\?|e (?:valido|corretto|giusto)[^.?!]*\?",
    r"(?:es|son) (?:valid|legal|correct)\w*[^.?!]*\?|(?:esta|estan) bien (?:asi|esto|estas)[^.?!]*\?",
    r"(?:est-ce|c'est)[^.?!]*\?",
    r"czy (?:to|te|tak)[^.?!]*\?",
)
SET = re.compile("|".join(rf"\b(?:{part})" for part in HARMLESS))
GROUPS = (*DENIES, *CORRECTS, *PUTS_OFF, *TAKES_AWAY, *DRAFTS)
DOUBTS = re.compile("|".join([*(rf"(?<!\w)(?:{part})(?!\w)" for part in GROUPS), *(rf"\b(?:{part})" for part in ASKS)]))
CHANGES = re.compile(r"\b(?:ä|ae)nder(?:n|e|t|ung\w*)\b")  # without its accent it would be "another"


def folded(text: str) -> str:
    """A text in small letters without accents."""
    apart = unicodedata.normalize("NFKD", text.lower().translate(LETTERS))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def is_doubtful(line: str) -> bool:
    """Whether a line denies, corrects, puts off or takes away what stands below it, or calls it a draft."""
    return bool(DOUBTS.search(SET.sub(" ", folded(line))) or CHANGES.search(line.lower()))
