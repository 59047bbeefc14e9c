import { globSync } from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { declareFactoryPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import {
  determineHitLimitReached,
  DryRunStatus,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";

/**
 * With the duration of its last run.
 * @typedef {{ id: string, file: string, name: string, run: () => unknown, ms: number }} LoadedTest
 */

/** Tests that need neither database nor browser. */
const testFiles = [
  "{api,contract}/src/**/*.rules.test.ts",
  "api/src/core/{days,money,http/csv}.test.ts",
  "api/src/features/orders/orders.csv.test.ts",
  "api/src/features/accounts/tokens.test.ts",
];

/** Where instrumented files read which mutant is active and record which mutants a test reaches. */
const instrumented = /** @type {any} */ (globalThis);

const vitest = pathToFileURL(path.join(import.meta.dirname, "vitest.mjs")).href;

/**
 * Loads every test once and calls it again for each mutant. Vitest's own runner starts a thread for each, which takes
 * ten times as long as the tests.
 */
class RuleRunner {
  /** @type {LoadedTest[]} */
  #tests = [];

  /** Nothing has to be reloaded: `ignoreStatic` skips mutants of code that runs while a file is loaded. */
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === "vitest" && context.parentURL?.endsWith(".test.ts")
          ? { url: vitest, shortCircuit: true }
          : next(specifier, context),
    });
    const { tests } = await import(vitest);
    for (const file of globSync(testFiles).toSorted()) {
      const before = tests.length;
      await import(pathToFileURL(path.resolve(file)).href);
      for (const { name, run } of tests.slice(before)) {
        this.#tests.push({ id: `${file}#${name}`, file, name, run, ms: 0 });
      }
    }
  }

  /** @returns {Promise<import("@stryker-mutator/api/test-runner").DryRunResult>} */
  async dryRun() {
    const tests = await this.#call(this.#tests, true);
    return {
      status: DryRunStatus.Complete,
      tests,
      mutantCoverage: instrumented.__stryker__?.mutantCoverage,
    };
  }

  /** @param {import("@stryker-mutator/api/test-runner").MutantRunOptions} options */
  async mutantRun({ testFilter, hitLimit, activeMutant, disableBail }) {
    const selectedIds = testFilter && new Set(testFilter);
    // The fastest first: any of them kills most mutants.
    const selected = this.#tests
      .filter(({ id }) => !selectedIds || selectedIds.has(id))
      .toSorted((a, b) => a.ms - b.ms);
    Object.assign(instrumented.__stryker__, {
      hitCount: 0,
      hitLimit,
      activeMutant: activeMutant.id,
    });
    const tests = await this.#call(selected, disableBail);
    const timeout = determineHitLimitReached(instrumented.__stryker__.hitCount, hitLimit);
    instrumented.__stryker__.activeMutant = undefined;
    return toMutantRunResult(timeout ?? { status: DryRunStatus.Complete, tests });
  }

  /**
   * @param {LoadedTest[]} tests
   * @param {boolean} all whether to continue after a failure
   */
  async #call(tests, all) {
    const results = [];
    for (const test of tests) {
      const result = await call(test);
      results.push(result);
      if (result.status === TestStatus.Failed && !all) break;
    }
    return results;
  }
}

/** @param {LoadedTest} test */
async function call(test) {
  const { id, name, file, run } = test;
  instrumented.__stryker__ ??= {};
  instrumented.__stryker__.currentTestId = id;
  const started = performance.now();
  const failureMessage = await errorMessageOf(run);
  instrumented.__stryker__.currentTestId = undefined;
  test.ms = performance.now() - started;
  const result = { id, name, fileName: path.resolve(file), timeSpentMs: test.ms };
  return failureMessage === null
    ? { ...result, status: /** @type {const} */ (TestStatus.Success) }
    : { ...result, status: /** @type {const} */ (TestStatus.Failed), failureMessage };
}

/** @param {() => unknown} run */
async function errorMessageOf(run) {
  try {
    await run();
    return null;
  } catch (error) {
    return String(error);
  }
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, "rules", () => new RuleRunner()),
];
