import { MantineProvider } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { showToast } from "./toast.tsx";
import { ToastArea } from "./ToastArea.tsx";

let next: { tone: "good" | "bad"; texts: string[] };
const sayNext = () => next.texts.forEach((text) => showToast({ tone: next.tone, text }));
beforeEach(() => {
  render(
    <MantineProvider env="test">
      <button onClick={sayNext} />
      <ToastArea zIndex={1200} />
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  notifications.clean();
});

function say(tone: "good" | "bad", ...texts: string[]) {
  next = { tone, texts };
  fireEvent.click(screen.getByRole("button", { name: "" }));
}
const seen = () =>
  [...screen.queryAllByRole("group"), ...screen.queryAllByRole("alert")].map(
    ({ textContent }) => textContent,
  );

test("An error is visible at once, however many successes came just before", async () => {
  say("good", "One booked", "Two booked", "Three booked");
  say("bad", "Four was not booked");
  expect(seen()).toContain("Four was not booked");
  await expect.poll(seen).toEqual(["Two booked", "Three booked", "Four was not booked"]);
});

test("An error stays as long as another toast can be removed", async () => {
  say("bad", "One failed");
  say("good", "Two booked", "Three booked", "Four booked");
  expect(seen()).toContain("Four booked");
  await expect.poll(seen).toEqual(["Three booked", "Four booked", "One failed"]);
});

test("A new toast is visible even after three errors", async () => {
  say("bad", "One failed", "Two failed", "Three failed");
  say("good", "Four booked");
  expect(seen()).toContain("Four booked");
  await expect.poll(seen).toEqual(["Four booked", "Two failed", "Three failed"]);
});

test("After a toast is closed, the focus is back where it was", async () => {
  say("bad", "One failed", "Two failed");
  const before = screen.getByRole("button", { name: "" });
  before.focus();
  for (const left of [1, 0]) {
    const close = screen.getAllByRole("button", { name: "Close" })[0]!;
    close.focus();
    fireEvent.click(close);
    expect(document.activeElement).toBe(before);
    await expect.poll(() => seen().length).toBe(left);
  }
});

test("An action that moves the focus keeps it there", () => {
  const field = document.body.appendChild(document.createElement("input"));
  const onClick = () => field.focus();
  act(() => showToast({ tone: "good", text: "One booked", action: { label: "Undo", onClick } }));
  screen.getByRole("button", { name: "" }).focus();
  const undo = screen.getByRole("button", { name: "Undo" });
  undo.focus();
  fireEvent.click(undo);
  expect(document.activeElement).toBe(field);
  field.remove();
});
