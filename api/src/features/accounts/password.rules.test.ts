import { describe, expect, test } from "vitest";
import { knownWords, minGuessingScore, requirementsOf, textOfMissed } from "./password.rules.ts";
import { callerAddress, waitText } from "./limits.rules.ts";
import { tokenRefusal } from "./mailedTokens.rules.ts";

const missed = (password: string, username = "ilse.varendonk@brennvik.example", score = 4) =>
  requirementsOf(password, username, score)
    .filter(({ met }) => !met)
    .map(({ requirement }) => requirement);

describe("a chosen password", () => {
  test.each([
    ["nine char", ["length"]],
    ["ten chars!", []],
    ["x".repeat(128), []],
    ["x".repeat(129), ["length"]],
    ["my ilse.varendonk password", ["notUsername"]],
    ["ILSE.VARENDONK-2026", ["notUsername"]],
    ["Ilse.Varendonk@Brennvik.example", ["notUsername"]],
  ])("%s misses %j", (password, requirements) => {
    expect(missed(password)).toEqual(requirements);
  });

  test("may contain a name so short that it occurs by chance", () => {
    expect(missed("a password by jo", "jo@brennvik.example")).toEqual([]);
  });

  test.each([
    ["with a name of four letters", "a password by jona", "jona@brennvik.example", true],
    ["with a name that has blanks around it", "by Jona S., who", " jona s. ", true],
    ["with a name in capitals", "a password by jona", "JONA@brennvik.example", true],
    ["without the name", "a password by joan", "jona@brennvik.example", false],
  ])("%s", (_how, password, username, refused) => {
    expect(missed(password, username)).toEqual(refused ? ["notUsername"] : []);
  });

  test("is accepted at the lowest sufficient score", () => {
    expect(missed("ten chars!", undefined, minGuessingScore)).toEqual([]);
  });

  test("has a message for each requirement it misses", () => {
    for (const { requirement } of requirementsOf("x", "y", 0))
      expect(textOfMissed(requirement, "x")).toMatch(/ /);
    expect(textOfMissed("notPrevious", "x")).toBe("This is your present password");
  });

  test("needs a score beyond what an attacker reaches at once", () => {
    expect(missed("ten chars!", undefined, minGuessingScore - 1)).toEqual(["notGuessable"]);
  });
});

describe("the message for a password of the wrong length", () => {
  test.each([
    ["nine char", "This field must contain at least 10 character(s)"],
    ["🙂".repeat(9), "This field must contain at least 10 character(s)"],
    ["x".repeat(129), "This field must contain at most 128 characters"],
  ])("%s is: %s", (password, text) => {
    expect(textOfMissed("length", password)).toBe(text);
  });
});

test("an attacker's words are the parts of the email address with three letters or more, and ours", () => {
  expect(knownWords("Ilse.De-Vries_x@bv.example")).toEqual([
    "tonneline",
    "carbon",
    "ilse",
    "vries",
    "example",
  ]);
  expect(knownWords("bob@x")).toContain("bob");
});

describe("an address", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:DB8::6", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
  ])("%s counts as %s", (ip, counted) => {
    expect(callerAddress(ip)).toBe(counted);
  });
});

test.each([
  [0.2, "a second"],
  [7.3, "8 seconds"],
  [45, "45 seconds"],
  [45.1, "a minute"],
  [60, "a minute"],
  [61, "2 minutes"],
])("the message for a wait of %d s says %s", (seconds, time) => {
  expect(waitText(seconds)).toBe(`Too many attempts. Please try again in ${time}.`);
});

test.each([
  ["an invented", undefined, "INVALID_TOKEN"],
  ["a used", { usedAt: new Date(), expired: true }, "INVALID_TOKEN"],
  ["an expired", { usedAt: null, expired: true }, "TOKEN_EXPIRED"],
  ["a fresh", { usedAt: null, expired: false }, undefined],
])("%s token", (_which, token, refusal) => {
  expect(tokenRefusal(token)).toBe(refusal);
});
