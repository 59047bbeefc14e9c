import { expect, test } from "vitest";
import { offeredUntil } from "./vatChecks.rules.ts";

test("A check can be used for the configured number of days after its day", () => {
  expect(offeredUntil("2026-01-12", 90)).toBe("2026-04-12");
  expect(offeredUntil("2026-01-12", 0)).toBe("2026-01-12");
});
