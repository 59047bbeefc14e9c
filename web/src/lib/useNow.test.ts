import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { tokenFor } from "../test/tokens.ts";
import { storeTokens } from "./session.ts";
import { useNow } from "./useNow.ts";

test("now follows the server's clock if ours is an hour fast or slow", () => {
  for (const wrongBy of [-3_600_000, 3_600_000]) {
    const serverAt = Date.now() + wrongBy;
    storeTokens({ authToken: tokenFor({ nowMs: serverAt }), refreshToken: "refresh" });
    const { result, unmount } = renderHook(() => useNow());
    expect(Math.abs(result.current - serverAt)).toBeLessThan(10_000);
    unmount();
  }
});

test("the clock keeps ticking for one row after another is unmounted", () => {
  vi.useFakeTimers();
  const [gone, left] = [renderHook(useNow), renderHook(useNow)];
  const before = left.result.current;
  gone.unmount();
  act(() => void vi.advanceTimersByTime(10_000));
  expect(left.result.current).toBe(before + 10_000);
  left.unmount();
  vi.useRealTimers();
});
