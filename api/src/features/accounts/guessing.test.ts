import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { guessingScore } from "./guessing.ts";
import { knownWords, minGuessingScore } from "./password.rules.ts";

describe("the guessing score", () => {
  test.each([
    "1234567890",
    "qwertyuiop",
    "password123",
    "Password1234",
    "P@ssw0rd123",
    "aaaaaaaaaaaa",
    "abc123abc123",
    "iloveyou123",
    "administrator",
  ])("calls %s guessable", async (password) => {
    expect(await guessingScore(password, [])).toBeLessThan(minGuessingScore);
  });

  test.each(["correct horse battery", "kF8#mQ2xLp", "carbon-demo-2026"])(
    "lets %s pass",
    async (password) => {
      expect(await guessingScore(password, [])).toBeGreaterThanOrEqual(minGuessingScore);
    },
  );

  test("takes into account what an attacker on this account would try", async () => {
    const username = "zweibrueckner@x.example";
    expect(await guessingScore("zweibrueckner1", knownWords(username))).toBeLessThan(
      await guessingScore("zweibrueckner1", []),
    );
  });

  test("judges a long password by its beginning, which bounds the time", async () => {
    const beginning = "password".repeat(4);
    expect(await guessingScore(`${beginning}kF8#mQ2xLp`, [])).toBe(
      await guessingScore(beginning, []),
    );
    expect(await guessingScore(`${beginning.slice(8)}kF8#mQ2xLp`, [])).toBeGreaterThan(
      await guessingScore(beginning, []),
    );
  });

  test("lets other requests be served between concurrent estimates", async () => {
    let left = 10;
    const all = Array.from({ length: left }, async (_, n) => {
      await guessingScore(`kJ8!xQ2#vL9$zT4%wN7^${n}`, []);
      left--;
    });
    const seen = new Set<number>();
    for (; left > 0; await turn()) seen.add(left);
    await Promise.all(all);
    expect(seen.size).toBeGreaterThan(5);
  });
});
