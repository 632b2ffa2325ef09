"""What a model writes around the text that it reads: refusals, lead-ins, quotes, emphasis, fences.

It is removed only where it is plain that the model speaks. After "is" a lead-in must be followed by a quote, a capital
or a digit ("The year inscribed is 1565."), since "the text is faded" is no reading. Lead-ins and refusals in capitals
are inscriptions ("IT IS FINISHED"). When in doubt the words stay.
"""

from __future__ import annotations

import re
from itertools import pairwise

_WRITING = (
    r"(?:text|signature|inscription|words?|name|surname|year|date|numbers?|numerals?|letters?|lettering|title|initials"
    r"|writing|sign|banner|label|caption|line|phrase|motto|plaque|monogram|characters?|transcription|sentence)"
)
_WORK = r"(?:image|picture|painting|photo|artwork|signature|canvas|panel|work|print)"
_CANNOT = (
    r"(?:cannot|can\s?not|can['’]t|could\s+not|couldn['’]t|don['’]t|do\s+not"
    r"|am\s+(?:unable|not\s+able|not\s+sure|sorry))"
)
_POLITE = (
    r"(?:(?:unfortunately|however|sorry|I['’]m\s+(?:very\s+)?sorry|I\s+(?:am\s+sorry|apologi[sz]e)|my\s+apologies"
    r"|as\s+an?\s+[^,.\n]{1,40}|(?:based\s+on|in|on|at|from|for)\s[^,.\n]{1,60})"
    r"(?:,\s*(?:but\s+)?|\s+but\s+|\s+that\s+|[.:]\s+))"
)
_NOT_READABLE = (
    r"(?:not|too|illegible|unreadable|unclear|indecipherable"
    r"|(?:very\s+|too\s+)?(?:difficult|hard|impossible|small|blurry)\s+to)"
)
_TO_READ = r"(?:read|discern|decipher|determine|make\s+out|identify|tell|see)"
_NOT = r"(?:n['’]t|\s+not)"
_DECLINES = re.compile(
    rf"^\W*{_POLITE}{{0,3}}(?:I['’]m\s+(?:sorry|unable|not\s+able|not\s+sure)|sorry,|unable\s+to\s|I\s+{_CANNOT}(?!\w)"
    r"|please\s+(?:provide|upload|share|send|attach)\b"
    rf"|(?:there\s+is|there\s+are|there['’]s|I\s+see)\s+no\s+(?:[\w-]+\s+){{0,3}}{_WRITING}\b"
    rf"|there\s+(?:(?:is|are){_NOT}\s+any|(?:does|do){_NOT}\s+(?:appear|seem))\s"
    r"|no\s+(?:visible|legible|readable|discernible)\s"
    rf"|no\s+{_WRITING}\s+(?:(?:is|are|was|can\s+be|could\s+be)\s+)?(?:\w+ly\s+)?"
    r"(?:visible|legible|readable|found|present|seen|given|shown)\b"
    r"|(?:it\s+is\s+|it['’]s\s+)?(?:not|cannot\s+be)\s+"
    r"(?:visible|legible|readable|clear|determined|read|clearly\s\w+)\W*$"
    rf"|(?:the|this)\s+(?:\w+\s+){{0,2}}{_WORK}\s+(?:does|do){_NOT}\s+(?:\w+\s+){{0,2}}?"
    r"(?:contain|show|have|include|feature|display)\b"
    rf"|(?:the|this|that)\s+(?:[\w-]+\s+){{0,4}}{_WRITING}\s+(?:[\w-]+\s+){{0,5}}"
    rf"(?:(?:is|are)n['’]t|(?:is|are)\s+{_NOT_READABLE}|cannot\s+be|can['’]t\s+be)\b)"
    r"|^\W*(?!although|though|while)[^.\n\"“]{0,80}\b(?:too\s+\w+|difficult|hard|impossible)\s+to\s+"
    rf"(?:\w+ly\s+)?{_TO_READ}\b"
    r"|^\W*(?:no\s+text|not\s+legible|illegible|unreadable|cannot\s+read)\W*$"
    rf"|^\W*(?:the|this)\s+(?:[\w-]+\s+){{0,4}}?{_WRITING}\s+(?:is|are)\s+(?:in\s+[A-Z][a-z]+|faded|worn|damaged|blurred|blurry)\W*$"
    r"|^(?:无|無|没有|沒有)(?:可见的?|任何)?文字"
    r"|^(?:很?抱歉|对不起|對不起|我?(?:无法|無法|不能|看不)|[图圖](?:片|像)?(?:中|里|上)?(?:没有|沒有))",
    re.IGNORECASE,
)


def declines(text: str) -> bool:
    """Whether the model says that it cannot read it, and not what it reads all the same ("..., but it says 'ANNO'")."""
    refusal = _DECLINES.search(text[:400])
    if refusal is None or _in_capitals(text):
        return False
    after = re.search(r"\b(?:but|however)\b", text[refusal.end() :], re.IGNORECASE)
    return after is None or quoted_reading(text[refusal.end() + after.end() :]) is None


def _in_capitals(text: str) -> bool:
    """Whether all letters are capitals: an inscription. Chinese has none, so that Chinese words around it tell."""
    return text.isupper() and re.search(r"[\u3400-\u9fff]", text) is None


_FENCED = re.compile(r"```[a-z]{0,12}\n?((?:(?!```).)*)```", re.DOTALL)
_PAIRS = {'"': '"', "“": "”", "„": "“”", "«": "»", "»": "«", "'": "'", "‘": "’", "「": "」", "『": "』", "‹": "›"}
_EMPHASIS = "*_`"


def unwrapped(text: str) -> str:
    """Without what encloses all of the text: a fence, emphasis, one pair of quotes (a full stop may follow them)."""
    if fenced := _FENCED.fullmatch(text):
        return fenced[1].strip()
    bare = text.strip(_EMPHASIS + " \n\t")
    return _unquoted(bare) or bare


def _unquoted(text: str) -> str | None:
    """The inside of a text that is one quotation; quotes that open and close within it are part of the reading."""
    ended = text.rstrip(".,;!。 ")
    closing = _PAIRS.get(ended[:1], "")
    if len(ended) < 3 or not closing or ended[-1] not in closing:
        return None
    inner = ended[1:-1]
    return None if _holds_quote(inner, ended[0] + closing) else inner.strip()


def _holds_quote(inner: str, quotes: str) -> bool:
    """Whether a quote is inside that is no apostrophe (between two letters)."""
    return bool(re.search(rf"(?<!\w)[{quotes}]|[{quotes}](?!\w)", inner))


_ANY_LETTER = re.compile(r"[^\W_]")
_BEFORE = (
    r"(?:(?:sure|certainly|of\s+course|okay|ok)[!,.:]\s+|(?:based\s+on|in|on|at|from)\s[^,\n]{1,60},\s+"
    r"|I\s+(?:think|believe|guess)\s+(?:that\s+)?){0,2}"
)
_SUBJECT = (
    rf"(?:the|this|that|its?|his|her|their)\s+(?:(?:[\w'’-]+\s+){{0,7}}?{_WRITING}(?:\s+[\w'’-]+){{0,7}}?"
    rf"|{_WORK}(?=\s+(?:is|was)\s+(?:signed|dated|inscribed|titled)))"
)
_LEAD_IN = re.compile(
    rf"{_BEFORE}(?:(?:here(?:['’]s|\s+is|\s+are)\s+)?(?:[\w'’-]+\s+){{0,3}}?{_WRITING}"
    r"(?:\s+(?:in|on|of|from)\s[^:.\n]{1,60})?\s{0,3}(?P<label>:)|(?:output|result|response|reads|says)(?P<other>:)"
    rf"|it['’]?s(?=\s+[\"“‘«'])|(?:it|{_SUBJECT}|{_WRITING}(?=\s+(?:reads|says)\b))\s+"
    r"(?:(?P<says>reads?|says?|spells?(?:\s+out)?|states?)(?![^\W_])(?:\s+as(?:\s+follows)?)?\s*[:,]?"
    r"|(?:is|are|was)(?:\s+(?:signed|inscribed|written|dated|titled)(?:\s+(?:as|by))?)?(?![^\W_])\s*(?P<colon>:)?"
    r"|(?:(?:appears?|seems?)\s+to\s+(?:be|read|say)|(?:might|may|could|must)\s+(?:be|read|say))\s*:?|(?=[\"“‘«])))\s*"
    r"|[^\s，。！？:：\"“]{0,12}(?:文字|文本|签名|簽名|名字|姓氏|姓|铭文|銘文|内容|字样|字樣|单词|單詞|字母|字|日期|年份|数字"
    r"|(?=写着|寫著))(?:内容)?"
    r"(?P<chinese>(?:是|为|為|写着|寫著)?\s?[：:]|(?:是|为|為|写着|寫著)(?=\s?[\"“「『A-Za-z0-9]))\s*",
    re.IGNORECASE,
)
_READING = re.compile(r"[*_`\"'“‘«]*[A-Z0-9À-Þ]")
# "Teniers, as seen in the corner": after a reading that is not quoted, only these words are surely the model's.
_REMARK = re.compile(
    r",\s+(?:as|which|located|found|visible|written|painted|seen|shown|likely|probably|possibly|referring|indicating"
    r"|suggesting)\s[^\n]*\Z"
)


def after_lead_in(text: str) -> str | None:
    """The text after a lead-in; of a quotation followed by more words, only the quotation."""
    lead_in = _LEAD_IN.match(text)
    rest = text[lead_in.end() :].strip() if lead_in else ""
    if lead_in is None or lead_in[0].isupper() or not _ANY_LETTER.search(rest):
        return None
    if quoted := first_quotation(rest.lstrip(_EMPHASIS)):
        return quoted
    if lead_in["label"] or lead_in["other"] or lead_in["chinese"] or lead_in["colon"]:
        return unwrapped(rest)
    return unwrapped(_REMARK.sub("", rest)) if lead_in["says"] or _READING.match(rest) else None


_MEANS = (
    r"(?:(?:is\s+)?(?:Latin|Greek|Hebrew|French|Dutch|German|Italian|Spanish)\s+for"
    r"|means?|meaning|translat\w{2,4}\s+(?:to|as))"
)
_GLOSS = re.compile(
    rf"(?<=[\"”»」』])(?:\s{{0,3}}\([^()]{{0,300}}\)|,?\s+(?:which\s+)?{_MEANS}\s+[\"“'][^\"“”'\n]{{0,300}}[\"”'])"
)
_TRANSLATED = re.compile(
    rf"\s{{0,3}}\({_MEANS}\s[^()]{{0,300}}\)\W{{0,3}}\Z|\s{{0,3}}[,–—-]\s(?:which\s+)?{_MEANS}\s[^()\n]{{0,300}}\Z"
)
_REMARKED = re.compile(r"\s{1,3}[(\[](?=[^()\[\]]{0,300}[a-z])[^()\[\]]{1,300}[)\]]\W{0,3}\Z")


def without_translation(text: str) -> str:
    """The text without a translation at its end: "PAX (Latin for peace)", "PAX (peace)"."""
    capitals = _REMARKED.sub("", text)
    return capitals if capitals.isupper() else _TRANSLATED.sub("", text)


_BETWEEN = re.compile(r"[\s,;&/.*-]{0,6}(?:and\s{1,3})?(?:the\s{1,3})?")


def several_quotations(text: str) -> str | None:
    """Quotations beside each other: 'The signs read "PAX" and "LEX"'."""
    quotations = list(_QUOTED.finditer(text))
    if len(quotations) < 2:
        return None
    pairs = pairwise(quotations)
    if not all(_BETWEEN.fullmatch(text, one.end(), next_one.start()) for one, next_one in pairs):
        return None
    around = text[: quotations[0].start()] + " " + text[quotations[-1].end() :]
    inner = " ".join(next(filter(None, quotation.groups())).strip() for quotation in quotations)
    told = not _ANY_LETTER.search(around) or (_TELLS.search(around) and not around.isupper())
    return inner if told and _ANY_LETTER.search(inner) else None


def first_quotation(text: str) -> str | None:
    """What is quoted at the start, if that is the only quotation beside a translation in brackets."""
    closing = _PAIRS.get(text[:1])
    if not closing:
        return None
    ends = [match.start() for match in re.finditer(rf"[{closing}](?!\w)", _GLOSS.sub("", text)[1:])]
    inner = text[1 : ends[0] + 1].strip() if len(ends) == 1 else ""
    return inner if _ANY_LETTER.search(inner) else None


_NAME = r"[A-Z0-9][\w.'’-]*"
_NAMED = re.compile(
    r"[Tt]he\s+(?:\w+\s+)?(?:text|inscription|words?|letters?|initials|name|numbers?|date|year)\s+"
    rf"(?P<inner>{_NAME}(?:\s{_NAME}){{0,7}})\s+(?:is|are|appears?|can\s+be\s+seen)\s+(?:\w+ly\s+)?"
    r"(?:written|inscribed|painted|visible|shown|carved|engraved|displayed|printed|seen|on|in)\b"
    r"|(?P<capitals>[A-Z0-9][A-Z0-9.,&'’· -]{0,80})\s(?:is|are)\s(?:\w+ly\s)?"
    r"(?:written|inscribed|painted|visible|carved|engraved|displayed|printed)\b"
    r"|[Tt]he\s(?:text|inscription|words?|letters?|initials|name|numbers?|date|year)\s"
    r"(?P<all>[A-Z0-9][A-Z0-9.,&'’· -]{0,80})\Z"
)


def named_text(text: str) -> str | None:
    """ "The letters SPQR are written on the flag"."""
    named = _NAMED.match(text)
    return named[named.lastgroup or 0].strip() if named else None


_QUOTED = re.compile(
    r"\"([^\"\n]{1,300})\"|“([^“”\n]{1,300})”|«([^«»\n]{1,300})»|「([^「」\n]{1,300})」|\*\*([^*\n]{1,300})\*\*"
    r"|(?<!\w)'([^'\n]{1,300})'(?!\w)"
)
_TELLS = re.compile(
    rf"\b(?:reads?|says?|states?|spells?|written|inscribed|signed|dated|painted|engraved|carved|label(?:l?ed|s)?"
    rf"|titled|marked|bears?|displays?|named|called|entitled|shows?|can\s+see|looks?\s+like|appears?|located|best\s+guess|probably|possibly|perhaps"
    rf"|{_WRITING})\b|文字|写着|签名",
    re.IGNORECASE,
)


def quoted_reading(text: str) -> str | None:
    """The one quotation of sentences that tell of writing: 'The flag reads "SPQR".', '"SPQR" is written there'."""
    bare = _GLOSS.sub("", text)
    quotations = list(_QUOTED.finditer(bare))
    if len(quotations) != 1:
        return None
    around = bare[: quotations[0].start()] + " " + bare[quotations[0].end() :]
    inner = next(filter(None, quotations[0].groups())).strip()
    return inner if _TELLS.search(around) and not around.isupper() and _ANY_LETTER.search(inner) else None
