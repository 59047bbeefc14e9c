import { setImmediate as turn } from "node:timers/promises";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

// The cost of the estimate grows at least quadratically with the length: 128 characters can take seconds. Longer passwords
// are judged by their beginning, which can only make them look weaker than they are.
const judgedLength = 32;
// Run one at a time: a long one blocks the event loop for 50 ms, and the call is public.
let last: Promise<unknown> = Promise.resolve();
let estimator: Promise<ZxcvbnFactory> | undefined;

/**
 * Estimates how hard a password is to guess (zxcvbn), from 0 (at once) to 4. `known`: words that an attacker on this
 * account would try first. The first call loads the dictionaries, which takes half a second.
 */
export async function guessingScore(password: string, known: readonly string[]): Promise<number> {
  estimator ??= loadEstimator();
  const loaded = await estimator;
  const mine = last.then(async () => {
    await turn();
    return loaded.check(password.slice(0, judgedLength), [...known]).score;
  });
  last = mine.catch(() => {});
  return await mine;
}

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [core, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  return new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: 20,
  });
}
