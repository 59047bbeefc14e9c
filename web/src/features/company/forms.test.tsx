import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Company } from "@tonneline/contract/company";
import type { CompanyEInvoices } from "@tonneline/contract/eInvoices";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import { today } from "../../lib/format.ts";
import { storeTokens } from "../../lib/session.ts";
import "../../locales/en/company.ts";
import { serverOf } from "../../test/network.ts";
import { tokenFor } from "../../test/tokens.ts";
import { Unsaved } from "../../ui/unsaved.ts";
import { Budgets } from "./Budgets.tsx";
import { useCompany } from "./company.queries.ts";
import { EInvoiceForm } from "./EInvoiceForm.tsx";
import { GeneralForm } from "./GeneralForm.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { Rules } from "./Rules.tsx";

vi.mock("@tanstack/react-router", () => ({
  Link: ({ children }: { children: string }) => <span>{children}</span>,
  useRouter: () => undefined,
}));

type Saved = Company & Pick<CompanyEInvoices, "profile" | "reference" | "address">;

/** The saved company, all of whose forms share one version. */
let saved: Saved;
let client: QueryClient;
let unsaved: { current: number };

function change(_: URL, init: RequestInit | undefined): Response {
  const body = JSON.parse(String(init?.body)) as Partial<Saved>;
  if (body.version !== saved.version) {
    const problem = { type: "about:blank", title: "", code: "VERSION_CONFLICT", detail: "No" };
    return Response.json({ ...problem, status: 409 }, { status: 409 });
  }
  saved = { ...saved, ...body, version: saved.version + 1 };
  return Response.json(saved);
}
const eInvoices = ({ profile, reference, address, version }: Saved) =>
  Response.json({ profile, reference, address, version });

const seenIn = (url: URL) => Number(url.searchParams.get("version"));
const server = serverOf({
  "GET /api/v1/me/company": () => Response.json(saved),
  "PATCH /api/v1/me/company": change,
  "PUT /api/v1/me/company/approval-rules": (url, init) => {
    const approvalRules = JSON.parse(String(init?.body)) as Saved["approvalRules"];
    return change(url, { body: JSON.stringify({ approvalRules, version: seenIn(url) }) });
  },
  "PUT /api/v1/me/company/budgets": (url, init) => {
    const budgets = JSON.parse(String(init?.body)) as Saved["budgets"];
    const figures = { requested: 0, ordered: 0, paid: 0, left: 0 };
    const planned = budgets.map((each) => ({ ...figures, ...each }));
    return change(url, { body: JSON.stringify({ budgets: planned, version: seenIn(url) }) });
  },
  "POST /api/v1/me/company/invitations": () => Response.json({}, { status: 201 }),
  "GET /api/v1/me/company/e-invoices": () => eInvoices(saved),
  "PUT /api/v1/me/company/e-invoices": (url, init) => {
    const response = change(url, init);
    return response.ok ? eInvoices(saved) : response;
  },
});

beforeEach(() => {
  saved = {
    id: 1,
    name: "Brennvik",
    role: "OWNER",
    blocked: false,
    members: [],
    invitations: [],
    requirePurchaseOrderNumber: false,
    approvalRules: [],
    budgets: [],
    version: 4,
    profile: "EN16931",
    reference: null,
    address: null,
  };
  unsaved = { current: 0 };
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  vi.stubGlobal("fetch", server);
  storeTokens({ authToken: tokenFor(), refreshToken: "refresh" });
});

function Forms() {
  const { data: company } = useCompany();
  if (!company) return null;
  return (
    <>
      <GeneralForm company={company} mayManage />
      <InviteForm />
      <EInvoiceForm mayChange />
      <Rules company={company} />
      <Budgets company={company} mayChange />
    </>
  );
}

async function open(): Promise<void> {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Unsaved value={unsaved}>
          <Forms />
        </Unsaved>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByLabelText(/Your reference/);
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

/** A colleague saves, and the page refetches as on window focus. */
async function colleagueSaves(part: Partial<Saved>): Promise<void> {
  saved = { ...saved, ...part, version: saved.version + 1 };
  await act(() => client.refetchQueries());
}

it("shows the conflict with a colleague's reference, even if it was refetched since", async () => {
  await open();
  type(/Your reference/, "A-1");
  await colleagueSaves({ reference: "B-2" });
  press("Save format");
  expect(await screen.findByText(/changed your company in the meantime/)).toBeInTheDocument();
  expect(saved.reference).toBe("B-2");

  press("Save format");
  await vi.waitFor(() => expect(saved.reference).toBe("A-1"));
});

it("focuses the rejected field of a format, until another one is chosen", async () => {
  const message = "XRechnung needs a Leitweg-ID or another reference of the buyer";
  const problem = { status: 400, code: "VALIDATION_FAILED", detail: "Some fields are not valid." };
  await open();
  type(/Format of the XML/, "XRECHNUNG");
  const fieldErrors = [{ path: "reference", message }];
  server.mockImplementationOnce(async () =>
    Response.json({ ...problem, fieldErrors }, { status: 400 }),
  );
  press("Save format");
  await screen.findByText(message);
  await vi.waitFor(() => expect(screen.getByLabelText(/Your reference/)).toHaveFocus());
  type(/Format of the XML/, "EN16931");
  expect(screen.queryByText(message)).toBeNull();
});

it("names the switch by its label alone, as its description is read after it", async () => {
  await open();
  const name = "Every order needs a purchase order number";
  const toggle = screen.getByRole("switch", { name });
  expect(toggle).toHaveAccessibleDescription("Orders cannot be placed without one.");
});

it("shows the conflict with a colleague's name, even if it was refetched since", async () => {
  await open();
  type("Name", "Brennvik A");
  await colleagueSaves({ name: "Brennvik B" });
  press("Save");
  expect(await screen.findByText(/changed the company in the meantime/)).toBeInTheDocument();
  expect(saved.name).toBe("Brennvik B");
  expect(screen.getByLabelText("Name")).toHaveValue("Brennvik A");

  press("Save");
  await vi.waitFor(() => expect(saved.name).toBe("Brennvik A"));
});

it("shows the conflict with a colleague's rule, even if it was refetched since", async () => {
  await open();
  press("Add a rule");
  type("Euros, net", "500");
  await colleagueSaves({ approvalRules: [{ kind: "EX_ANTE" }] });
  press("Save rules");
  expect(await screen.findByText(/Your rules are still here/)).toBeInTheDocument();
  expect(saved.approvalRules).toEqual([{ kind: "EX_ANTE" }]);

  press("Save rules");
  await vi.waitFor(() => expect(saved.approvalRules).toEqual([{ kind: "AMOUNT", over: 500 }]));
});

it("has nothing to save in any form until something is changed", async () => {
  saved = { ...saved, approvalRules: [{ kind: "EX_ANTE" }] };
  await open();
  const disabled = () =>
    ["Save", "Save format", "Save rules"].filter(
      (name) => screen.getByRole("button", { name }).ariaDisabled === "true",
    );
  expect(disabled()).toEqual(["Save", "Save format", "Save rules"]);
  type("Name", "Brennvik A");
  type(/Your reference/, "A-1");
  press("Add a rule");
  await vi.waitFor(() => expect(disabled()).toEqual([]));
});

it("says that no rule is set, and offers nothing to save, until one is added", async () => {
  await open();
  const none = "No rule is set: orders need no approval.";
  expect(screen.getByText(none)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Save rules" })).toBeNull();
  press("Add a rule");
  expect(screen.queryByText(none)).toBeNull();
  expect(screen.getByRole("button", { name: "Save rules" })).toBeInTheDocument();
});

it("keeps the focus among the rules when one is removed or added, and moves it to a missing figure", async () => {
  saved = { ...saved, approvalRules: [{ kind: "EX_ANTE" }, { kind: "AMOUNT", over: 500 }] };
  await open();
  screen.getByRole("button", { name: "Remove rule 2" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.queryByRole("button", { name: "Remove rule 2" })).toBeNull();
  expect(screen.getByRole("button", { name: "Remove rule 1" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("button", { name: "Add a rule" })).toHaveFocus();
  // Both rules hold until this is saved.
  expect(screen.queryByText(/No rule is set/)).toBeNull();
  expect(screen.getByRole("button", { name: "Save rules" })).toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  const kind = screen.getByLabelText("Approval is needed for", { selector: "input" });
  await vi.waitFor(() => expect(kind).toHaveFocus());
  press("Save rules");
  await vi.waitFor(() => expect(screen.getByLabelText("Euros, net")).toHaveFocus());
  expect(screen.getByLabelText("Euros, net")).toBeInvalid();
});

/** Types key by key, as users do: the field shows each step. */
function typeByKeys(label: string, text: string): void {
  for (let end = 1; end <= text.length; end++) type(label, text.slice(0, end));
}

it("accepts the euros of a rule as typed, and rejects ambiguous ones", async () => {
  await open();
  press("Add a rule");
  const field = screen.getByLabelText("Euros, net");
  typeByKeys("Euros, net", "12000.5");
  expect(field).toHaveValue("12000.5");
  fireEvent.blur(field);
  expect(field).toHaveValue("12,000.50");

  typeByKeys("Euros, net", "1.120");
  press("Save rules");
  expect(await screen.findByText("Enter euros, for example 1,500.00")).toBeInTheDocument();
  expect(field).toHaveValue("1.120");
  expect(saved.approvalRules).toEqual([]);

  typeByKeys("Euros, net", "1.120,50");
  press("Save rules");
  await vi.waitFor(() => expect(saved.approvalRules).toEqual([{ kind: "AMOUNT", over: 1120.5 }]));
});

it("shows the conflict with a colleague's budget next to the input", async () => {
  const budget = { year: Number(today().slice(0, 4)), requested: 0, ordered: 0, paid: 0, left: 0 };
  await open();
  press("Add a cost centre");
  type("Cost centre", "CC-1");
  type("Budget in euros, net", "500");
  await colleagueSaves({ budgets: [{ ...budget, costCentre: "CC-2", amount: 70 }] });
  press("Save budget");
  expect(await screen.findByText(/Nothing is saved yet/)).toBeInTheDocument();
  expect(saved.budgets).toMatchObject([{ costCentre: "CC-2" }]);

  press("Save budget");
  await vi.waitFor(() =>
    expect(saved.budgets).toMatchObject([
      { costCentre: "CC-2", amount: 70 },
      { costCentre: "CC-1", amount: 500 },
    ]),
  );
});

it("shows a colleague's rule if nothing was typed", async () => {
  await open();
  await colleagueSaves({ approvalRules: [{ kind: "EX_ANTE" }] });
  expect(await screen.findByRole("group", { name: "Rule 1" })).toBeInTheDocument();
});

it("asks for confirmation before leaving with input in any of the forms, and not once it is saved", async () => {
  await open();
  type("Name", "Brennvik A");
  expect(unsaved.current).toBe(1);
  type(/Your reference/, "A-1");
  expect(unsaved.current).toBe(2);
  press("Add a rule");
  expect(unsaved.current).toBe(3);
  press("Remove rule 1");
  expect(unsaved.current).toBe(2);
  type("Email", "mira@brennvik.example");
  await vi.waitFor(() => expect(unsaved.current).toBe(3));
  press("Save format");
  await vi.waitFor(() => expect(unsaved.current).toBe(2));
  press("Send invitation");
  await vi.waitFor(() => expect(unsaved.current).toBe(1));
});

it("keeps the input of one form while another is saved, and saves it without a conflict", async () => {
  await open();
  type("Name", "Brennvik A");
  type(/Your reference/, "A-1");
  press("Save format");
  await vi.waitFor(() => expect(saved.reference).toBe("A-1"));
  await vi.waitFor(() => expect(client.isFetching() + client.isMutating()).toBe(0));
  expect(screen.getByLabelText("Name")).toHaveValue("Brennvik A");
  press("Save");
  await vi.waitFor(() => expect(saved.name).toBe("Brennvik A"));
});

it("follows a colleague's change in an untouched form", async () => {
  await open();
  type("Name", "Brennvik A");
  await colleagueSaves({ reference: "B-2" });
  await vi.waitFor(() => expect(screen.getByLabelText(/Your reference/)).toHaveValue("B-2"));
  expect(screen.getByLabelText("Name")).toHaveValue("Brennvik A");
});

it("reports that the format of invoices could not be loaded, and retries on request", async () => {
  let isDown = true;
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me/company/e-invoices": () =>
        isDown ? new Response("{}", { status: 500 }) : eInvoices(saved),
    }),
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <EInvoiceForm mayChange />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(
    await screen.findByText("The format of your invoices could not be loaded"),
  ).toBeInTheDocument();
  isDown = false;
  press("Try again");
  expect(await screen.findByLabelText(/Your reference/)).toBeInTheDocument();
});

it("warns about characters of the company's name that certificates cannot print", async () => {
  await open();
  type("Name", "Brennvik বাংলা");
  expect(screen.getByLabelText("Name")).toHaveAccessibleDescription(/show □ in their place/);
  type("Name", "Бренвік");
  expect(screen.getByLabelText("Name")).not.toHaveAccessibleDescription();
});
