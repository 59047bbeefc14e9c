import { fireEvent, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { useScrollAfterReload } from "./useScrollAfterReload.ts";

let room: number;
let grow: () => void;
const scrollTo = vi.fn<(to: { top: number }) => void>(({ top }) =>
  vi.stubGlobal("scrollY", Math.min(top, room)),
);
beforeEach(() => {
  grow = () => {};
  scrollTo.mockClear();
  vi.stubGlobal("scrollTo", scrollTo);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(onResize: () => void) {
        grow = onResize;
      }
      observe() {}
      disconnect() {
        grow = () => {};
      }
    },
  );
});

/** Leaves a page at 1500 px and loads a page in its place. */
function load(type: string, top = 1500) {
  const first = renderHook(() => useScrollAfterReload());
  vi.stubGlobal("scrollY", top);
  fireEvent(window, new Event("pagehide"));
  first.unmount();
  vi.stubGlobal("scrollY", 0);
  Object.assign(performance, { getEntriesByType: () => [{ type }] });
  renderHook(() => useScrollAfterReload());
}
function growTo(height: number) {
  room = height;
  grow();
  return scrollY;
}

it("a reloaded page scrolls to where it was as it grows, and then leaves the user alone", () => {
  load("reload");
  expect(growTo(200)).toBe(200);
  expect(growTo(4000)).toBe(1500);
  vi.stubGlobal("scrollY", 0);
  expect(growTo(5000)).toBe(0);
  // Later pages of the same document are not reloaded ones.
  renderHook(() => useScrollAfterReload());
  expect(growTo(5000)).toBe(0);
});

it.each(["wheel", "touchmove", "pointerdown", "keydown", "popstate"])(
  "a reloaded page stays where it is after %s",
  (type) => {
    load("reload");
    fireEvent(window, new Event(type));
    expect(growTo(4000)).toBe(0);
  },
);

it("only a reload scrolls, and only the page that was reloaded", () => {
  load("navigate");
  expect(growTo(4000)).toBe(0);
  history.replaceState(null, "", "/cart");
  load("reload");
  history.replaceState(null, "", "/orders");
  renderHook(() => useScrollAfterReload());
  expect(scrollTo).not.toHaveBeenCalled();
});
