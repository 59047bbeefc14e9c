import { endpoint } from "@tonneline/contract/endpoint";
import { beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { tokenFor } from "../test/tokens.ts";
import { latestOnly } from "./latest.ts";
import { storeTokens } from "./session.ts";

const shape = z.object({ q: z.string() });
const find = endpoint({
  method: "GET",
  path: "/things",
  access: "admitted",
  summary: "Find",
  query: shape,
  response: shape,
});
const save = endpoint({
  method: "POST",
  path: "/things",
  access: "admitted",
  summary: "Save",
  body: shape,
  response: shape,
});

/** Sends the response to a request, by its query, when the test calls it. */
let answers: Record<string, () => void>;

beforeEach(() => {
  answers = {};
  storeTokens({ authToken: tokenFor(), refreshToken: "first" });
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    const asked = typeof init.body === "string" ? init.body : `{"q":"${url.split("q=")[1]}"}`;
    return new Promise<Response>((resolve, reject) => {
      init.signal?.addEventListener("abort", () => reject(init.signal!.reason as Error));
      answers[asked] = () => resolve(new Response(asked));
    });
  });
  vi.mocked(console.warn).mockReturnValue();
});

const asked = async (q: string) => {
  await vi.waitFor(() => expect(answers[`{"q":"${q}"}`]).toBeDefined(), 30_000);
  return answers[`{"q":"${q}"}`]!;
};
const warnings = () => vi.mocked(console.warn).mock.calls.flat();
const forgetWarnings = () => vi.mocked(console.warn).mockClear();

it("cancels the earlier call of the same method, with a warning, and resolves the newest", async () => {
  const ask = latestOnly();
  const first = ask(find, { query: { q: "wi" } });
  await asked("wi");
  const second = ask(find, { query: { q: "wind" } });
  await expect(first).rejects.toMatchObject({ name: "AbortError" });
  (await asked("wind"))();
  await expect(second).resolves.toEqual({ q: "wind" });
  expect(warnings()).toEqual(["Canceled: GET /things"]);
  forgetWarnings();
});

it("ignores calls of the other method, of other instances, and finished ones", async () => {
  const ask = latestOnly();
  const got = ask(find, { query: { q: "got" } });
  const saved = ask(save, { body: { q: "saved" } });
  const otherSearch = latestOnly()(find, { query: { q: "elsewhere" } });
  for (const q of ["got", "saved", "elsewhere"]) (await asked(q))();
  await expect(Promise.all([got, saved, otherSearch])).resolves.toHaveLength(3);
  const next = ask(save, { body: { q: "next" } });
  (await asked("next"))();
  await expect(next).resolves.toEqual({ q: "next" });
});

it("cancels a POST for a newer POST", async () => {
  const ask = latestOnly();
  const first = ask(save, { body: { q: "one" } });
  await asked("one");
  const second = ask(save, { body: { q: "two" } });
  await expect(first).rejects.toMatchObject({ name: "AbortError" });
  (await asked("two"))();
  await expect(second).resolves.toEqual({ q: "two" });
  expect(warnings()).toEqual(["Canceled: POST /things"]);
  forgetWarnings();
});

it("is canceled by the caller's own signal too", async () => {
  const controller = new AbortController();
  const first = latestOnly()(find, { query: { q: "left" } }, controller.signal);
  await asked("left");
  controller.abort();
  await expect(first).rejects.toMatchObject({ name: "AbortError" });
  expect(warnings()).toEqual(["Canceled: GET /things"]);
  forgetWarnings();
});
