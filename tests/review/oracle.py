"""Games judged slowly: every way to go on is tried, word by word."""

import math
from collections import defaultdict
from functools import cache

from oracle import feedback, obeys


def split(guess, words):
    """The parts that a guess splits words into, by their tiles."""
    parts = defaultdict(list)
    for word in words:
        parts[tuple(feedback(guess, word))].append(word)
    return dict(parts)


class SlowJudge:
    """What is best with these words: the least guesses in total over all candidates."""

    def __init__(self, answers, guesses, mode):
        self.answers, self.guesses, self.mode = list(answers), list(guesses), mode
        self.cost = cache(self._cost)

    def legal(self, history):
        """The words that may be guessed after some guesses and their tiles."""
        if self.mode == "normal":
            return tuple(self.guesses)
        made = {guess for guess, _ in history}
        return tuple(w for w in self.guesses if w not in made and all(obeys(w, g, t, self.mode) for g, t in history))

    def cost_of(self, guess, candidates, legal):
        """Guesses in total that begin with this one; math.inf where it tells nothing, as then there is no end."""
        parts = split(guess, candidates)
        total = len(candidates)
        for tiles, part in parts.items():
            if part != [guess]:
                if len(part) == len(candidates) and self.mode == "normal":
                    return total + self.cost(candidates, legal)
                after = legal
                if self.mode != "normal":
                    after = tuple(w for w in legal if w != guess and obeys(w, guess, tiles, self.mode))
                total += self.cost(tuple(part), after)
        return total

    def _cost(self, candidates, legal):
        """Guesses in total of the best way to go on."""
        if len(candidates) == 1:
            return 1
        useful = [g for g in legal if len(split(g, candidates)) > 1]
        return min(self.cost_of(guess, candidates, legal) for guess in useful)

    def value(self, guess, candidates):
        """The bits that a guess tells, and the chance to be right."""
        sizes = [len(part) for part in split(guess, candidates).values()]
        entropy = -sum(s / len(candidates) * math.log2(s / len(candidates)) for s in sizes)
        return entropy + (guess in candidates) / len(candidates)


def luck(guess, secret, candidates):
    """Of 100 candidates, how many would have left more than the secret did, ties counting half."""
    parts = split(guess, candidates)

    def rest(word):
        return 0 if word == guess else len(parts[tuple(feedback(guess, word))])

    more = sum(rest(word) > rest(secret) for word in candidates)
    same = sum(rest(word) == rest(secret) for word in candidates)
    return min(99, math.floor(100 * (more + same / 2) / len(candidates) + 1e-9))
