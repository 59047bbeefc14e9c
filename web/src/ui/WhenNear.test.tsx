import { act, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { WhenNear } from "./WhenNear.tsx";

describe("expensive content further down", () => {
  let enterViewport = () => {};
  beforeEach(() => {
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
          seen([{ isIntersecting: false }]);
          enterViewport = () => seen([{ isIntersecting: true }]);
        }
        observe() {}
        disconnect() {}
      },
    );
    render(<WhenNear placeholder={<i>Room</i>}>Chart</WhenNear>);
  });

  test("reserves its room while it is far away", () => {
    expect(screen.getByText("Room")).toBeVisible();
    expect(screen.queryByText("Chart")).toBeNull();
  });

  test("is rendered when scrolled near, and stays", () => {
    act(() => enterViewport());
    expect(screen.getByText("Chart")).toBeVisible();
    expect(screen.queryByText("Room")).toBeNull();
  });

  test("is rendered in time for printing", () => {
    act(() => {
      window.dispatchEvent(new Event("beforeprint"));
      expect(screen.getByText("Chart")).toBeVisible();
    });
    expect(screen.getByText("Chart")).toBeVisible();
  });
});
