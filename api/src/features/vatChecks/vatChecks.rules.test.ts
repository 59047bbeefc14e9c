import { expect, test } from "vitest";
import { offeredUntil } from "./vatChecks.rules.ts";

test("A check is offered for as many days as the setting says, the day of the check apart", () => {
  expect(offeredUntil("2026-01-12", 90)).toBe("2026-04-12");
  expect(offeredUntil("2026-01-12", 0)).toBe("2026-01-12");
});
