import { renderHook } from "@testing-library/react";
import { roleNames } from "@tonneline/contract/accounts";
import { expect, it, vi } from "vitest";
import { browser, isLoggedIn, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { tokenFor } from "../../test/tokens.ts";
import { useAdmission } from "./useAdmission.ts";

const refusedWith = (code: string, status: number) => () =>
  Response.json({ code, status, detail: code }, { status });

/** Returns where a tab leads when it becomes visible again. */
async function renderAdmission(answer: () => Response) {
  const load = vi.fn<typeof browser.load>();
  browser.load = load;
  const warned = vi.mocked(console.warn).mockReturnValue();
  vi.mocked(console.error).mockReturnValue();
  const server = serverOf({ "POST /api/v1/auth/refresh": answer });
  vi.stubGlobal("fetch", server);
  storeTokens({ authToken: tokenFor({ roleName: roleNames.anonymous }), refreshToken: "first" });
  const { unmount } = renderHook(() => useAdmission());
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(load.mock.calls.length + warned.mock.calls.length).toBe(1));
  unmount();
  // The client logs refusals of the auth service.
  expect(vi.mocked(console.error).mock.calls).toHaveLength(1);
  vi.mocked(console.error).mockReset();
  warned.mockReset();
  return load.mock.calls.flat();
}

it("leads a user whose session has ended meanwhile to the login", async () => {
  expect(await renderAdmission(refusedWith("INVALID_TOKEN", 400))).toEqual([
    expect.stringMatching(/^\/login\?ended=true&next=/),
  ]);
  expect(isLoggedIn()).toBe(false);
});

it("keeps waiting while the server is busy", async () => {
  expect(await renderAdmission(refusedWith("RATE_LIMITED", 429))).toEqual([]);
  expect(isLoggedIn()).toBe(true);
});
