"""Whole games once more, slow and obvious: words are strings, patterns rows of tiles, scores plain sums.

Written from the sources, not from the package. A recipe is the plain content of its file in conf/solver.
"""

import math
from collections import Counter
from dataclasses import dataclass, field
from itertools import product

GRAY, YELLOW, GREEN = 0, 1, 2
SMOOTHING_PER_MILLION = 0.02
ROUNDING = 1e-9


def feedback(guess, answer):
    """The tiles of a guess: greens first, then yellows from the left while letters remain."""
    tiles = [GREEN if g == a else GRAY for g, a in zip(guess, answer, strict=True)]
    spare = Counter(a for g, a in zip(guess, answer, strict=True) if g != a)
    for i, letter in enumerate(guess):
        if tiles[i] != GREEN and spare[letter] > 0:
            tiles[i] = YELLOW
            spare[letter] -= 1
    return tiles


def encode(tiles):
    """The base-3 number of a row of tiles, the first most significant."""
    return sum(tile * 3 ** (len(tiles) - 1 - i) for i, tile in enumerate(tiles))


def decode(code, length):
    """The tiles of a base-3 number."""
    return [code // 3 ** (length - 1 - i) % 3 for i in range(length)]


def all_tiles(length):
    """Every row of tiles, in the order of its code."""
    return list(product((GRAY, YELLOW, GREEN), repeat=length))


def obeys(word, guess, tiles, mode):
    """Whether a word may be guessed after a row was shown (hard mode as in CASES; eqs. 3-6 for ultra hard)."""
    for letter in set(guess):
        coloured = sum(g == letter and t != GRAY for g, t in zip(guess, tiles, strict=True))
        if word.count(letter) < coloured:
            return False
        some_gray = any(g == letter and t == GRAY for g, t in zip(guess, tiles, strict=True))
        if mode == "ultra_hard" and some_gray and word.count(letter) > coloured:
            return False
    for w, g, tile in zip(word, guess, tiles, strict=True):
        if tile == GREEN and w != g:
            return False
        if mode == "ultra_hard" and tile != GREEN and w == g:
            return False
    return True


# --- scores: the smaller the better ------------------------------------------------------------------------


def entropy_bits(sizes):
    """The entropy of the pattern when parts of these sizes are as likely as they are large."""
    total = sum(sizes)
    return math.log2(total) - math.fsum(c * math.log2(c) for c in sizes) / total


def score_sizes(name, sizes, tolerance=0.0):
    """The score of the sizes of the parts; exact where no tolerance asks for bits."""
    if name == "entropy" and tolerance == 0:
        # sum of c·log2 c grows with the product of c**c, which is an exact integer.
        return math.prod(c**c for c in sizes)
    if name == "entropy":
        return -entropy_bits(sizes)
    if name == "expected_size":
        return sum(c * c for c in sizes) / sum(sizes)
    if name == "largest_part":
        return max(sizes)
    if name == "least_guesses":
        return 3 * sum(sizes) - len(sizes)
    assert name == "parts"
    return -len(sizes)


def join_scores(name, scores):
    """The score of several parts together, each having been split once more."""
    if name == "entropy":
        return math.prod(scores)
    return max(scores) if name == "largest_part" else sum(scores)


def score_masses(masses, power):
    """The sum of m**power over the parts; for power 1 minus the entropy of the pattern."""
    if power == 1:
        return math.fsum(m * math.log2(m) for m in masses)
    return math.fsum(m**power for m in masses)


def split_masses(codes, weights):
    """The share of the weight that each pattern takes."""
    total = math.fsum(weights)
    parts = {}
    for code, weight in zip(codes, weights, strict=True):
        parts.setdefault(code, []).append(weight)
    return [math.fsum(part) / total for part in parts.values()]


def scale(values):
    """The values moved to 0..1."""
    low, high = min(values), max(values)
    return [(value - low) / (high - low) if high > low else 0.0 for value in values]


# --- games -------------------------------------------------------------------------------------------------


@dataclass
class Game:
    """What was played, turn by turn."""

    guesses: list = field(default_factory=list)
    true_codes: list = field(default_factory=list)
    observed_codes: list = field(default_factory=list)
    candidates: list = field(default_factory=list)
    solved: bool = False
    recoveries: int = 0
    waivers: int = 0


class Oracle:
    """A recipe that plays with these words; frequencies are per million, words not listed have 0."""

    def __init__(self, recipe, answers, guesses, frequency, mode="normal", max_guesses=6):
        self.recipe, self.mode, self.max_guesses = recipe, mode, max_guesses
        self.answers, self.guesses = list(answers), list(guesses)
        self.frequency = {word: frequency.get(word, 0.0) for word in self.guesses}
        self.place = {word: i for i, word in enumerate(self.guesses)}
        self.by_frequency = sorted(self.answers, key=lambda word: -self.frequency[word])
        self.weight = {word: self.frequency[word] + SMOOTHING_PER_MILLION for word in self.answers}
        self.known_codes = {}
        self.known_decisions = {}
        self.known_ranking = []
        self.known_allowed = {}

    def codes(self, guess, words):
        """The pattern of a guess against each of the words."""
        for word in words:
            if (guess, word) not in self.known_codes:
                self.known_codes[guess, word] = encode(feedback(guess, word))
        return [self.known_codes[guess, word] for word in words]

    def sizes(self, guess, words):
        """The sizes of the parts that a guess splits words into."""
        return list(Counter(self.codes(guess, words)).values())

    def explorers(self, number):
        """The guesses with the highest first-guess entropy."""
        if number and not self.known_ranking:
            score = {guess: score_sizes("entropy", self.sizes(guess, self.answers)) for guess in self.guesses}
            self.known_ranking = sorted(self.guesses, key=score.__getitem__)
        return self.known_ranking[:number]

    def letter_frequency(self):
        """The share of each letter in the text that the recipe names."""
        counts = Counter()
        answers_alone = self.recipe.get("letter_source", "guesses_by_frequency") == "answers"
        known = any(self.frequency.values())
        for word in self.answers if answers_alone else self.guesses:
            for letter in word:
                counts[letter] += 1.0 if answers_alone or not known else self.frequency[word]
        total = math.fsum(counts.values())
        return {letter: count / total for letter, count in counts.items()}

    def pool(self, candidates, turn):
        """The guesses that the recipe considers."""
        if len(candidates) <= self.recipe.get("candidate_at", 0):
            return list(candidates)
        stage = next(s for s in self.recipe["pool"] if s.get("until") is None or turn <= s["until"])
        wanted, explorers = stage.get("candidates", "all"), stage.get("explorers", 0)
        if explorers == "all":
            return list(self.guesses)
        some = sorted(candidates, key=lambda word: -self.frequency[word])
        return some[: None if wanted == "all" else wanted] + self.explorers(explorers)

    def score_pool(self, pool, candidates):
        """The score of every guess of the pool, and how near scores must be to tie."""
        name, uses_prior = self.recipe["score"], self.recipe.get("prior") == "frequency"
        tolerance = self.recipe.get("tie_tolerance", 0.0)
        if name == "letter_frequency":
            share = self.letter_frequency()
            return [-math.fsum(share.get(letter, 0.0) for letter in set(word)) for word in pool], tolerance + ROUNDING
        if name == "posterior_mass" or (name == "entropy" and uses_prior):
            power = 1 if name == "entropy" else self.recipe.get("mass_power", 2)
            weights = [self.weight[word] if uses_prior else 1.0 for word in candidates]
            masses = [split_masses(self.codes(guess, candidates), weights) for guess in pool]
            return [score_masses(m, power) for m in masses], tolerance + ROUNDING
        sizes = [self.sizes(guess, candidates) for guess in pool]
        if name == "least_guesses":
            live = set(candidates)
            scores = [score_sizes(name, s) - (guess in live) for guess, s in zip(pool, sizes, strict=True)]
            return scores, tolerance * len(candidates)
        if name == "hybrid":
            entropy = scale([entropy_bits(s) for s in sizes])
            frequency = scale([self.frequency[word] for word in pool])
            a, b = self.recipe["entropy_weight"], self.recipe["frequency_weight"]
            return [-(a * e + b * f) for e, f in zip(entropy, frequency, strict=True)], tolerance + ROUNDING
        return [score_sizes(name, s, tolerance) for s in sizes], tolerance

    def look_ahead(self, guess, candidates, turn, legal):
        """The score of what is left when the best next guess, without looking ahead, has followed a guess."""
        name, parts = self.recipe["score"], {}
        for word, code in zip(candidates, self.codes(guess, candidates), strict=True):
            parts.setdefault(code, []).append(word)
        scores = []
        for code, part in parts.items():
            if name == "least_guesses" and len(part) == 1:
                scores.append(0 if part == [guess] else 1)
                continue
            allowed = legal
            if self.mode != "normal":
                allowed = [w for w in legal or self.guesses if w in self.allowed(guess, code) and w != guess]
            best = part[0] if len(part) == 1 else self.choose(part, turn + 1, allowed or None, ahead=False)
            # Means of parts of different sizes do not add up; the sums that they are made of do.
            squares = [size * size for size in self.sizes(best, part)]
            scores.append(sum(squares) if name == "expected_size" else self.score_pool([best], part)[0][0])
        return join_scores(name, scores)

    def choose(self, candidates, turn, legal=None, *, ahead=True):
        """The guess of a recipe that does not draw: the best score, then a live candidate, prior, order."""
        if self.recipe["score"] == "hybrid" and len(candidates) == 1 and (legal is None or candidates[0] in legal):
            return candidates[0]
        pool = list(dict.fromkeys(self.pool(candidates, turn)))
        if legal is not None:
            allowed = set(legal)
            pool = [guess for guess in pool if guess in allowed] or list(legal)
        scores, tolerance = self.score_pool(pool, candidates)
        best = min(scores)
        tied = [guess for guess, score in zip(pool, scores, strict=True) if score - best <= tolerance]
        uses_prior, live = self.recipe.get("prior") == "frequency", set(candidates)

        def preference(guess):
            prior = self.weight.get(guess, 0.0) if uses_prior else 0.0
            return (guess not in live, -prior, self.place[guess])

        if ahead and self.recipe.get("lookahead", 0) and len(candidates) > 1:
            ranked = sorted(zip(scores, pool, strict=True), key=lambda pair: (pair[0], preference(pair[1])))
            near = [guess for _, guess in ranked[: self.recipe["lookahead"]]]
            return min(near, key=lambda guess: self.look_ahead(guess, candidates, turn, legal))
        return min(tied, key=preference)

    def decide(self, candidates, turn, legal=None, bits=None):
        """The guess; `bits` is the uniform 32-bit number that a random recipe is handed."""
        if self.recipe["score"] == "random":
            pool = candidates if legal is None else [w for w in candidates if w in legal] or list(legal)
            return pool[bits * len(pool) >> 32]
        key = (tuple(candidates), turn, None if legal is None else tuple(legal))
        if key not in self.known_decisions:
            self.known_decisions[key] = self.choose(candidates, turn, legal)
        return self.known_decisions[key]

    def opener(self):
        """The named opener if it may be guessed, otherwise the recipe's own first choice."""
        named = self.recipe.get("opener", "computed")
        return named if named in self.place else self.decide(self.answers, 1)

    def allowed(self, guess, code):
        """The guesses that a row allows."""
        if (guess, code) not in self.known_allowed:
            tiles = decode(code, len(guess))
            self.known_allowed[guess, code] = {w for w in self.guesses if obeys(w, guess, tiles, self.mode)}
        return self.known_allowed[guess, code]

    def legal(self, history):
        """The guesses that every row (guess, code) so far allows, those already made left out."""
        legal = set(self.guesses) - {guess for guess, _ in history}
        for row in history:
            legal &= self.allowed(*row)
        return [word for word in self.guesses if word in legal]

    def recover(self, history):
        """The candidates once no answer agrees with every row (guess, code)."""
        recovery, guessed = self.recipe.get("recovery", 500), {guess for guess, _ in history}
        if recovery != "fewest_lies":
            fresh = [word for word in self.by_frequency if word not in guessed]
            return [word for word in self.answers if word in set(fresh[:recovery])]
        lies = {word: 0 for word in self.answers if word not in guessed}
        for word in lies:
            for guess, code in history:
                lies[word] += sum(a != b for a, b in zip(feedback(guess, word), decode(code, len(word)), strict=True))
        return [word for word in lies if lies[word] == min(lies.values())]

    def play(self, answer, shown=None, bits=None):
        """One game. `shown[turn]` are observed codes, None shows the truth; `bits[turn]` feed random choices."""
        game, candidates, history = Game(), self.answers, []
        for turn in range(1, self.max_guesses + 1):
            legal = None
            if self.mode != "normal":
                legal = self.legal(history)
                if not legal:
                    game.waivers += 1
                    legal = self.guesses
            if turn == 1 and self.recipe["score"] != "random":
                guess = self.opener()
            else:
                guess = self.decide(candidates, turn, legal, None if bits is None else bits[turn - 1])
            truth = self.codes(guess, [answer])[0]
            observed = truth if shown is None else shown[turn - 1]
            game.guesses.append(guess)
            game.true_codes.append(truth)
            game.observed_codes.append(observed)
            if guess == answer:
                game.solved = True
                game.candidates.append(1)
                return game
            history.append((guess, observed))
            codes = self.codes(guess, candidates)
            candidates = [w for w, code in zip(candidates, codes, strict=True) if code == observed and w != guess]
            if not candidates and turn < self.max_guesses:
                game.recoveries += 1
                candidates = self.recover(history)
            game.candidates.append(len(candidates))
        return game
