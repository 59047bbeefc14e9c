import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Those that wait for the database leave room for one more than a small machine has cores.
const maxWorkers = 3;
// A machine that has much to do takes its time: these end only what hangs.
const patience = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 120_000 } },
};

// What takes longest, mostly waiting: others have the machine meanwhile.
const longest = [
  "/core/postgres/postgres.test.ts",
  "/test/ledger.walk.test.ts",
  "/test/silentStore.test.ts",
  "/core/http/timeLimits.test.ts",
  "/test/kills.test.ts",
  "/core/crons.test.ts",
  "/accounts/adminsFactor.test.ts",
];

/**
 * Begins with what takes longest, then with the tests of the whole server: where no run before has told durations, a
 * file's size says little of them, and a walk of a minute that begins last runs alone.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((each) => moduleId.endsWith(each));
      if (place >= 0) return place;
      return longest.length + Number(!moduleId.includes("/api/test/"));
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Every file that touches the database has one of its own, made from a template.
    projects: [
      {
        test: {
          name: "server",
          maxWorkers,
          // Reloading the server for every file took longer than most of its tests.
          isolate: false,
          // Node runs these sources as they are, as the server does: nothing is transformed, nothing mocked.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // What the web app takes from Node itself in its tests needs Node's own world.
          include: [
            "{contract,cover-art,api,bench,chaos}/**/*.test.ts",
            "web/src/**/*.node.test.ts",
          ],
          environment: "node",
          globalSetup: ["api/test/globalSetup.ts"],
          ...patience,
        },
      },
      {
        extends: "./web/vite.config.ts",
        test: {
          name: "web",
          maxWorkers,
          root: "./web",
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: ["src/**/*.node.test.ts"],
          environment: "jsdom",
          // One browser for all files of a worker, with a world of its own for each.
          pool: "vmThreads",
          setupFiles: ["./src/test/setup.ts"],
          ...patience,
        },
      },
    ],
  },
});
