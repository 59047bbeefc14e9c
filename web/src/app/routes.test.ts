import { expect, it } from "vitest";
import { paths } from "../lib/paths.ts";
import { router } from "./routes.tsx";

it("has a page or a redirect for every path", () => {
  const routed = new Set(Object.keys(router.routesByPath));
  expect(Object.values(paths).filter((path) => !routed.has(path))).toEqual([]);
});

it("redirects a certificate's short path to its page, without a login", async () => {
  await router.navigate({ to: paths.certificateInShort, params: { number: "TL-2026-000042" } });
  expect(router.state.location.pathname).toBe("/certificates/TL-2026-000042");
});
