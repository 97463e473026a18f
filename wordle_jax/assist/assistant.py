"""The assistant: from a position to all that is shown of it. It keeps nothing of the games that it is asked about."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from jaxtyping import Bool, Int32

from wordle_jax.assist.advice import (
    Advice,
    Board,
    BoardStatus,
    Candidate,
    Hint,
    Mistake,
    Rating,
    Status,
    Suggestion,
    WordList,
)
from wordle_jax.assist.knowledge import Candidates, HardKnowledge, Knowledge, SoftKnowledge, rate_green_row
from wordle_jax.assist.mistakes import explain_contradiction, find_mistakes
from wordle_jax.assist.order import order_guesses
from wordle_jax.assist.players import Players
from wordle_jax.assist.position import Position, Turn
from wordle_jax.assist.reading import read_position, read_turn, refuse_illegal
from wordle_jax.assist.reasons import explain_rows
from wordle_jax.assist.referee import Referee
from wordle_jax.assist.worst_case import search_worst_case
from wordle_jax.belief import join_sets
from wordle_jax.catalog import load_recipe
from wordle_jax.channel import Channel
from wordle_jax.errors import UserError, naming
from wordle_jax.lexicon import Lexicon, build_lexicon, find_answer, find_word
from wordle_jax.rules import Rules
from wordle_jax.solver import Recipe
from wordle_jax.world import World, build_world

_SUGGESTIONS, _LIKELIEST = 10, 20
# Guesses that the search of the worst case tries first.
_RANKED = 50
# What stands in for a solver that takes every tile for true where tiles may be wrong.
_SOFT_SOLVER = "noise_aware"
# What is said of such a solver.
STANDS_ASIDE = "takes every tile for true"


@dataclass(frozen=True, eq=False)
class Assistant:
    """A solver in a lexicon under rules, and the channel by which tiles are thought to be shown.

    `smoothing` is that of the frequency prior, per million words; `opener_is_asked` tells that the opener was named for
    this game and not by the recipe alone.
    """

    lexicon: Lexicon
    world: World
    recipe: Recipe
    rules: Rules
    channel: Channel
    smoothing: float
    opener_is_asked: bool = False

    @cached_property
    def referee(self) -> Referee:
        """Who knows what the rules make of a position."""
        return Referee(self.lexicon, self.world, self.rules, self.channel)

    @cached_property
    def players(self) -> Players:
        """The recipes at work."""
        return Players(self.lexicon, self.world, self.rules.mode, self.channel)

    def read(self, text: str, position: Position, suggestion: str | None = None) -> Turn:
        """Return the turn that a person typed, see `read_turn`; raises UserError also for what the rules forbid.

        So it does for tiles that no word at all can show, unless tiles may be wrong.
        """
        turn = read_turn(text, self.lexicon, position, suggestion)
        self.referee.refuse(turn, position)
        return turn

    def read_position(self, values: Mapping[str, Any]) -> Position:
        """Return the position that plain values describe, each turn checked as `read` does."""
        given = read_position(values, self.lexicon)
        position = replace(given, turns=())
        for number, turn in enumerate(given.turns, start=1):
            with naming(f"entry {number}"):
                self.referee.refuse(turn, position)
            position = position.after(turn)
        return given

    def with_solver(self, recipe: Recipe) -> "Assistant":
        """Return the assistant with another solver."""
        return replace(self, recipe=recipe, opener_is_asked=False)

    @cached_property
    def widened(self) -> "Assistant":
        """The assistant for which every word that may be guessed may be the answer. Raises UserError if that is so."""
        if self.lexicon.num_answers == self.lexicon.num_guesses:
            raise UserError("every word that may be guessed is an answer already: there is nothing to widen")
        lexicon = self.lexicon
        frequency = dict(zip(lexicon.guesses, lexicon.frequency_per_million.tolist(), strict=True))
        wide = build_lexicon(
            lexicon.guesses,
            frequency=frequency,
            name=lexicon.name,
            title=f"{lexicon.title}, every word an answer",
            strip_accents=lexicon.strip_accents,
        )
        return replace(self, lexicon=wide, world=build_world(wide, self.smoothing))

    def advise(self, position: Position, *, searches: bool = True) -> Advice:
        """Return all that is shown of a position; `searches` allows the search of the worst case, which takes longer.

        Raises UserError for what is not played, such as hard rules on several boards.
        """
        if position.is_widened:
            return self.widened.advise(replace(position, is_widened=False), searches=searches)
        self._check(position)
        contradictory = [board for board in range(position.boards) if self.referee.is_contradictory(position, board)]
        boards_to_solve = self.referee.boards_to_solve(position)
        turn, max_turns = len(position.turns) + 1, self.referee.max_turns(position.boards)
        notes: list[str] = []
        recipe = self._choose_recipe(position)
        knowledge = self._know(position, boards_to_solve, recipe)
        boards = []
        for board in range(position.boards):
            place = boards_to_solve.index(board) if board in boards_to_solve else None
            candidates = None if knowledge is None or place is None else knowledge.candidates(place)
            boards.append(self._describe(position, board, recipe, candidates))
        status: Status = "open"
        if contradictory:
            status = "contradiction"
        elif not position.open_boards:
            status = "doubtful" if boards_to_solve else "solved"
        elif turn > max_turns:
            status = "lost"
        if status in ("lost", "doubtful") and turn > max_turns:
            notes.append(f"all {max_turns} guesses are used up")
        suggestions: list[Suggestion] = []
        worst_case = None
        if knowledge is not None and turn <= max_turns:
            if recipe.belief != self.recipe.belief:
                notes.append(f"{self.recipe.name} {STANDS_ASIDE}, so {recipe.name} suggests in its place")
            legal = self._legal(position, notes)
            is_first = turn == 1 and turn < max_turns
            ranked = self._rank_first(knowledge, recipe) if is_first else order_guesses(knowledge, _RANKED, legal)
            suggestions = knowledge.measure(ranked[:_SUGGESTIONS])
            notes += _describe_left_out(contradictory, "what is suggested")
            # The last guess wins or it does not: there is no worst case to prepare for.
            is_searched = searches and turn < max_turns and len(boards_to_solve) == 1 and not contradictory
            if is_searched and isinstance(knowledge, HardKnowledge):
                members = knowledge.beliefs[0]
                worst_case = search_worst_case(self.world, self.lexicon, members, ranked, self.rules.mode, legal)
        return Advice(
            status=status,
            turn=turn,
            max_turns=max_turns,
            solver=recipe.name,
            lexicon=self.lexicon.title,
            mode=self.rules.mode,
            belief="soft" if recipe.belief == "soft" else "hard",
            boards=tuple(boards),
            suggestions=tuple(suggestions),
            worst_case=worst_case,
            notes=tuple(notes),
        )

    def rate(self, position: Position, word: str) -> Rating:
        """Return what is to be said of any word that may be guessed. Raises UserError if it may not, or all is done."""
        if position.is_widened:
            return self.widened.rate(replace(position, is_widened=False), word)
        self._check(position)
        guess = find_word(self.lexicon, word)
        word = self.lexicon.guesses[guess]
        boards = self.referee.boards_to_solve(position)
        recipe = self._choose_recipe(position)
        knowledge = self._know(position, boards, recipe)
        if knowledge is None:
            raise UserError("there is nothing left to guess: undo an entry, or restart")
        notes: list[str] = []
        try:
            refuse_illegal(word, position, self.rules.mode)
            find_answer(self.lexicon, word)
        except UserError as error:
            notes.append(str(error))
        for board in boards:
            where = f" on board {board + 1}" if position.boards > 1 else ""
            against = next(self.referee.rule_out(word, position.rows(board)), None)
            verdict = "what speaks against it" if recipe.belief == "soft" else "not the answer"
            notes += [f"{verdict}{where}: {against}"] if against else []
        if not notes and any(turn.guess == word for turn in position.turns):
            notes.append(f"{word} was guessed before")
        first = None if position.turns else self._opener(recipe)
        rank = None
        ranked = order_guesses(knowledge, self.lexicon.num_guesses, self._legal(position, notes=[]), first)
        if isinstance(knowledge, HardKnowledge) and guess in ranked:
            rank = int(np.flatnonzero(ranked == guess)[0]) + 1
        own, best = knowledge.measure(np.array([guess, ranked[0]], np.int32))
        return Rating(own, best, rank, tuple(notes))

    def list_words(self, position: Position) -> tuple[WordList, ...]:
        """Return all candidates of every open board."""
        if position.is_widened:
            return self.widened.list_words(replace(position, is_widened=False))
        boards = self.referee.boards_to_solve(position)
        knowledge = self._know(position, boards, self._choose_recipe(position))
        if knowledge is None:
            return ()
        each = [knowledge.candidates(place) for place in range(len(boards))]
        return tuple(WordList(b, self._name(c, len(c.answers))) for b, c in zip(boards, each, strict=True))

    def hint(self, position: Position) -> Hint | None:
        """Return a letter that was not guessed yet; None if the candidates have none, or there are none."""
        tried = set("".join(turn.guess for turn in position.turns))
        share: dict[str, float] = defaultdict(float)
        lists = self.list_words(position)
        listed_boards = {listed.board for listed in lists}
        for listed in lists:
            for candidate in listed.words:
                for letter in sorted(set(candidate.word) - tried):
                    share[letter] += candidate.probability / len(lists)
        if not share:
            return None
        letter = min(share, key=lambda letter: (-share[letter], letter))
        left_out = [board for board in position.open_boards if board not in listed_boards]
        return Hint(letter, min(1.0, share[letter]), tuple(_describe_left_out(left_out, "the hint")))

    def rank(self, candidates: Int32[np.ndarray, " candidate"]) -> Int32[np.ndarray, " rank"]:
        """Return the best second guesses of the solver if these answers are left."""
        player, beliefs = self.players.hard(self.recipe), join_sets([candidates])
        return order_guesses(HardKnowledge(self.lexicon, player, beliefs, turn=2, guesses_left=2), _RANKED, None)

    # --- what is known -----------------------------------------------------------------------------------------

    def _check(self, position: Position) -> None:
        """Raise UserError for what is not played."""
        self.referee.check(position)
        if self.recipe.path is not None:
            raise UserError(f"solver: {self.recipe.name} plays a saved tree and rates nothing; give another solver")

    def _choose_recipe(self, position: Position) -> Recipe:
        """Return the recipe that plays: one with a soft belief where tiles may be wrong."""
        if not self.referee.may_be_wrong(position):
            return self.recipe
        recipe = load_recipe(_SOFT_SOLVER) if self.recipe.belief == "hard" else self.recipe
        return replace(recipe, assumes="unknown") if self.channel.is_clean else recipe

    def _know(self, position: Position, boards: list[int], recipe: Recipe) -> Knowledge | None:
        """Return what a recipe knows of these boards; None if there are none."""
        if not boards:
            return None
        turn = len(position.turns) + 1
        if recipe.belief == "hard":
            beliefs = join_sets([self.referee.filter(position.rows(board)) for board in boards])
            guesses_left = self.referee.max_turns(position.boards) - len(position.turns)
            return HardKnowledge(self.lexicon, self.players.hard(recipe), beliefs, turn, guesses_left)
        player = self.players.soft(recipe, self.referee.max_turns(position.boards))
        return SoftKnowledge.learn(self.lexicon, player, [position.rows(board) for board in boards], turn)

    def _describe(self, position: Position, board: int, recipe: Recipe, candidates: Candidates | None) -> Board:
        rows = position.rows(board)
        status: BoardStatus = "open"
        answer = certainty = None
        reasons: tuple[str, ...] = ()
        mistakes: tuple[Mistake, ...] = ()
        contradiction = None
        if self.referee.is_contradictory(position, board):
            status = "contradiction"
            contradiction = explain_contradiction(rows, self.lexicon, self.world)
        elif self.referee.is_solved(position, board):
            status, answer, certainty = "solved", rows[-1][0], 1.0
        elif position.is_green(board):
            player = self.players.soft(recipe, self.referee.max_turns(position.boards))
            status, answer, certainty = "doubtful", rows[-1][0], rate_green_row(self.lexicon, player, rows)
        if candidates is not None and self.referee.may_be_wrong(position):
            mistakes = find_mistakes(rows, self.lexicon, self.world)
        elif candidates is not None:
            reasons = explain_rows(rows, self.lexicon)
        return Board(
            status=status,
            rows=tuple(rows),
            answer=answer,
            certainty=certainty,
            candidates=int(answer is not None) if candidates is None else len(candidates.answers),
            bits=0.0 if candidates is None else candidates.bits,
            likeliest=() if candidates is None else self._name(candidates, _LIKELIEST),
            reasons=reasons,
            mistakes=mistakes,
            contradiction=contradiction,
        )

    def _name(self, candidates: Candidates, number: int) -> tuple[Candidate, ...]:
        pairs = zip(candidates.answers[:number].tolist(), candidates.probabilities[:number].tolist(), strict=True)
        return tuple(Candidate(self.lexicon.answers[answer], probability) for answer, probability in pairs)

    # --- what may be guessed -----------------------------------------------------------------------------------

    def _legal(self, position: Position, notes: list[str]) -> Bool[np.ndarray, " guess"] | None:
        """Return which guesses the rules allow; None for all, also where wrong tiles forbid every word."""
        legal = self.referee.legal(position)
        if legal is None or legal.any():
            return legal
        notes.append(f"no word is legal under {self.rules.mode.replace('_', ' ')} rules: all are considered")
        return None

    def _rank_first(self, knowledge: Knowledge, recipe: Recipe) -> Int32[np.ndarray, " rank"]:
        """Return the best first guesses; those with the highest entropy are in the opening book."""
        opener = self._opener(recipe)
        known = self.players.known_openers(recipe, opener)
        return order_guesses(knowledge, _RANKED, None, opener) if known is None else known[:_RANKED]

    def _opener(self, recipe: Recipe) -> int | None:
        return self.players.find_opener(recipe, is_asked=self.opener_is_asked)


def _describe_left_out(boards: list[int], what: str) -> list[str]:
    """Return a note that something is about the other boards, if there are contradictory ones."""
    names = " and ".join(str(board + 1) for board in boards)
    plural = "s" if len(boards) > 1 else ""
    return [f"{what} leaves out board{plural} {names}, whose entries contradict each other"] if boards else []
