import { fireEvent, screen, within } from "@testing-library/react";
import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../../lib/session.ts";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { tokenFor } from "../../../test/tokens.ts";
import * as toasts from "../../../ui/toast.tsx";
import { CompleteManyDialog } from "./CompleteManyDialog.tsx";
import "../../../locales/en/managedRetirements.ts";
import "../../../locales/en/retirements.ts";
import "../../../locales/en/table.ts";

const aRetirement = (id: number, quantity: number) =>
  ({
    id,
    quantity,
    year: 2016,
    projectName: "Cerrado",
    companyName: "Brennvik",
    registry: { id: 1, name: "Verra" },
  }) as unknown as ManagedRetirement;
const retirements = [aRetirement(3, 5), aRetirement(4, 7), aRetirement(5, 9)];

interface Sent {
  decision: string;
  rows: { id: number; asks: Record<string, string> }[];
}

/** A server that refuses these retirements the first time; returns its requests and their idempotency keys. */
function serve(refusedFirst: readonly number[]) {
  const sent: Sent[] = [];
  const keys: unknown[] = [];
  const server = serverOf({
    "POST /api/v1/management/retirements/serial-checks": () => Response.json({ rows: [] }),
    "POST /api/v1/management/retirements/decisions": (_, init) => {
      sent.push(JSON.parse(String(init?.body)) as Sent);
      keys.push(new Headers(init?.headers).get("Idempotency-Key"));
      return Response.json({ id: 8 }, { status: 202 });
    },
    "GET /api/v1/management/retirements/decisions/8": () => {
      const results = sent
        .at(-1)!
        .rows.map(({ id }) =>
          sent.length === 1 && refusedFirst.includes(id)
            ? { id, code: "VALIDATION_FAILED", detail: "No.", fieldErrors: [missingTonne] }
            : { id, code: null, detail: null },
        );
      return Response.json({ id: 8, total: results.length, results });
    },
  });
  vi.stubGlobal("fetch", server);
  return { sent, keys };
}
const missingTonne = { path: "serialNumberTo", message: "A tonne is missing." };

const row = (id: number) => screen.getByRole("group", { name: new RegExp(`^No\\. ${id},`) });
const field = (id: number, label: string) => within(row(id)).getByLabelText(label);
const type = (id: number, label: string, value: string) =>
  fireEvent.change(field(id, label), { target: { value } });

function fill(id: number): void {
  type(id, "First serial number", `VCS-${id}-1`);
  type(id, "Last serial number", `VCS-${id}-9`);
  type(id, "Registry record", ` https://registry.example/${id} `);
}
const show = (secondPerson: boolean, onClose = vi.fn<() => void>()) => {
  const toasted = vi.spyOn(toasts, "showToast").mockImplementation(() => {});
  const props = { retirements, secondPerson, onClose };
  showPage(() => <CompleteManyDialog {...props} />);
  return { onClose, toasted };
};

test("only rows with input are sent, once all of them are valid, and completed ones are not sent again", async () => {
  const { sent, keys } = serve([4]);
  const { onClose } = show(false);
  const submit = await screen.findByRole("button", { name: "Complete" });
  fireEvent.click(submit);
  expect(await screen.findByText("Fill in at least one row.")).toBeInTheDocument();

  fireEvent.change(screen.getByLabelText("Retired on, for all"), {
    target: { value: "2020-05-04" },
  });
  fill(3);
  fill(4);
  type(4, "Retired on", "2015-12-31");
  fireEvent.click(screen.getByRole("button", { name: /^Complete 2, 12\s/ }));
  expect(field(4, "Retired on")).toBeInvalid();
  expect(field(5, "First serial number")).toBeValid();
  expect(sent).toEqual([]);

  type(4, "Retired on", "2016-01-01");
  fireEvent.click(screen.getByRole("button", { name: /^Complete 2, 12\s/ }));
  expect(await within(row(4)).findByText("A tonne is missing.")).toBeInTheDocument();
  const asksOf = (id: number, day: string) => ({
    serialNumberFrom: `VCS-${id}-1`,
    serialNumberTo: `VCS-${id}-9`,
    registryUrl: `https://registry.example/${id}`,
    retiredAt: `${day}T12:00:00.000Z`,
  });
  const first = { id: 3, asks: asksOf(3, "2020-05-04") };
  const second = { id: 4, asks: asksOf(4, "2016-01-01") };
  expect(sent).toEqual([{ decision: "complete", rows: [first, second] }]);
  expect(within(row(3)).getByText("Retired")).toBeInTheDocument();
  expect(screen.getByText("One retirement is completed: 5 t.")).toBeInTheDocument();
  expect(screen.getByText(/^1 retirement is still in progress/)).toBeInTheDocument();

  // The error was about the previous input; completed ones keep their day.
  type(4, "Last serial number", "VCS-4-8");
  expect(screen.queryByText("A tonne is missing.")).toBeNull();
  fireEvent.change(screen.getByLabelText("Retired on, for all"), {
    target: { value: "2021-01-01" },
  });
  expect(row(3)).toHaveTextContent("4 May 2020");
  fireEvent.click(screen.getByRole("button", { name: /^Complete 1, 7\s/ }));
  await expect.poll(() => sent.length).toBe(2);
  const mended = { ...asksOf(4, "2021-01-01"), serialNumberTo: "VCS-4-8" };
  expect(sent[1]!.rows).toEqual([{ id: 4, asks: mended }]);
  expect(keys[1]).not.toBe(keys[0]);
  expect(await within(row(4)).findByText("Retired")).toBeInTheDocument();
  // One was left untouched.
  expect(onClose).not.toHaveBeenCalled();
});

test("today is sent by the server's clock, which rejects future times, when the local one is days fast", async () => {
  const { sent } = serve([]);
  const nowMs = Date.now() - 2 * 86_400_000;
  storeTokens({ authToken: tokenFor({ nowMs }), refreshToken: "refresh" });
  show(false);
  await screen.findByRole("button", { name: "Complete" });
  fill(3);
  fireEvent.click(screen.getByRole("button", { name: /^Complete 1, 5\s/ }));
  await expect.poll(() => sent).toHaveLength(1);
  const sentAt = Date.parse(sent[0]!.rows[0]!.asks.retiredAt!);
  expect(Math.abs(sentAt - nowMs)).toBeLessThan(20_000);
  clearTokens();
});

test("reports no action if all rows with input were refused", async () => {
  serve([3]);
  const { onClose } = show(false);
  await screen.findByRole("button", { name: "Complete" });
  const leave = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(leave()).toBe(false);
  fill(3);
  expect(leave()).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: /^Complete 1, 5\s/ }));
  await within(row(3)).findByText("A tonne is missing.");
  fireEvent.click(screen.getAllByRole("button", { name: "Close" }).at(-1)!);
  fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
  await expect.poll(() => onClose.mock.calls).toEqual([[false]]);
});

test("what awaits a second operator is never called completed or retired", async () => {
  serve([4]);
  const { onClose, toasted } = show(true);
  await screen.findByRole("button", { name: "Enter serials" });
  for (const { id } of retirements) fill(id);
  fireEvent.click(screen.getByRole("button", { name: /^Enter 3, 21\s/ }));
  expect(await within(row(3)).findByText("To confirm")).toBeInTheDocument();
  expect(screen.getByText(/^2 retirements are entered: 14 t\. Another operator/)).toBeVisible();
  expect(screen.queryByText(/completed|^Retired$/)).toBeNull();

  fireEvent.click(screen.getByRole("button", { name: /^Enter 1, 7\s/ }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(toasted.mock.calls[0]![0].text).toMatch(/^3 retirements are entered: 21/);
});

test("Enter moves to the next row, as in a spreadsheet, and completes nothing", async () => {
  const { sent } = serve([]);
  show(false);
  await screen.findByRole("button", { name: "Complete" });
  for (const { id } of retirements) fill(id);
  field(3, "Last serial number").focus();
  fireEvent.keyDown(document.activeElement!, { key: "Enter" });
  expect(field(4, "Last serial number")).toHaveFocus();
  fireEvent.keyDown(document.activeElement!, { key: "ArrowUp" });
  expect(field(3, "Last serial number")).toHaveFocus();
  // In a date field, the arrow keys change its parts.
  field(3, "Retired on").focus();
  fireEvent.keyDown(document.activeElement!, { key: "ArrowDown" });
  expect(field(3, "Retired on")).toHaveFocus();
  expect(fireEvent.keyDown(document.activeElement!, { key: "Enter" })).toBe(false);
  expect(field(4, "Retired on")).toHaveFocus();
  expect(sent).toEqual([]);
});
