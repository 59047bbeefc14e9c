import { cleanup, fireEvent, screen } from "@testing-library/react";
import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { afterEach, expect, test, vi } from "vitest";
import { today } from "../../../lib/format.ts";
import { storeTokens } from "../../../lib/session.ts";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import { tokenFor } from "../../../test/tokens.ts";
import * as toasts from "../../../ui/toast.tsx";
import { CompleteDialog } from "./CompleteDialog.tsx";
import "../../../locales/en/certificates.ts";
import "../../../locales/en/managedRetirements.ts";
import "../../../locales/en/retirements.ts";
import "../../../locales/en/table.ts";

const retirement = {
  id: 3,
  quantity: 5,
  year: 2016,
  projectName: "Cerrado Forest",
  projectType: { id: 1, name: "Forest" },
  countries: ["BR"],
  registry: { id: 1, name: "Verra" },
  beneficiaryName: "Brennvik",
  purpose: "OWN_EMISSIONS",
  requestedAt: "2026-03-10T12:00:00.000Z",
  entered: null,
  unnamed: false,
} as unknown as ManagedRetirement;

// The dialog checks serial numbers a moment after they are typed: on a busy machine, after the test.
afterEach(cleanup);

test("a day before the request is accepted, but its field asks whether it is correct", async () => {
  showPage(() => (
    <CompleteDialog retirement={retirement} secondPerson={false} onClose={() => undefined} />
  ));
  const date = await screen.findByLabelText(/^Retired on/);
  const warning = /before the buyer requested it on 10 Mar 2026/;
  for (const [day, before] of [
    ["2026-03-10", false],
    ["2026-03-09", true],
    ["2017-01-01", true],
    ["", false],
  ] as const) {
    fireEvent.change(date, { target: { value: day } });
    if (before) expect(date).toHaveAccessibleDescription(warning);
    else expect(date).not.toHaveAccessibleDescription(warning);
    expect(date).toBeValid();
  }
});

test("input is sent as typed, with one key for all attempts, and an error stays at its field until it is corrected", async () => {
  const retiredBefore = { path: "blocks.1.serialNumberTo", message: "Retired before, as no. 2." };
  const refusal = { type: "", title: "", code: "VALIDATION_FAILED", detail: "No.", status: 400 };
  const entered = { ...retirement, entered: { username: "noor@x.example" } };
  const responses = [
    () => Response.json({}, { status: 502 }),
    () => Response.json({ ...refusal, fieldErrors: [retiredBefore] }, { status: 400 }),
    () => Response.json(entered),
  ];
  const sent: unknown[] = [];
  const keys: (string | null)[] = [];
  const server = serverOf({
    "POST /api/v1/management/retirements/serial-checks": () => Response.json({ rows: [] }),
    "POST /api/v1/management/retirements/3/complete": (_, init) => {
      sent.push(JSON.parse(String(init?.body)));
      keys.push(new Headers(init?.headers).get("idempotency-key"));
      return responses.shift()!();
    },
  });
  vi.stubGlobal("fetch", server);
  const toasted = vi.spyOn(toasts, "showToast").mockImplementation(() => {});
  const closed = vi.fn<() => void>();
  showPage(() => <CompleteDialog retirement={retirement} secondPerson onClose={closed} />);
  await screen.findByText(/It takes effect once another operator has confirmed it/);
  const type = (label: string | RegExp, value: string, at = 0) =>
    fireEvent.change(screen.getAllByLabelText(label)[at]!, { target: { value } });
  const send = () => fireEvent.click(screen.getByRole("button", { name: "Enter serials" }));
  type("First serial number", "VCS-1-100");
  type("Last serial number", "VCS-1-103");
  type(/^Retired on/, "2026-03-12");
  send();
  // Incomplete input is not sent.
  expect(screen.getByLabelText(/^Link to the registry/)).toBeInvalid();
  fireEvent.click(screen.getByRole("button", { name: "Add a block" }));
  type("First serial number", "VCS-1-200", 1);
  type(/^Link to the registry/, "https://registry.example/1");
  send();
  expect(screen.getAllByLabelText("Last serial number")[1]).toBeInvalid();
  expect(sent).toEqual([]);

  type("Last serial number", "VCS-1-200", 1);
  send();
  expect(await screen.findByRole("alert")).toBeVisible();
  send();
  expect(await screen.findByText("Retired before, as no. 2.")).toBeVisible();
  expect(screen.queryByText("No.")).toBeNull();
  const block = (from: number, to: number) => ({
    serialNumberFrom: `VCS-1-${from}`,
    serialNumberTo: `VCS-1-${to}`,
  });
  const body = {
    blocks: [block(100, 103), block(200, 200)],
    registryUrl: "https://registry.example/1",
    retiredAt: "2026-03-12T12:00:00.000Z",
  };
  expect(sent).toEqual([body, body]);
  expect(keys[1]).toBe(keys[0]);

  type("Last serial number", "VCS-1-201", 1);
  expect(screen.queryByText("Retired before, as no. 2.")).toBeNull();
  send();
  await expect.poll(() => closed.mock.calls.length).toBe(1);
  expect(sent[2]).toEqual({ ...body, blocks: [block(100, 103), block(200, 201)] });
  expect(keys[2]).not.toBe(keys[0]);
  expect(toasted.mock.calls[0]![0].text).toMatch(/^One retirement is entered: 5\st\. Another/);
});

test("today is sent by the server's clock, which rejects future times, when the local one is an hour fast", async () => {
  const serverAt = Date.now() - 3_600_000;
  const sent: { retiredAt: string }[] = [];
  const checked = vi.fn(() => Response.json({ rows: [] }));
  const server = serverOf({
    "POST /api/v1/management/retirements/serial-checks": checked,
    "POST /api/v1/management/retirements/3/complete": (_, init) => {
      sent.push(JSON.parse(String(init?.body)) as { retiredAt: string });
      return Response.json(retirement);
    },
  });
  vi.stubGlobal("fetch", server);
  vi.spyOn(toasts, "showToast").mockImplementation(() => {});
  showPage(() => {
    storeTokens({ authToken: tokenFor({ nowMs: serverAt }), refreshToken: "refresh" });
    return <CompleteDialog retirement={retirement} secondPerson onClose={() => undefined} />;
  });
  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await screen.findByLabelText("First serial number");
  type("First serial number", "VCS-1-100");
  type("Last serial number", "VCS-1-104");
  type(/^Link to the registry/, "https://registry.example/1");
  // In the first hour of a day here, the server's clock may still be on the previous day.
  type(/^Retired on/, today(new Date(serverAt)));
  fireEvent.click(screen.getByRole("button", { name: "Enter serials" }));
  await expect.poll(() => sent).toHaveLength(1);
  await expect.poll(() => checked).toHaveBeenCalled();
  expect(Math.abs(Date.parse(sent[0]!.retiredAt) - serverAt)).toBeLessThan(20_000);
});
