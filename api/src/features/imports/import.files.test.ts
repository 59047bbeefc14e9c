import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { inspectCsv, UnusableFile } from "./csv.ts";
import { projectsCsv } from "./import.fixtures.ts";
import { db, everything, run, useEmptyDatabase } from "./import.harness.ts";

useEmptyDatabase();

describe("a file that cannot be read as a whole", () => {
  const good = projectsCsv({ external_id: "VCS1" });
  test.each([
    ["is empty", "", "p.csv is empty."],
    [
      "lacks columns",
      "external_id,name\nVCS1,x\n",
      /^p\.csv lacks the columns registry, status, .*\.$/,
    ],
    ["has semicolons", good.replaceAll(",", ";"), /Its cells must be separated by commas\.$/],
    [
      "is UTF-16",
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(good, "utf16le")]),
      'p.csv is UTF-16 text; save it as "CSV UTF-8".',
    ],
    [
      "is Latin-1",
      Buffer.from(
        projectsCsv({ external_id: "VCS1" }, { external_id: "VCS2", developer: "Société" }),
        "latin1",
      ),
      'p.csv is not UTF-8 text (near line 3); save it as "CSV UTF-8".',
    ],
    [
      "has a quote that never closes",
      `${good},VCS2,"open\n`,
      /^p\.csv has a quotation mark out of place or never closed, at line \d+\.$/,
    ],
    [
      "has a quote out of place",
      `${good}"a" b,VCS2\n`,
      "p.csv has a quotation mark out of place or never closed, at line 3.",
    ],
  ])(
    "because it %s is refused with a sentence, and nothing changes",
    async (_, content, message) => {
      const before = await everything();
      const failure = await run(content).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(UnusableFile);
      expect((failure as Error).message).toMatch(message);
      expect(await everything()).toBe(before);
    },
  );

  test("rolls back the valid projects too when the vintages are unusable", async () => {
    await expect(run(good, "nonsense")).rejects.toThrow("v.csv lacks the columns");
    expect((await db.selectFrom("projects").select("id").execute()).length).toBe(0);
  });
});

test("a long file does not block other requests while it is inspected", async () => {
  const bytes = Buffer.from(`a,b,c\n${"1,2,ü\n".repeat(200_000)}`);
  let isRead = false;
  const reading = inspectCsv({ name: "p.csv", open: () => Readable.from([bytes]) }).finally(() => {
    isRead = true;
  });
  let served = 0;
  for (; !isRead; await turn()) served++;
  expect(served).toBeGreaterThan(15);
  expect(await reading).toMatchObject({ rows: 200_000, sample: { 4: ["1", "2", "ü"] } });
});
