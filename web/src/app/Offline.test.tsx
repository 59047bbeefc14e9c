import { onlineManager } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Offline } from "./Offline.tsx";

it("shows that the network is down, and what waits for it, until it is back", () => {
  render(<Offline />);
  const status = screen.getByRole("status");
  expect(status).toBeEmptyDOMElement();
  act(() => onlineManager.setOnline(false));
  expect(status).toHaveTextContent(/^You are offline\. What you save or order is sent/);
  act(() => onlineManager.setOnline(true));
  expect(status).toBeEmptyDOMElement();
});
