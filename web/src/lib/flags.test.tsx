import { act, render, screen } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { afterEach, expect, test } from "vitest";
import { useFeatureFlag, useFlags } from "./flags.ts";

afterEach(() => useFlags.setState({ new_cart_api: false }));

function Shown() {
  return <p>{useFeatureFlag("new_cart_api") ? "The new cart" : "The old cart"}</p>;
}

test("a flag that changes during the first render is shown", () => {
  // Runs before the effects of Shown.
  function Changing() {
    useLayoutEffect(() => useFlags.setState({ new_cart_api: true }), []);
    return null;
  }
  render(
    <>
      <Shown />
      <Changing />
    </>,
  );
  expect(screen.getByText("The new cart")).toBeVisible();
});

test("later changes of a flag are shown in both directions", () => {
  render(<Shown />);
  expect(screen.getByText("The old cart")).toBeVisible();
  act(() => useFlags.setState({ new_cart_api: true }));
  expect(screen.getByText("The new cart")).toBeVisible();
  act(() => useFlags.setState({ new_cart_api: false }));
  expect(screen.getByText("The old cart")).toBeVisible();
});
