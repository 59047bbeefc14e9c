import { expect, it } from "vitest";
import { paths } from "../lib/paths.ts";
import { router } from "./routes.tsx";

it("has a page, or a way on, for every address", () => {
  const routed = new Set(Object.keys(router.routesByPath));
  expect(Object.values(paths).filter((path) => !routed.has(path))).toEqual([]);
});
