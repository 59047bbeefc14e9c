import { roleNames } from "@tonneline/contract/accounts";
import { afterEach, expect, test, vi } from "vitest";
import { paths } from "../lib/paths.ts";
import { queryClient } from "../lib/queryClient.ts";
import { clearTokens, storeTokens } from "../lib/session.ts";
import { serverOf } from "../test/network.ts";
import { tokenFor } from "../test/tokens.ts";
import { preparePage } from "./preparePage.ts";
import { router } from "./routes.tsx";

afterEach(() => {
  queryClient.clear();
  clearTokens();
});

/** Counts the requests of the list of projects before the session is refreshed. */
async function requestsOf(facts: Parameters<typeof tokenFor>[0]) {
  const list = vi.fn<() => Response>(() =>
    Response.json({ content: [], totalElements: 0, page: 0, size: 24, last: true }),
  );
  const facets = vi.fn<() => Response>(() => Response.json({ facets: {}, total: 0 }));
  vi.stubGlobal(
    "fetch",
    serverOf({ "GET /api/v1/projects": list, "GET /api/v1/projects/facets": facets }),
  );
  Object.defineProperty(document, "fonts", {
    configurable: true,
    value: { load: async () => [] },
  });
  storeTokens({ authToken: tokenFor(facts), refreshToken: "r" });
  router.latestLocation = router.buildLocation({ to: paths.spot });
  await preparePage();
  // The page's own chunk may load after the layout's.
  await import("../features/catalogue/listPages.tsx");
  await new Promise((resolve) => setTimeout(resolve));
  return list.mock.calls.length + facets.mock.calls.length;
}

test("a member's page requests its data while the session is still being refreshed", async () => {
  expect(await requestsOf({})).toBe(2);
});

test.each([{ needsSecondFactor: true as const }, { roleName: roleNames.anonymous }])(
  "nothing is requested for a user who will be redirected: %j",
  async (facts) => {
    expect(await requestsOf(facts)).toBe(0);
  },
);
