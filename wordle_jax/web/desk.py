"""Answers what browsers ask. It keeps words and compiled kernels, but nothing of any game."""

import datetime
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

from wordle_jax.assist.advice import Advice, to_plain
from wordle_jax.assist.assistant import Assistant
from wordle_jax.assist.position import MOST_BOARDS, Position
from wordle_jax.assist.preparing import prepare
from wordle_jax.assist.why import explain_suggestion
from wordle_jax.catalog import load_recipe, read_options
from wordle_jax.channel import make_channel
from wordle_jax.errors import UserError
from wordle_jax.lexicon import LexiconConfig, load_lexicon
from wordle_jax.match.code import decode_match, encode_match, read_lexicon_name
from wordle_jax.match.config import MatchConfig, RulesConfig, WordConfig, make_match
from wordle_jax.match.position import Host
from wordle_jax.match.share import make_share
from wordle_jax.match.show import mark_keys
from wordle_jax.review.grid import read_grid, review_grid
from wordle_jax.review.judge import Judge
from wordle_jax.rules import RuleMode, Rules
from wordle_jax.solver import Recipe
from wordle_jax.web.requests import (
    TILES,
    AssistRequest,
    GameKind,
    NewGameRequest,
    PlayRequest,
    RateRequest,
    ReviewRequest,
)
from wordle_jax.world import World, build_world

# Assistants that are ready, of all that the choices of the page can ask for, and positions whose advice is known.
_ASSISTANTS, _ADVICE = 32, 1024
_FIRST_SOLVER = "entropy"


class Shelf:
    """A list of words, and what is made of it when it is first needed."""

    def __init__(self, config: LexiconConfig, smoothing: float) -> None:
        self.lexicon, self._smoothing = load_lexicon(config), smoothing
        self._lock = threading.RLock()

    def get(self, name: str) -> Any:
        """Return one of the properties, made by one thread while others wait."""
        with self._lock:
            return getattr(self, name)

    @cached_property
    def world(self) -> World:
        """Their world."""
        return build_world(self.lexicon, self._smoothing)

    @cached_property
    def host(self) -> Host:
        """Who hosts games with them."""
        return Host(self.lexicon, self.world)

    @cached_property
    def judges(self) -> dict[RuleMode, Judge]:
        """Who judges games, by rules."""
        modes: tuple[RuleMode, ...] = ("normal", "hard", "ultra_hard")
        return {mode: Judge(self.lexicon, self.world, mode) for mode in modes}

    @cached_property
    def assistant(self) -> Assistant:
        """The assistant from which those for other rules and solvers are made."""
        truth = make_channel(TILES["true"], self.lexicon.word_length)
        recipe = load_recipe(_FIRST_SOLVER)
        return Assistant(self.lexicon, self.world, recipe, Rules(), truth, self._smoothing)

    @cached_property
    def widened(self) -> Assistant:
        """The same, for which every word that may be guessed is an answer; its world is the largest thing here."""
        return self.assistant.widened


class Desk:
    """Answers requests with the words of some lexicons, of which the page opens with the one that is named, if any.

    Raises UserError for lists that cannot be read.
    """

    def __init__(self, lexicons: Mapping[str, LexiconConfig], smoothing: float, named: str | None = None) -> None:
        self._named = named
        self._configs = dict(lexicons)
        self._shelves = {name: Shelf(config, smoothing) for name, config in lexicons.items()}
        self._assistant: Callable[..., Assistant] = lru_cache(_ASSISTANTS)(self._make_assistant)
        self._advice: Callable[..., Advice] = lru_cache(_ADVICE)(self._advise)

    def warm_first(self) -> None:
        """Let the first list be ready for the first question."""
        self._warm(next(iter(self._shelves)))

    def warm_rest(self) -> None:
        """Do the same for all other lists, and for what is asked later or less often."""
        for name in list(self._shelves)[1:]:
            self._warm(name)
        for name in self._shelves:
            prepare(self._assistant(GameKind(name), _FIRST_SOLVER, False))
            for boards, tiles in ((4, "true"), (1, "noise_5")):
                self._assist(GameKind(name, tiles=tiles), _FIRST_SOLVER, {"boards": boards}, searches=False)

    def _warm(self, name: str) -> None:
        advice = self._assist(GameKind(name), _FIRST_SOLVER, {}, searches=False)
        grey = "b" * self._shelf(name).lexicon.word_length
        turns = [{"guess": advice.suggestion, "tiles": [grey]}]
        self._assist(GameKind(name), _FIRST_SOLVER, {"turns": turns}, searches=False)
        self._shelf(name).get("host")

    # --- what there is -----------------------------------------------------------------------------------------

    def choices(self) -> dict[str, Any]:
        """Return what the page lets people choose from."""
        return {
            "lexicons": [self._describe(name) for name in self._shelves],
            "named": self._named,
            "solvers": [_FIRST_SOLVER, *(name for name in read_options("solver") if name != _FIRST_SOLVER)],
            "tiles": list(TILES),
            "modes": ["normal", "hard", "ultra_hard"],
            "most_boards": MOST_BOARDS,
        }

    def _describe(self, name: str) -> dict[str, Any]:
        lexicon = self._shelf(name).lexicon
        return {
            "name": name,
            "title": lexicon.title,
            "alphabet": lexicon.alphabet,
            "word_length": lexicon.word_length,
            "answers": lexicon.num_answers,
            "guesses": lexicon.num_guesses,
        }

    def _shelf(self, name: str) -> Shelf:
        if name not in self._shelves:
            raise UserError(f"lexicon: {name!r} is not served here; choose one of {', '.join(self._shelves)}")
        return self._shelves[name]

    # --- help with a game --------------------------------------------------------------------------------------

    def assist(self, request: AssistRequest) -> dict[str, Any]:
        """Return what the assistant says of a position."""
        advice = self._assist(request.kind, request.solver, request.position, searches=False)
        return to_plain(advice) | {"why": explain_suggestion(advice)}

    def search(self, request: AssistRequest) -> dict[str, Any]:
        """Return the answer of the search of the worst case, which takes longer."""
        advice = self._assist(request.kind, request.solver, request.position, searches=True)
        return {"worst_case": to_plain(advice)["worst_case"]}

    def rate(self, request: RateRequest) -> dict[str, Any]:
        """Return what is to be said of a word."""
        assistant, position = self._read(request.kind, request.solver, request.position)
        return to_plain(assistant.rate(replace(position, is_widened=False), request.word))

    def hint(self, request: AssistRequest) -> dict[str, Any]:
        """Return a letter of the answer."""
        assistant, position = self._read(request.kind, request.solver, request.position)
        hint = assistant.hint(replace(position, is_widened=False))
        return {"kind": "hint", "letter": None} if hint is None else to_plain(hint)

    def words(self, request: AssistRequest) -> dict[str, Any]:
        """Return all candidates of all boards."""
        assistant, position = self._read(request.kind, request.solver, request.position)
        return {"boards": [to_plain(words) for words in assistant.list_words(replace(position, is_widened=False))]}

    def _assist(self, kind: GameKind, solver: str, values: object, *, searches: bool) -> Advice:
        _, position = self._read(kind, solver, values)
        return self._advice(kind, solver, position, searches)

    def _advise(self, kind: GameKind, solver: str, position: Position, searches: bool) -> Advice:
        assistant = self._assistant(kind, solver, position.is_widened)
        return assistant.advise(replace(position, is_widened=False), searches=searches)

    def _read(self, kind: GameKind, solver: str, values: object) -> tuple[Assistant, Position]:
        """Return the position, and the assistant that answers it once it is no longer called widened."""
        keys = "group of keys boards, turns, is_tolerant, is_widened"
        if values is None:
            raise UserError(f"position has no value; give a {keys}")
        if not isinstance(values, dict):
            raise UserError(f"position: is no {keys}")
        assistant = self._assistant(kind, solver, values.get("is_widened") is True)
        return assistant, assistant.read_position(values)

    def _make_assistant(self, kind: GameKind, solver: str, is_widened: bool) -> Assistant:
        recipe: Recipe = load_recipe(solver)
        shelf = self._shelf(kind.lexicon)
        base: Assistant = shelf.get("widened" if is_widened else "assistant")
        return replace(
            base,
            recipe=recipe,
            rules=Rules(base.rules.max_guesses, kind.mode),
            channel=make_channel(kind.channel, base.lexicon.word_length),
        )

    # --- games -------------------------------------------------------------------------------------------------

    def new_game(self, request: NewGameRequest) -> dict[str, Any]:
        """Return the code of a new game, and its title."""
        kind, source = request.kind, request.source
        lexicon = self._shelf(kind.lexicon).lexicon
        if source == "words" and not request.words:
            raise UserError("words: has none; give the word to be found")
        config = MatchConfig(
            lexicon=self._configs[kind.lexicon],
            rules=RulesConfig(kind.mode),
            channel=kind.channel,
            noise=kind.channel.rate or 0.0,
            play=WordConfig(
                date=(request.date or "today") if source == "daily" else None,
                word=request.words if source == "words" else None,
                adversary=source == "adversary",
            ),
            boards=request.boards,
        )
        match, title = make_match(config, lexicon, datetime.date.today())
        return {"code": encode_match(match, lexicon), "title": title, "boards": match.boards}

    def play(self, request: PlayRequest) -> dict[str, Any]:
        """Return where a game stands after its guesses, and the squares if it is over."""
        name = read_lexicon_name(request.code)
        shelf = self._shelf(name)
        match = decode_match(request.code, shelf.lexicon)
        position = shelf.get("host").replay(match, request.guesses, gave_up=request.gave_up)
        title = f"wordle_jax {' '.join(request.title.split())[:60] or name}"
        return position.to_json() | {
            "lexicon": name,
            "tells_truth": match.tells_truth,
            "is_adversarial": match.is_adversarial,
            "lies": match.channel.k if match.channel.kind == "lies" else None,
            "tiles": next((name for name, channel in TILES.items() if channel == match.channel), None),
            "marks": mark_keys(position),
            "share": make_share(position, title, request.palette) if position.is_over else None,
        }

    # --- reviews -----------------------------------------------------------------------------------------------

    def review(self, request: ReviewRequest) -> dict[str, Any]:
        """Return the review of a game, or of a grid of squares."""
        shelf = self._shelf(request.lexicon)
        answer = request.answer or None
        if request.grid is None:
            review = shelf.get("judges")[request.mode].review(request.guesses, answer)
            return {"kind": "game"} | review.to_json()
        lexicon = shelf.lexicon
        grid = read_grid(request.grid, lexicon.word_length)
        squares = review_grid(grid, lexicon, shelf.get("world"), answer).to_json()
        return (
            {"kind": "grid", "num_agreeing": len(squares["answers"])} | squares | {"answers": squares["answers"][:20]}
        )
