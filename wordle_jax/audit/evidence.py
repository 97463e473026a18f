"""What claims are checked against: lists, parts of guesses, trees and games, each made when it is first asked for."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from wordle_jax.audit.config import AuditGroup
from wordle_jax.audit.finding import Unmeasured
from wordle_jax.audit.games import Games
from wordle_jax.audit.printed_lines import PRINTED
from wordle_jax.audit.settings import Setting
from wordle_jax.audit.splits import Splits
from wordle_jax.catalog import load_recipe, load_shipped_lexicon, read_options
from wordle_jax.channel import ChannelConfig, make_channel
from wordle_jax.experiment import PriorConfig, make_setup
from wordle_jax.lexicon import Lexicon
from wordle_jax.rules import Rules
from wordle_jax.schema import to_dataclass
from wordle_jax.solver import COMPUTED
from wordle_jax.study.openings import rate_openings
from wordle_jax.tree.best import Found, search_tree
from wordle_jax.tree.openers import prepare_search
from wordle_jax.tree.search import SearchConfig
from wordle_jax.tree.tree import Tree
from wordle_jax.world import build_world


class Evidence:
    """Everything that a check may look at. Games were played before; the rest is cheap enough to be made here."""

    def __init__(
        self,
        config: AuditGroup,
        games: Mapping[Setting, Games | Unmeasured],
        load_lexicon: Callable[[str], Lexicon] = load_shipped_lexicon,
    ) -> None:
        """Take the settings of the audit, the games or why there are none, and what loads a list by its name."""
        self.config = config
        self._games = games
        self.lexicon = cache(load_lexicon)
        self.splits = cache(self._split)
        self.tree = cache(self._search)
        self.carry_out = cache(self._carry_out)
        self.computed_opener = cache(self._compute_opener)

    @property
    def rates(self) -> tuple[str, ...]:
        """The rates of wrong tiles that are played."""
        return self.config.rates

    @property
    def weights(self) -> tuple[str, ...]:
        """The weights of entropy that are played."""
        return self.config.weights

    @property
    def optimal_opener(self) -> str:
        """The opener of the best tree."""
        return self.config.optimal_opener

    def games(self, setting: Setting) -> Games:
        """Return the games of a setting. Raises Unmeasured if they were not played."""
        found = self._games[setting]
        if isinstance(found, Unmeasured):
            raise found
        return found

    def _split(self, lexicon: str) -> Splits:
        words = self.lexicon(lexicon)
        hybrid = load_recipe("hybrid")
        world = build_world(words, PriorConfig().smoothing)
        return Splits(words, rate_openings(world, hybrid.entropy_weight, hybrid.frequency_weight))

    def _search(self, search: str, opener: str | None) -> Tree:
        """Return the tree of a search of conf/search: exact with an opener, or as it stands over its own openers."""
        options: dict[str, Any] = read_options("search")[search]
        config = to_dataclass(SearchConfig, options if opener is None else options | {"exact": True})
        splits = self.splits("english")
        found = Found()
        searcher = prepare_search(splits.world, Rules(), config)
        search_tree(searcher, Rules(), config, None if opener is None else splits.find(opener), found)
        assert found.root is not None
        return Tree(splits.lexicon.digest, "normal", found.root)

    def _carry_out(self, printed: str) -> float:
        splits = self.splits("english")
        return float(PRINTED[printed](splits.lexicon, splits.world))

    def _compute_opener(self, solver: str, lexicon: str) -> str:
        splits = self.splits(lexicon)
        recipe = replace(load_recipe(solver), opener=COMPUTED)
        clean = make_channel(ChannelConfig(rate=0.0), splits.lexicon.word_length)
        setup = make_setup(recipe, splits.lexicon, splits.world, Rules(), clean, 0)
        return splits.lexicon.guesses[setup.opener]
