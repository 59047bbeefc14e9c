import { act, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { WhenNear } from "./WhenNear.tsx";

describe("what is dear to draw and stands further down", () => {
  let come = () => {};
  beforeEach(() => {
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
          seen([{ isIntersecting: false }]);
          come = () => seen([{ isIntersecting: true }]);
        }
        observe() {}
        disconnect() {}
      },
    );
    render(<WhenNear room={<i>Room</i>}>Chart</WhenNear>);
  });

  test("keeps its room while it is far", () => {
    expect(screen.getByText("Room")).toBeVisible();
    expect(screen.queryByText("Chart")).toBeNull();
  });

  test("is drawn when the reader comes near, and stays", () => {
    act(() => come());
    expect(screen.getByText("Chart")).toBeVisible();
    expect(screen.queryByText("Room")).toBeNull();
  });

  test("is drawn by the time the page is printed", () => {
    act(() => {
      window.dispatchEvent(new Event("beforeprint"));
      expect(screen.getByText("Chart")).toBeVisible();
    });
    expect(screen.getByText("Chart")).toBeVisible();
  });
});
