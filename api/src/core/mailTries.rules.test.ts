import { describe, expect, test } from "vitest";
import { isRefused, isRefusedForGood, secondsUntilNextTry } from "./mailTries.rules.ts";

const away = {};
const noSuchMailbox = { responseCode: 550, command: "RCPT TO" };

test.each([
  ["a recipient who does not exist", noSuchMailbox, true],
  ["a text that the server will not have", { responseCode: 554, command: "DATA" }, true],
  ["the lowest reply that is for good", { responseCode: 500, command: "DATA" }, true],
  ["the highest reply that is not", { responseCode: 499, command: "RCPT TO" }, false],
  ["a full mailbox", { responseCode: 452, command: "RCPT TO" }, false],
  ["a wrong password of ours", { responseCode: 535, command: "AUTH PLAIN" }, false],
  ["a sender that is refused", { responseCode: 550, command: "MAIL FROM" }, false],
  ["a server that said nothing", away, false],
  ["a reply outside any command", { responseCode: 550 }, false],
  ["a recipient without a reply", { command: "RCPT TO" }, false],
])("%s: rejected permanently %#", (_what, failure, forGood) => {
  expect(isRefusedForGood(failure)).toBe(forGood);
});

test.each([
  ["a recipient who does not exist", noSuchMailbox, true],
  ["a full mailbox", { responseCode: 452, command: "RCPT TO" }, true],
  ["the lowest reply that refuses", { responseCode: 400, command: "DATA" }, true],
  ["a reply that does not refuse", { responseCode: 399, command: "DATA" }, false],
  ["a server that is about to close", { responseCode: 421, command: "RCPT TO" }, false],
  ["a sender that is refused", { responseCode: 550, command: "MAIL FROM" }, false],
  ["a server that said nothing", away, false],
  ["a recipient without a reply", { command: "RCPT TO" }, false],
])("%s: this mail is rejected by a working server %#", (_what, failure, refused) => {
  expect(isRefused(failure)).toBe(refused);
});

describe("A mail that failed", () => {
  test.each([
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 600],
    [5, 1800],
    [6, 3600],
    [7, 3600],
    [23, 3600],
    [24, undefined],
    [25, undefined],
  ])("%d times because the server was away waits %s seconds", (attempts, seconds) => {
    expect(secondsUntilNextTry(attempts, away)).toBe(seconds);
  });

  test.each([
    [1, 5],
    [5, 1800],
    [6, undefined],
    [7, undefined],
  ])("%d times by a permanent rejection waits %s seconds", (attempts, seconds) => {
    expect(secondsUntilNextTry(attempts, noSuchMailbox)).toBe(seconds);
  });
});
