import { describe, expect, test } from "vitest";
import { createSeal } from "./sealing.ts";

const seal = createSeal("a secret of the server, long enough", "factors");
const plain = Buffer.from("12345678901234567890");

describe("what is sealed", () => {
  test("can be opened for its owner, and looks different each time", () => {
    const [one, other] = [seal.close(plain, "7"), seal.close(plain, "7")];
    expect(seal.open(one, "7")).toEqual(plain);
    expect(one.equals(other)).toBe(false);
    expect(one.includes(plain)).toBe(false);
  });

  test.each([
    ["another owner", seal, "8"],
    ["another secret", createSeal("another secret of the server", "factors"), "7"],
    ["another purpose", createSeal("a secret of the server, long enough", "others"), "7"],
  ])("stays closed for %s", (_, other, owner) => {
    expect(other.open(seal.close(plain, "7"), owner)).toBeUndefined();
  });

  test("stays closed if any byte was changed or cut off, or if it was never sealed", () => {
    const sealed = seal.close(plain, "7");
    for (const [index, byte] of sealed.entries()) {
      const changed = Buffer.from(sealed);
      changed[index] = byte ^ 1;
      expect(seal.open(changed, "7"), `byte ${index}`).toBeUndefined();
    }
    expect(seal.open(sealed.subarray(0, -1), "7")).toBeUndefined();
    expect(seal.open(plain, "7")).toBeUndefined();
    expect(seal.open(Buffer.alloc(0), "7")).toBeUndefined();
  });
});
