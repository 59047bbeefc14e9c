import { expect, test } from "vitest";
import { sha256Of } from "./sha256.ts";

test("a file's hash is the standard one", async () => {
  // FIPS 180-2, appendix B.1
  expect(await sha256Of(new Blob(["abc"]))).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

test("one changed byte changes the hash", async () => {
  expect(await sha256Of(new Blob(["abd"]))).not.toBe(await sha256Of(new Blob(["abc"])));
});
