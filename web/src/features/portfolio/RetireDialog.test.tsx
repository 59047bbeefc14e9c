import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Holding } from "@tonneline/contract/portfolio";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { tokenFor } from "../../test/tokens.ts";
import { RetireDialog } from "./RetireDialog.tsx";
import "../../locales/en/portfolio.ts";

const holding: Holding = {
  vintageId: 7,
  projectId: 3,
  projectName: "Alto Mayo",
  year: 2022,
  available: 40,
  creditType: "EX_POST",
  claimType: "CONTRIBUTION",
  externalId: "VCS 944",
  registry: { id: 1, name: "Verra" },
  projectType: { id: 1, name: "Forests" },
} as Holding;

const sent = vi.fn<(body: object) => void>();
const onDone = vi.fn<() => void>();
const onClose = vi.fn<() => void>();
const key = vi.fn<(key: string | null) => void>();
const failConnection = () => Promise.reject(new TypeError("No line"));
const acceptRequest = () => Response.json({ content: [] }, { status: 201 });
let response: () => Response | Promise<Response>;
const server = serverOf({
  "POST /api/v1/me/retirements/batch": (_, init) => {
    sent(JSON.parse(String(init?.body)) as object);
    key(new Headers(init?.headers).get("idempotency-key"));
    return response();
  },
});

beforeEach(() => {
  for (const each of [sent, onDone, onClose, key]) each.mockReset();
  response = acceptRequest;
  vi.stubGlobal("fetch", server);
  storeTokens({ authToken: tokenFor(), refreshToken: "refresh" });
});
afterEach(() => {
  clearTokens();
  sessionStorage.clear();
});

function open() {
  show([holding]);
  expect(field("Quantity")).toHaveAccessibleDescription("in tonnes");
  type("Quantity", "5");
}

function show(holdings: Holding[]): QueryClient {
  const client = new QueryClient();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RetireDialog
          holdings={holdings}
          company="Brennvik Logistics GmbH"
          onDone={onDone}
          onClose={onClose}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return client;
}
const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>((text) => text.startsWith(label), {
    selector: "input, textarea, select",
  });
const type = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole("button", { name: /^Request retirement/ }));

it("marks invalid input at its field, and does not claim that it may have arrived", async () => {
  open();
  type("Message on the certificate", "For\u00072025");
  submit();
  expect(await screen.findByText("Contains characters that cannot be used")).toBeInTheDocument();
  expect(field("Message on the certificate")).toBeInvalid();
  expect(screen.queryByText(/Something went wrong/)).not.toBeInTheDocument();
  expect(sent).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText(/^Nothing has been requested/)).toBeInTheDocument();
});

it("removes the invisible characters of a pasted name", async () => {
  open();
  type("Beneficiary", "\u200EBrennvik\u200F");
  submit();
  await expect.poll(() => sent).toHaveBeenCalled();
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ beneficiaryName: "Brennvik" });
  await expect.poll(() => onDone).toHaveBeenCalled();
});

it("sends no retirement without the claim period that was chosen", async () => {
  open();
  type("Claim year", "period");
  Object.defineProperty(field("Claim period to"), "validity", { value: { badInput: true } });
  submit();
  expect(await screen.findByText("Enter a complete, valid date.")).toBeInTheDocument();
  type("Claim period from", "2025-02-01");
  submit();
  expect(sent).not.toHaveBeenCalled();

  type("Claim year", "");
  type("Claim year", "period");
  type("Claim period from", "");
  submit();
  expect(await screen.findByText(/^Enter at least one day/)).toBeInTheDocument();
  type("Claim period to", "2025-02-28");
  submit();
  await expect.poll(() => sent).toHaveBeenCalled();
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ periodTo: "2025-02-28" });
});

it("warns about characters that the certificate cannot print, and sends them all the same", async () => {
  open();
  type("Beneficiary", "বাংলা");
  expect(screen.getByText(/show □ in their place/)).toBeInTheDocument();
  expect(field("Beneficiary")).toHaveAccessibleDescription(/show □/);
  submit();
  await expect.poll(() => sent).toHaveBeenCalled();
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ beneficiaryName: "বাংলা" });
});

it("warns that credits bought as a contribution are not meant for own emissions", () => {
  open();
  expect(screen.getByText(/· Issued · Contribution · Verra/)).toBeInTheDocument();
  const warning = /^Bought as a contribution: not intended to be set against your own emissions\.$/;
  expect(screen.getByText(warning)).toBeInTheDocument();
  type("Purpose", "CONTRIBUTION");
  expect(screen.queryByText(warning)).not.toBeInTheDocument();
});

it("warns about claims that the law bans, where they would be printed", () => {
  open();
  const warning = /^EU law bans telling consumers that credits make a product neutral/;
  type("Message on the certificate", "Business travel by air");
  expect(screen.queryByText(warning)).not.toBeInTheDocument();
  type("Message on the certificate", "Our shoes are climate neutral");
  expect(screen.getByText(warning)).toBeInTheDocument();
});

it("shows the remaining tonnes, and requests no more than there are", async () => {
  open();
  expect(screen.getByText(/^35\st still available$/)).toBeInTheDocument();
  type("Quantity", "41");
  expect(screen.queryByText(/still available$/)).toBeNull();
  await expect.poll(() => document.activeElement).toBe(field("Quantity"));
  field("Beneficiary").focus();
  submit();
  expect(screen.getByText(/^Only 40\st can be retired\.$/)).toBeInTheDocument();
  await expect.poll(() => document.activeElement).toBe(field("Quantity"));
  fireEvent.click(screen.getByRole("button", { name: /^Retire all 40/ }));
  expect(screen.getByText(/^0\st still available$/)).toBeInTheDocument();
  expect(sent).not.toHaveBeenCalled();
});

it("retires once when a request is restored after a lost response, even if its credits are already deducted", async () => {
  response = failConnection;
  open();
  submit();
  expect(await screen.findByText(/^We do not know yet whether/)).toBeInTheDocument();
  cleanup();

  show([{ ...holding, available: 0 }]);
  expect(screen.getByText(/^We do not know yet whether/)).toBeInTheDocument();
  expect(field("Quantity")).toHaveValue("5");
  type("Quantity", "6");
  submit();
  expect(screen.getByText(/^Only 0\st can be retired\.$/)).toBeInTheDocument();
  expect(sent).toHaveBeenCalledOnce();

  type("Quantity", "5");
  response = acceptRequest;
  submit();
  await expect.poll(() => onDone).toHaveBeenCalled();
  expect(key.mock.calls).toEqual([[expect.stringMatching(/./)], key.mock.calls[0]]);
  cleanup();
  show([holding]);
  expect(field("Quantity")).toHaveValue("");
});

it("resends a request unchanged right after its response was lost, even if its credits are already deducted", async () => {
  response = failConnection;
  const client = new QueryClient();
  const dialog = (available: number) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RetireDialog
          holdings={[{ ...holding, available }]}
          company="Brennvik Logistics GmbH"
          onDone={onDone}
          onClose={onClose}
        />
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(dialog(8));
  type("Quantity", "5");
  submit();
  await screen.findByText(/the credits are retired once, never twice/);
  rerender(dialog(3));
  response = acceptRequest;
  submit();
  await expect.poll(() => onDone).toHaveBeenCalled();
  expect(key.mock.calls).toEqual([[expect.stringMatching(/./)], key.mock.calls[0]]);
});

it("warns before closing that the request may have arrived, and restores it for the same holdings only", async () => {
  response = failConnection;
  open();
  submit();
  await screen.findByText(/^We do not know yet whether/);
  cleanup();
  const other = { ...holding, vintageId: 8 };
  for (const others of [[other], [holding, other]]) {
    show(others);
    expect(screen.queryByText(/^We do not know yet whether/)).toBeNull();
    cleanup();
  }

  show([holding]);
  const problem = { type: "about:blank", title: "", code: "RATE_LIMITED", detail: "Too many." };
  response = () => Response.json({ ...problem, status: 429 }, { status: 429 });
  submit();
  expect(await screen.findByText("Too many.")).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText(/^Your request may have arrived/)).toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalledOnce();
  cleanup();
  show([holding]);
  expect(screen.queryByText(/^We do not know yet whether/)).toBeNull();
});

it("does not call a changed request the same as one whose response was lost, nor that one never made", async () => {
  const leave = async (text: RegExp) => {
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "Keep editing" }));
  };
  const refuse = () => {
    const problem = { type: "about:blank", title: "", code: "INVALID_TRANSITION", detail: "Sold." };
    return Response.json({ ...problem, status: 409 }, { status: 409 });
  };
  response = failConnection;
  open();
  submit();
  expect(await screen.findByText(/retired once, never twice/)).toBeInTheDocument();
  type("Quantity", "6");
  expect(screen.queryByText(/retired once, never twice/)).toBeNull();
  expect(screen.getByText(/another request, and both may be retired/)).toBeInTheDocument();
  await leave(/^Your request may have arrived/);
  // A refusal of the changed request says nothing about the earlier one.
  response = refuse;
  submit();
  await screen.findByText("Sold.");
  await leave(/^Your request may have arrived/);
  type("Quantity", "5");
  expect(screen.getByText(/retired once, never twice/)).toBeInTheDocument();
  submit();
  await screen.findByText("Sold.");
  const [first, changed, again] = key.mock.calls;
  expect(changed).not.toEqual(first);
  expect(again).toEqual(first);
  type("Quantity", "4");
  expect(screen.queryByText(/^We do not know yet whether/)).toBeNull();
  await leave(/^Nothing has been requested/);
});

it("does not restore a request that was refused", async () => {
  const problem = { type: "about:blank", title: "", code: "INVALID_TRANSITION", detail: "Sold." };
  response = () => Response.json({ ...problem, status: 409 }, { status: 409 });
  open();
  submit();
  expect(await screen.findByText(/Sold\./)).toBeInTheDocument();
  cleanup();
  show([holding]);
  expect(field("Quantity").value).toBe("");
});

it("cannot be closed while a request is in flight", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  response = () => promise;
  open();
  submit();
  await expect.poll(() => sent).toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await new Promise((settled) => setTimeout(settled, 50));
  resolve(acceptRequest());
  await expect.poll(() => onDone).toHaveBeenCalled();
  expect(screen.queryByText("Discard what you typed?")).toBeNull();
});

it("asks once before it discards input: Escape returns to the form, and the page is not left unasked", async () => {
  open();
  const leaving = () => fireEvent(window, new Event("beforeunload", { cancelable: true }));
  expect(leaving()).toBe(false);
  await userEvent.keyboard("{Escape}");
  expect(await screen.findByText("Discard what you typed?")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => screen.queryByText("Discard what you typed?")).toBeNull();
  await new Promise((settled) => setTimeout(settled));
  expect(screen.queryByText("Discard what you typed?")).toBeNull();
  expect(field("Quantity")).toHaveValue("5");
});

it("shows why a request failed, even if a small screen is scrolled down to the button", async () => {
  const shown = vi.spyOn(Element.prototype, "scrollIntoView");
  const problem = { type: "about:blank", title: "", code: "VALIDATION_FAILED", detail: "Wrong." };
  const refuseWith = (fieldErrors: object[]) => () =>
    Response.json({ ...problem, status: 400, fieldErrors }, { status: 400 });
  response = refuseWith([{ path: "periodTo", message: "This year has not begun." }]);
  open();
  submit();
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("This year has not begun.");
  await expect.poll(() => shown.mock.contexts).toEqual([alert]);

  response = failConnection;
  submit();
  const lost = await screen.findByText(/^We do not know yet whether/);
  await expect.poll(() => shown.mock.contexts).toHaveLength(2);
  expect(shown.mock.contexts[1]).toContainElement(lost);
  shown.mockRestore();
});

it("presets several holdings in full, and updates what is left of them at once", async () => {
  const second = { ...holding, vintageId: 3, year: 2021, available: 1200 };
  const client = show([holding, second]);
  const lists = [["portfolio", "summary"], ["retirements"]];
  for (const list of lists) client.setQueryData(list, {});
  expect(field("Tonnes of Alto Mayo, 2021")).toHaveValue("1,200");
  type("Tonnes of Alto Mayo, 2022", "4");
  type("Tonnes of Alto Mayo, 2021", "1100");
  fireEvent.blur(field("Tonnes of Alto Mayo, 2021"));
  expect(field("Tonnes of Alto Mayo, 2021")).toHaveValue("1,100");
  fireEvent.click(screen.getByRole("button", { name: /^Request retirement of 1,104/ }));
  await expect.poll(() => onDone).toHaveBeenCalled();
  expect(sent.mock.calls[0]?.[0]).toMatchObject({
    holdings: [
      { vintageId: 7, quantity: 4 },
      { vintageId: 3, quantity: 1100 },
    ],
  });
  const stale = lists.map((list) => client.getQueryState(list)?.isInvalidated);
  expect(stale).toEqual([true, true]);
});
