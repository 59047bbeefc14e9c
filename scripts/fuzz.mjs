import { runStep } from "./steps.mjs";

// Runs with 20,000 requests per role what `npm test` does with a few; FUZZ_SEED repeats a failed run.
process.env.FUZZ_REQUESTS ??= "20000";
process.env.FUZZ_SEED ??= String(Date.now() % 1_000_000_000);
console.log(`FUZZ_REQUESTS=${process.env.FUZZ_REQUESTS} FUZZ_SEED=${process.env.FUZZ_SEED}`);
const failed = await runStep({
  name: "bad input",
  command: ["vitest", "run", "api/test/badInput.test.ts", "--testTimeout=600000"],
  streamOutput: true,
});
process.exitCode = failed ? 1 : 0;
