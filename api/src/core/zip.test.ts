import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { unzipped } from "./zip.ts";

const all = () => true;
const textsOf = async (zip: Uint8Array) =>
  (await unzipped(zip, all)).map(([name, content]) => [name, Buffer.from(content).toString()]);

/** A zip with one file that declares a size of `bytes`, whatever its real size. */
function stating(bytes: number, content: Uint8Array, level: 0 | 6): Buffer {
  const zip = Buffer.from(zipSync({ "a.xml": [content, { level }] }));
  const entry = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  zip.writeUInt32LE(bytes, entry + 24);
  return zip;
}

test("The wanted files of a zip are extracted, compressed or not, empty ones and foreign names included", async () => {
  const zip = zipSync(
    {
      "Auszüge/März.xml": strToU8("<a/>".repeat(1000)),
      "empty.xml": new Uint8Array(),
      "plain.xml": [strToU8("<b/>"), { level: 0 }],
      "large.xml": strToU8("<c/>"),
    },
    { comment: "of the bank" },
  );
  expect(await textsOf(zip)).toEqual([
    ["Auszüge/März.xml", "<a/>".repeat(1000)],
    ["empty.xml", ""],
    ["plain.xml", "<b/>"],
    ["large.xml", "<c/>"],
  ]);
  const small = await unzipped(zip, (name, size) => name !== "empty.xml" && size < 10);
  expect(small.map(([name]) => name)).toEqual(["plain.xml", "large.xml"]);
});

test.each([
  ["packed", 6],
  ["as it is", 0],
] as const)("A file larger than it declares is refused, %s", async (_, level) => {
  const content = Buffer.alloc(1_000_000);
  expect(await unzipped(stating(content.length, content, level), all)).toHaveLength(1);
  await expect(unzipped(stating(10, content, level), all)).rejects.toThrow();
});

test("Bytes that are not a zip, or a truncated one, are refused", async () => {
  const zip = zipSync({ "a.xml": strToU8("<a/>") });
  for (const bytes of [strToU8("PK"), strToU8("PK\u0003\u0004".repeat(100)), zip.subarray(0, -30)])
    await expect(unzipped(bytes, all)).rejects.toThrow();
});
