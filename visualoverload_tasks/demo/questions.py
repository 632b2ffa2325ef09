"""What is asked about the demo paintings. Answers are not written down: each is a rule that reads the scene."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .scene import Scene

_COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "white", "black")
_DEEDS = ("playing the lute", "juggling", "sweeping", "reading a book", "drinking", "fishing", "playing the drum")


@dataclass(frozen=True, slots=True)
class Opposites:
    """Two yes/no questions, each the logical opposite of the other."""

    category: str
    questions: tuple[str, str]
    difficulties: tuple[str, str]
    first_is_true: Callable[[Scene], bool]


@dataclass(frozen=True, slots=True)
class Single:
    """One question alone.

    Attributes:
        pool: what the wrong ones of its four options are drawn from; empty for a question without options.
    """

    category: str
    question: str
    difficulty: str
    truth: Callable[[Scene], str]
    pool: tuple[str, ...] = ()


def _fact(name: str) -> Callable[[Scene], bool]:
    return lambda scene: name in scene.plan.facts


def _any(*kinds: str) -> Callable[[Scene], bool]:
    return lambda scene: any(map(scene.count, kinds))


def _more(kind: str, than: str) -> Callable[[Scene], bool]:
    return lambda scene: scene.count(kind) > scene.count(than)


def _scene(first: str, second: str, truth: Callable[[Scene], bool], *difficulties: str) -> Opposites:
    return Opposites("scene", (first, second), (difficulties[0], difficulties[-1]), truth)


def _reason(first: str, second: str, truth: Callable[[Scene], bool], *difficulties: str) -> Opposites:
    return Opposites("reasoning", (first, second), (difficulties[0], difficulties[-1]), truth)


def _count(question: str, difficulty: str, *kinds: str) -> Single:
    return Single("counting", question, difficulty, lambda scene: str(sum(map(scene.count, kinds))))


def _read(question: str, difficulty: str, kind: str = "banner", colour: str = "white") -> Single:
    return Single("ocr", question, difficulty, lambda scene: scene.only(kind, colour=colour).text)


def _deed(question: str, difficulty: str, **who: str) -> Single:
    return Single("activity", question, difficulty, lambda scene: scene.only("person", **who).doing, _DEEDS)


def _coat(question: str, difficulty: str, doing: str) -> Single:
    return Single("attributes", question, difficulty, lambda scene: scene.only("person", doing=doing).colour, _COLOURS)


ASKED: dict[str, tuple[Opposites | Single, ...]] = {
    "market": (
        _scene("Is it day?", "Is it night?", _fact("day"), "easy"),
        _scene(
            "Are there animals in the scene?",
            "Is the scene free of animals?",
            _any("cow", "pig", "hen", "dog"),
            "easy",
            "medium",
        ),
        _reason("Are there more pigs than cows?", "Are there more cows than pigs?", _more("pig", "cow"), "medium"),
        _deed("What is the person in purple doing?", "medium", colour="purple"),
        Single(
            "attributes",
            "What colour is the roof of the church?",
            "easy",
            lambda scene: scene.only("church").colour,
            _COLOURS,
        ),
        _count("How many cows can be seen?", "medium", "cow"),
        _read("What is written on the red banner?", "easy", colour="red"),
    ),
    "harbour": (
        _scene("Is the scene indoors?", "Is the scene outdoors?", _fact("indoors"), "easy"),
        _scene(
            "Is there a lighthouse?",
            "Is the scene without a lighthouse?",
            _any("lighthouse"),
            "easy",
            "hard",
        ),
        _reason(
            "Do more of the sailing boats have white sails than red sails?",
            "Do more of the sailing boats have red sails than white sails?",
            lambda scene: scene.count("boat", colour="white") > scene.count("boat", colour="red"),
            "medium",
        ),
        Single(
            "reasoning",
            "Judging by the flags on the masts, from where does the wind blow?",
            "hard",
            lambda scene: "from the right" if scene.of("boat")[0].flip else "from the left",
            ("from the left", "from the right", "from the front", "there is no wind"),
        ),
        _coat("What colour are the clothes of the person playing the drum?", "medium", "playing the drum"),
        _count("How many sailing boats are on the water?", "hard", "boat"),
        _read("What is written on the green banner?", "medium", colour="green"),
    ),
    "winter": (
        _scene("Is there snow on the ground?", "Is the ground free of snow?", _fact("snow"), "easy"),
        _scene(
            "Do the trees in the foreground have leaves?",
            "Are the trees in the foreground bare?",
            lambda scene: not scene.count("bare tree"),
            "medium",
        ),
        _reason("Does the ice carry people?", "Is the ice too thin to carry people?", _fact("ice"), "medium", "hard"),
        Single(
            "reasoning",
            "In which month is the scene most likely set?",
            "easy",
            lambda scene: "January" if "snow" in scene.plan.facts else "July",
            ("January", "May", "July", "September"),
        ),
        _deed("What is the person in purple doing?", "medium", colour="purple"),
        _coat("What colour are the clothes of the person playing the drum?", "hard", "playing the drum"),
        _count("How many black birds are in the sky?", "hard", "crow"),
    ),
    "night": (
        _scene("Is it day?", "Is it night?", _fact("day"), "easy"),
        _scene("Is a fire burning?", "Is there no fire burning?", _any("fire"), "easy", "medium"),
        _reason(
            "Is the moon full?", "Is only a part of the moon lit?", lambda scene: not scene.count("crescent"), "medium"
        ),
        _deed("What is the person in purple doing?", "hard", colour="purple"),
        _coat("What colour are the clothes of the person playing the lute?", "hard", "playing the lute"),
        _count("How many horses can be seen?", "medium", "horse"),
        _read("What is written on the yellow banner?", "medium", colour="yellow"),
    ),
    "hall": (
        _scene("Is the scene indoors?", "Is the scene outdoors?", _fact("indoors"), "easy"),
        _scene(
            "Is the room empty of people?",
            "Are there people in the room?",
            lambda scene: not scene.count("person"),
            "easy",
        ),
        _reason(
            "Does the person playing the lute stand to the left of the one playing the drum?",
            "Does the person playing the lute stand to the right of the one playing the drum?",
            lambda scene: (
                scene.only("person", doing="playing the lute").x < scene.only("person", doing="playing the drum").x
            ),
            "hard",
        ),
        _deed("What is the person with the crown doing?", "medium", hat="crown"),
        _coat("What colour are the clothes of the person playing the lute?", "medium", "playing the lute"),
        _count("How many candles are burning?", "hard", "candle"),
        _read("What is written on the blue banner?", "medium", colour="blue"),
    ),
    "gallery": (
        _scene("Do pictures hang on the wall?", "Is the wall bare?", _any("portrait", "seascape", "landscape"), "easy"),
        _scene("Is there a dog in the room?", "Is the room without a dog?", _any("dog"), "medium"),
        _reason(
            "Do more of the pictures on the wall show mountains than people?",
            "Do more of the pictures on the wall show people than mountains?",
            _more("landscape", "portrait"),
            "medium",
            "hard",
        ),
        Single(
            "reasoning",
            "Judging by the shadows of the people, from where does the light fall into the room?",
            "hard",
            lambda scene: f"from the {scene.plan.light_from}",
            ("from the left", "from the right", "from behind the wall", "from straight above"),
        ),
        _deed("What is the person in purple doing?", "medium", colour="purple"),
        _count("How many framed pictures hang on the wall?", "hard", "portrait", "seascape", "landscape"),
        _read("What is written on the golden plaque under the pictures?", "hard", kind="plaque"),
    ),
}
