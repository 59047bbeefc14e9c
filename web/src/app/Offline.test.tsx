import { onlineManager } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import Offline from "./Offline.tsx";

it("shows that the network is down, and what waits for it, until it is back", () => {
  render(<Offline />);
  const told = screen.getByRole("status");
  expect(told).toBeEmptyDOMElement();
  act(() => onlineManager.setOnline(false));
  expect(told).toHaveTextContent(/^You are offline\. What you save or order waits/);
  act(() => onlineManager.setOnline(true));
  expect(told).toBeEmptyDOMElement();
});
