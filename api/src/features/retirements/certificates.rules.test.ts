import { expect, test } from "vitest";
import { certificateNumberOf, newCertificateNumber } from "./certificates.rules.ts";

// The check letter calculated by hand: doubled from the right, digits of base 32 summed: 13+2+18+19+6+15+14+6+4+0+4 = 101.
const number = newCertificateNumber(2026, new Uint8Array([7, 15, 3, 19, 9, 2, 22]));

test("A new number has the year, seven unambiguous letters, and a check letter", () => {
  expect(number).toBe("TL-2026-7F3K-92PV");
  // The lower five bits of 255 are 31.
  expect(newCertificateNumber(2031, new Uint8Array(7).fill(255))).toMatch(/^TL-2031-ZZZZ-ZZZ/);
  expect(newCertificateNumber(2031, new Uint8Array(9))).toMatch(/^TL-2031-0000-000.$/);
});

test.each([
  ["as it is printed", number, number],
  ["small and with blanks", " tl 2026 7f3k 92pv\t", number],
  ["without its hyphens", number.replaceAll("-", ""), number],
  ["one sign short", number.slice(0, -1), undefined],
  ["one sign too long", `${number}0`, undefined],
  ["with a letter that none has", number.replace("F", "U"), undefined],
  ["with another beginning", number.replace("TL", "TX"), undefined],
  ["with a letter in the year", number.replace("2026", "2O26"), number],
  ["empty", "", undefined],
  ["something else", "' or 1=1", undefined],
])("A certificate's number, %s", (_how, typed, read) => {
  expect(certificateNumberOf(typed)).toBe(read);
});

test("O is read as zero, I and L as one", () => {
  const ones = newCertificateNumber(2026, new Uint8Array([1, 0, 1, 0, 1, 0, 1]));
  expect(certificateNumberOf(ones.replaceAll("1", "I").replaceAll("0", "O"))).toBe(ones);
  expect(certificateNumberOf(ones.replaceAll("1", "l").replaceAll("0", "o"))).toBe(ones);
});

test("A single wrong letter is detected in any position", () => {
  const places = [...number].flatMap((letter, index) => (/[-TL]/.test(letter) ? [] : [index]));
  const slips = places.flatMap((place) =>
    [..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"]
      .filter((letter) => letter !== number[place])
      .map((letter) => number.slice(0, place) + letter + number.slice(place + 1)),
  );
  expect(slips).toHaveLength(12 * 31);
  expect(slips.filter((slip) => certificateNumberOf(slip) !== undefined)).toEqual([]);
});

test("A swap of two neighbouring letters is detected", () => {
  const exchanged = number.replace("7F", "F7");
  expect(certificateNumberOf(exchanged)).toBeUndefined();
});
