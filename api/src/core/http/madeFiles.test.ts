import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testApp, type TestApp } from "../../../test/app.ts";
import { generatedFileAnswer } from "./files.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test("A file not generated in time is reported as pending, and one that does not exist as not found", async () => {
  const find = vi.fn<() => Promise<number | null>>(async () => null);
  await expect(generatedFileAnswer(t.db, t.files, find, 100)).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringContaining("is being made"),
  });
  expect(find).toHaveBeenCalledTimes(2);
  await expect(generatedFileAnswer(t.db, t.files, async () => undefined)).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});
