import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testApp, type TestApp } from "../../../test/app.ts";
import { madeFileAnswer } from "./files.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test("A file not made in time is reported as on its way, and one that never will be is not found", async () => {
  const find = vi.fn<() => Promise<number | null>>(async () => null);
  await expect(madeFileAnswer(t.db, t.files, find, 100)).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringContaining("is being made"),
  });
  expect(find).toHaveBeenCalledTimes(2);
  await expect(madeFileAnswer(t.db, t.files, async () => undefined)).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});
