"""How much two yes/no questions of one painting look like logical opposites, by their words alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property

Likeness = Callable[[int, int], float]

# What each sign of an opposite adds to a likeness; together 1. docs/pairs.md has what is lost without each.
_CONTENT = 0.45  # both speak of what no other question of the painting speaks of
_FRAME = 0.15  # the same words in the same order
_OPENING = 0.05  # the same opening: English puts the subject first, and opposites share their subject
_OPPOSED = 0.35  # one denies, or says the opposite of, a word of the other, or exchanges two things

_WORD = re.compile(r"\w+")
_ENDING = re.compile(r"(?<=\w{3})(?:ings?|ed|es|s|e|y)$")
_DOUBLED = re.compile(r"([^aeiouls])\1$")
_PREFIXES = ("a", "dis", "il", "im", "in", "ir", "non", "un")

_DENIALS = {
    "no", "not", "none", "nobody", "nothing", "never", "neither", "without", "free", "cannot", "only", "fewer",
    "less", "empty", "lack", "lacking", "other",
}  # fmt: skip
# What questions of every content share ("Are there any ... in the ...?"), so that it tells nothing about their content.
_FUNCTION_WORDS = {
    "a", "an", "and", "any", "anybody", "anyone", "anything", "appear", "are", "as", "at", "be", "been", "by",
    "can", "could", "did", "do", "does", "else", "every", "everybody", "everyone", "everything", "fewer", "for",
    "free", "from", "had", "has", "have", "i", "in", "into", "is", "it", "its", "just", "less", "more", "never",
    "no", "nobody", "none", "not", "nothing", "of", "on", "one", "only", "or", "some", "somebody", "someone",
    "something", "than", "that", "the", "their", "them", "there", "these", "they", "this", "those", "to", "was",
    "were", "will", "with", "without", "would",
}  # fmt: skip
# Opposites that scenes are asked about: any word before the colon with any word after it.
_OPPOSITES = """
day daytime daylight : night nighttime
outdoors outdoor outside : indoors indoor inside
summer : winter
warm hot : cold
left : right
above over higher : below under beneath lower
high tall higher taller : low short lower shorter
up : down
front foreground : behind back background
before : after
near nearby close closer toward towards : far further farther away
stand standing : sit sitting seated lie lying kneel kneeling
move moving walk run running : stand standing still
open opened : closed close shut
full crowded crowd busy : empty deserted bare
big bigger large larger : little small smaller
long longer : short shorter
wide wider : narrow narrower
thick : thin
heavy heavier : light lighter
old older ancient : new newer young younger modern
past : present future modern
alive live living : dead
awake : asleep sleep sleeping
busy work working : idle rest resting
calm peaceful quiet still : chaotic loud rough stormy violent wild
peace : war
cheerful glad happy : sad unhappy
clear sunny : clouds cloudy overcast
dry : rain raining wet
bright brighter light : dark darker
color colored colorful : black monochrome
rich richer : poor poorer
city town urban : country countryside rural village
land ashore : sea water
religious sacred : profane secular
clean orderly tidy : dirty messy untidy
same : differ different other various
all each every everybody everyone : some somebody someone several
majority most mostly : few minority
more : fewer less
alone single : group surrounded together
one : both many multiple several two
even : odd
burning lit : extinguished out unlit
intact whole : broken cut damaged ruined
clothed dressed : naked nude
circular curved round : angular rectangular square straight
wild : domestic domesticated tame
natural : artificial
real realistic : fantastic imaginary
begin beginning start starting : end ending finish finished over stop
visible : hidden
win winning : lose losing
first : last
hard : soft
strong : weak
fast quick : slow
flat : hilly mountainous steep
healthy : ill sick
guilty : innocent
safe : danger dangerous
good : bad evil
friend friendly : enemy hostile
heaven : hell
rise rising : set setting
arrive arriving come coming : go going leave leaving
enter entering : exit leave leaving
push pushing : pull pulling
give giving sell selling : buy buying take taking
accept : refuse
true : false
"""


def likeness(texts: Sequence[str]) -> Likeness:
    """A function of two numbers of questions, from 0 (nothing in common) to 1, the same both ways round.

    Args:
        texts: the yes/no questions of one painting and category. A word weighs less the more of them have it.
    """
    wordings = [_Wording(text) for text in texts]
    having = Counter(stem for wording in wordings for stem in wording.content)

    @cache
    def of(one: int, other: int) -> float:
        from rapidfuzz.distance import Indel, Prefix

        a, b = wordings[one], wordings[other]
        shared = sum(1 / (having[stem] - 1) for stem in a.content & b.content)
        return (
            _CONTENT * shared / (0.5 + shared)
            + _FRAME * Indel.normalized_similarity(a.stems, b.stems)
            + _OPENING * Prefix.normalized_similarity(a.stems, b.stems)
            + _OPPOSED * _opposed(a, b)
        )

    return of


class _Wording:
    """A question's words; a stem stands for all forms of a word ("boat", "boats")."""

    def __init__(self, text: str) -> None:
        self.words = _WORD.findall(text.lower().replace("’", "'").replace("n't", " not"))
        self.stems = [_stem(word) for word in self.words]
        self.content = frozenset(_stem(word) for word in self.words if word not in _FUNCTION_WORDS)

    @cached_property
    def denies(self) -> bool:
        # Two denials in one question cancel out: "Is nobody without a hat?".
        return sum(word in _DENIALS for word in self.words) % 2 == 1


def _opposed(a: _Wording, b: _Wording) -> bool:
    only_a, only_b = set(a.stems) - set(b.stems), set(b.stems) - set(a.stems)
    exchanged = sorted(a.stems) == sorted(b.stems)  # "Is A taller than B?", "Is B taller than A?"
    return exchanged or a.denies != b.denies or any(_are_opposites(x, y) for x in only_a for y in only_b)


def _are_opposites(one: str, other: str) -> bool:
    prefixed = any(prefix + short == long for prefix in _PREFIXES for short, long in ((one, other), (other, one)))
    return prefixed or frozenset((one, other)) in _known_opposites()


@cache
def _known_opposites() -> frozenset[frozenset[str]]:
    return frozenset(_read_opposites())


def _read_opposites() -> Iterator[frozenset[str]]:
    for line in _OPPOSITES.strip().splitlines():
        ones, others = (side.split() for side in line.split(":"))
        yield from (frozenset((_stem(one), _stem(other))) for one in ones for other in others)


def _stem(word: str) -> str:
    stem = _ENDING.sub("", word)
    return _DOUBLED.sub(r"\1", stem) if stem != word else word
