import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import { EmbeddedForm } from "./EmbeddedForm.tsx";

const external = "https://forms.example/contact";
const onSubmitted = vi.fn<() => void>();
const onCancelled = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  onSubmitted.mockReset();
  onCancelled.mockReset();
});
afterEach(() => vi.useRealTimers());

function open(address: string | null = external) {
  const prefill = { firstName: "Ilse", lastName: "Varendonk", email: "i@b.example", topic: "T" };
  render(
    <MantineProvider env="test">
      <EmbeddedForm
        external={address}
        prefill={prefill}
        onSubmitted={onSubmitted}
        onCancelled={onCancelled}
      />
    </MantineProvider>,
  );
  return screen.getByTitle<HTMLIFrameElement>("Contact form");
}

/** Delivers a window message as a browser does. */
function say(frame: HTMLIFrameElement, eventName: string, from: MessageEventInit = {}) {
  const data = { type: "hsFormCallback", eventName };
  const source = frame.contentWindow;
  act(() => {
    fireEvent(
      window,
      new MessageEvent("message", { data, source, origin: "https://forms.example", ...from }),
    );
  });
}
const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const spinner = () => screen.queryByRole("status");

it("shows a spinner until 300 ms after the form is ready", () => {
  const frame = open();
  wait(10_000);
  expect(spinner()).toBeInTheDocument();
  say(frame, "onFormReady");
  wait(299);
  expect(spinner()).toBeInTheDocument();
  wait(1);
  expect(spinner()).not.toBeInTheDocument();
});

it("reports that the form was submitted or cancelled", () => {
  const frame = open();
  say(frame, "onFormSubmitted");
  expect(onSubmitted).toHaveBeenCalledTimes(1);
  say(frame, "onFormCancelled");
  expect(onCancelled).toHaveBeenCalledTimes(1);
});

it("ignores messages from other origins and other windows", () => {
  const frame = open();
  say(frame, "onFormSubmitted", { origin: "https://evil.example" });
  say(frame, "onFormSubmitted", { source: window });
  say(frame, "onFormSubmitted", { source: null });
  say(frame, "onFormReady", { origin: "http://forms.example" });
  wait(300);
  expect(onSubmitted).not.toHaveBeenCalled();
  expect(spinner()).toBeInTheDocument();
});

it("keeps a third-party page from navigating this window, and does not sandbox our own", () => {
  expect(open().getAttribute("sandbox")).not.toContain("allow-top-navigation");
  expect(document.querySelectorAll("iframe[sandbox]")).toHaveLength(1);
});

it("is our own form if no external one is configured", () => {
  const frame = open(null);
  expect(frame.src).toMatch(/\/support-form#firstname=Ilse&/);
  expect(frame).not.toHaveAttribute("sandbox");
  say(frame, "onFormSubmitted", { origin: window.location.origin });
  expect(onSubmitted).toHaveBeenCalledTimes(1);
});

it("reports that the form does not load, and retries", () => {
  open();
  wait(20_000);
  expect(screen.getByText("The form could not be loaded")).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByTitle("Contact form")).toBeInTheDocument();
  expect(spinner()).toBeInTheDocument();
});

it("shows a form that loads after the timeout", () => {
  const frame = open();
  wait(20_000);
  expect(spinner()).not.toBeInTheDocument();
  say(frame, "onFormReady");
  expect(screen.queryByText("The form could not be loaded")).not.toBeInTheDocument();
  wait(300);
  expect(spinner()).not.toBeInTheDocument();
  expect(frame).toBeVisible();
});
