import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import * as common from "@zxcvbn-ts/language-common";
import * as english from "@zxcvbn-ts/language-en";

// The estimate grows with the square of the length and more: 128 characters can take seconds. Longer passwords are
// judged by their beginning, which can only make them look weaker than they are.
const judgedLength = 32;

let estimator: ZxcvbnFactory | undefined;

/**
 * How hard a password is to guess: 0 guessed at once, 4 very hard (zxcvbn). `known` are words that a guesser of this
 * account would try first. The dictionaries are read with the first call, which takes half a second.
 */
export function guessingScore(password: string, known: readonly string[]): number {
  estimator ??= new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: 20,
  });
  return estimator.check(password.slice(0, judgedLength), [...known]).score;
}
