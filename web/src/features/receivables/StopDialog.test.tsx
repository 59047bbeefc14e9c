import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Receivable } from "@tonneline/contract/receivables";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { dayAhead } from "../../lib/days.ts";
import { day, today } from "../../lib/format.ts";
import { serverOf } from "../../test/network.ts";
import { StopDialog } from "./StopDialog.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/receivables.ts";
import "../../locales/en/table.ts";

// An autosize textarea waits for fonts to load, which jsdom does not support.
Object.assign(document, { fonts: new EventTarget() });
const invoice = { id: 7, invoiceNumber: "2026-000007", companyName: "Lumenhof" } as Receivable;

function open(onClose = () => {}) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <StopDialog invoice={invoice} onClose={onClose} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it("shows the server's errors at their fields", async () => {
  const fieldErrors = [
    { path: "until", message: "Enter a day from today on" },
    { path: "reason", message: "Contains characters that cannot be used" },
  ];
  const problem = { type: "about:blank", title: "", code: "VALIDATION_FAILED", detail: "Wrong" };
  const server = serverOf({
    "PUT /api/v1/management/orders/7/reminders/stop": () =>
      Response.json({ ...problem, status: 400, fieldErrors }, { status: 400 }),
  });
  vi.stubGlobal("fetch", server);
  open();
  await vi.waitFor(() => expect(screen.getByLabelText("We wait until a date")).toHaveFocus());
  const until = document.querySelector<HTMLInputElement>("input[type=date]")!;
  fireEvent.change(until, { target: { value: today() } });
  const reason = document.querySelector("textarea")!;
  fireEvent.change(reason, { target: { value: "They asked \u202e for it" } });
  fireEvent.submit(reason.closest("form")!);
  expect(await screen.findByText("Contains characters that cannot be used")).toBeInTheDocument();
  expect(until).toHaveAccessibleDescription("Enter a day from today on");
  expect(reason).toBeInvalid();
});

it("pauses with a reason until a day within a year; a dispute has no day", async () => {
  const [sent, onClose] = [vi.fn<(body: unknown) => void>(), vi.fn<() => void>()];
  const server = serverOf({
    "PUT /api/v1/management/orders/7/reminders/stop": (_, init) => {
      sent(JSON.parse(String(init?.body)));
      return Response.json({});
    },
  });
  vi.stubGlobal("fetch", server);
  open(onClose);
  const reason = document.querySelector("form textarea")!;
  const stop = (day: string, why: string) => {
    const until = document.querySelector<HTMLInputElement>("input[type=date]");
    if (until) fireEvent.change(until, { target: { value: day } });
    fireEvent.change(reason, { target: { value: why } });
    fireEvent.submit(document.querySelector("form")!);
  };
  for (const wrong of [dayAhead(-1), dayAhead(366)]) {
    stop(wrong, "They pay on Friday");
    const until = document.querySelector("input[type=date]");
    expect(until).toHaveAccessibleDescription(`Enter a day from today to ${day(dayAhead(365))}.`);
  }
  stop(today(), " no ");
  expect(sent).not.toHaveBeenCalled();
  stop(dayAhead(365), "They pay on Friday");
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  fireEvent.click(screen.getByRole("radio", { name: /dispute/i }));
  stop("", "Too many tonnes");
  await expect.poll(() => onClose.mock.calls).toHaveLength(2);
  expect(sent.mock.calls).toEqual([
    [{ kind: "PAUSED", until: dayAhead(365), reason: "They pay on Friday" }],
    [{ kind: "DISPUTE", reason: "Too many tonnes" }],
  ]);
});
