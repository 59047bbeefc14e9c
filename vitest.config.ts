import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

// Workers that wait for the database leave room for one more than a small machine has cores.
const maxWorkers = 3;
// A busy machine is slow: these limits only end what hangs.
const timeouts = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 120_000 } },
};

// The slowest files, which mostly wait: others use the machine meanwhile.
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
 * Starts with the slowest files, then the tests of the whole server. Without durations from an earlier run a file's
 * size says little about them, and a walk of a minute that starts last would run alone.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const position = longest.findIndex((each) => moduleId.endsWith(each));
      if (position >= 0) return position;
      return longest.length + Number(!moduleId.includes("/api/test/"));
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Each file that touches the database has its own, created from a template.
    projects: [
      {
        test: {
          name: "server",
          maxWorkers,
          // Reloading the server for every file took longer than most of its tests.
          isolate: false,
          // Node runs these sources directly, as in the server: nothing is transformed or mocked.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // Tests of the web app that use Node's own APIs need the Node environment.
          include: [
            "{contract,cover-art,api,bench,chaos}/**/*.test.ts",
            "web/src/**/*.node.test.ts",
          ],
          environment: "node",
          globalSetup: ["api/test/globalSetup.ts"],
          ...timeouts,
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
          // Loads jsdom once per worker, with a separate context for each file.
          pool: "vmThreads",
          setupFiles: ["./src/test/setup.ts"],
          ...timeouts,
        },
      },
    ],
  },
});
