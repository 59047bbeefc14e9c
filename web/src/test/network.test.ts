import { describe, expect, it, vi } from "vitest";
import { rejectUnexpected, serverOf, drainUnexpected } from "./network.ts";

const server = serverOf({ "GET /api/v1/things": ({ search }) => new Response(search) });

it("responds to known requests", async () => {
  const response = await server("/api/v1/things?page=2", { method: "GET" });
  expect(await response.text()).toBe("?page=2");
  expect(drainUnexpected()).toEqual([]);
});

it.each([
  ["another path", () => server("/api/v1/others")],
  ["another method", () => server("/api/v1/things", { method: "POST" })],
  ["no server at all", () => fetch("/api/v1/things")],
  ["one that a test names", () => rejectUnexpected("/api/v1/things")],
])("reports the method and URL of an unexpected request: %s", async (_how, ask) => {
  await expect(ask()).rejects.toThrow("Nobody answers");
  expect(drainUnexpected()).toEqual([
    expect.stringMatching(/^(GET|POST) \/api\/v1\/(things|others)$/),
  ]);
});

it("reports an unexpected upload, too", () => {
  expect(() => new XMLHttpRequest().open("POST", "/api/v1/things")).toThrow("Nobody answers");
  expect(drainUnexpected()).toEqual(["POST /api/v1/things"]);
});

describe("a test that replaces fetch", () => {
  it("gets its own answers", async () => {
    vi.stubGlobal("fetch", server);
    expect((await fetch("/api/v1/things")).ok).toBe(true);
  });

  it("leaves nothing of it to the next one", async () => {
    await expect(fetch("/api/v1/things")).rejects.toThrow("Nobody answers");
    expect(drainUnexpected()).toEqual(["GET /api/v1/things"]);
  });
});
