import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { useKeptFocus } from "./useKeptFocus.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve, 200));

function Mails({ onSent = () => {} }: { onSent?: () => void }) {
  const [waiting, setWaiting] = useState(false);
  useKeptFocus();
  return (
    <main tabIndex={-1}>
      <button>Earlier</button>
      <ul>
        <li>
          <input type="file" hidden />
          <button>Invoice</button>
          {!waiting && <button onClick={() => (setWaiting(true), onSent())}>Send again</button>}
        </li>
      </ul>
    </main>
  );
}
const press = async () => {
  screen.getByRole("button", { name: "Send again" }).focus();
  await userEvent.keyboard("{Enter}");
};

afterEach(() => window.history.replaceState(null, "", "/"));

it("moves the focus to the nearest control when the pressed button goes", async () => {
  render(<Mails />);
  await press();
  await expect.poll(() => document.activeElement?.textContent).toBe("Invoice");
});

it("leaves the focus alone for whoever clicks", async () => {
  render(<Mails />);
  await userEvent.click(screen.getByRole("button", { name: "Send again" }));
  await settled();
  expect(document.body).toHaveFocus();
});

it("leaves the focus to the heading of a new page", async () => {
  render(<Mails onSent={() => window.history.replaceState(null, "", "/management/orders")} />);
  await press();
  await settled();
  expect(document.body).toHaveFocus();
});

it("leaves the focus where the action itself has moved it", async () => {
  render(<Mails onSent={() => screen.getByRole("button", { name: "Earlier" }).focus()} />);
  await press();
  await settled();
  expect(screen.getByRole("button", { name: "Earlier" })).toHaveFocus();
});
