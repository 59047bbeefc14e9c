import { onlineManager } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
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

/** Its button goes with what it does. */
function Retirement() {
  const [declined, setDeclined] = useState(false);
  return (
    <main tabIndex={-1}>
      <a href="/portfolio">Portfolio</a>
      <p>
        <a href="/management/companies/3">Brennvik</a>
        {!declined && <button onClick={() => setDeclined(true)}>Decline</button>}
      </p>
    </main>
  );
}

it("keeps the place of whoever uses the keyboard when the focused button goes", async () => {
  render(
    <>
      <Retirement />
      <Offline />
    </>,
  );
  screen.getByRole("button", { name: "Decline" }).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => document.activeElement?.textContent).toBe("Brennvik");
});
