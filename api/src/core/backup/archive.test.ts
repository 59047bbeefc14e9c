import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkArchive, writeArchive } from "./archive.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tonneline-archive-"));
});
afterAll(() => rm(folder, { recursive: true }));

type Entry = [name: string, content: string];
const one: Entry = ["tables/public.one/1", "1"];
const two: Entry = ["tables/public.two/1", "2"];
const sum = (content: string) => createHash("sha256").update(content).digest("hex");
const manifest = {
  format: 1,
  version: "1.0.0",
  madeAt: "2026-01-02T03:04:05.678Z",
  migrations: [],
  queueSchema: 18,
  tables: [],
  sequences: [],
  files: [],
  lost: [],
  entries: Object.fromEntries([one, two].map(([name, content]) => [name, sum(content)])),
};
const end: Entry = ["manifest.json", JSON.stringify(manifest)];

/** Returns the error for an archive packed from these entries. */
async function messageOf(entries: readonly Entry[]): Promise<string | undefined> {
  const tar = pack();
  for (const [name, content] of entries) tar.entry({ name }, content);
  tar.finalize();
  const file = path.join(folder, "packed.tar.gz");
  await writeFile(file, gzipSync(await buffer(tar)));
  return await checkArchive(file, () => {}).then(
    () => undefined,
    (error: Error) => /\((.*)\)/.exec(error.message)?.[1],
  );
}

test.each<[what: string, entries: Entry[], said: string | undefined]>([
  ["as it was made", [one, two, end], undefined],
  ["with other bytes", [[one[0], "3"], two, end], "tables/public.one/1 is damaged"],
  ["without one of its entries", [one, end], "tables/public.two/1 is damaged"],
  ["with one more", [one, two, ["tables/public.three/1", "3"], end], "something was added to it"],
  ["that has no end", [one, two], "its end is missing"],
  ["that goes on after its end", [one, end, two], "it continues after its end"],
  ["of another format", [one, two, ["manifest.json", "{}"]], "it is of another format"],
])("An archive %s", async (_, entries, expected) => {
  expect(await messageOf(entries)).toBe(expected);
});

test("An archive does not overwrite a file created under its name meanwhile", async () => {
  const own = await mkdtemp(path.join(folder, "two-"));
  const file = path.join(own, "backup.tar.gz");
  const later = writeArchive(file);
  await later.add(one[0], Buffer.from(one[1]));
  await writeFile(file, "the earlier one");
  const { entries: _, ...facts } = manifest;
  await expect(later.finish({ ...facts, format: 1 })).rejects.toThrow(`${file} already exists`);
  await later.discard();
  expect(await readFile(file, "utf8")).toBe("the earlier one");
  expect(await readdir(own)).toEqual(["backup.tar.gz"]);
});
