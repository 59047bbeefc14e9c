import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { CompanyDetails } from "@tonneline/contract/company";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import { storeTokens } from "../../lib/session.ts";
import "../../locales/en/account.ts";
import "../../locales/en/cart.ts";
import { invoiceDetails } from "../../test/invoiceDetails.ts";
import { serverOf } from "../../test/network.ts";
import { tokenFor } from "../../test/tokens.ts";
import { useCompanyDetails } from "../company/company.queries.ts";
import { CompanyForm } from "./CompanyForm.tsx";

let saved: CompanyDetails;
let sent: CompanyDetails[];
let client: QueryClient;

const server = serverOf({
  "GET /api/v1/me/company/details": () => Response.json(saved),
  "GET /api/v1/me/cart": () => Response.json({ items: [] }),
  "POST /api/v1/me/company/details": (_, init) => {
    const body = JSON.parse(String(init?.body)) as CompanyDetails;
    sent.push(body);
    if (body.version !== saved.version) {
      const problem = { type: "about:blank", title: "", code: "VERSION_CONFLICT", detail: "No" };
      return Response.json({ ...problem, status: 409 }, { status: 409 });
    }
    saved = { ...body, version: body.version + 1 };
    return Response.json(saved);
  },
});

beforeEach(() => {
  saved = { ...invoiceDetails, version: 4 };
  sent = [];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  vi.stubGlobal("fetch", server);
  storeTokens({ authToken: tokenFor(), refreshToken: "refresh" });
});

function Form() {
  const { data } = useCompanyDetails();
  return data ? <CompanyForm saved={data} /> : null;
}

async function open(): Promise<void> {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Form />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByLabelText("Street and number");
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));

/** A colleague saves, and the page refetches as on window focus. */
async function colleagueSaves(change: Partial<CompanyDetails>): Promise<void> {
  saved = { ...saved, ...change, version: saved.version + 1 };
  await act(() => client.refetchQueries());
}

it("shows the conflict with a colleague's change, even if it was refetched since", async () => {
  await open();
  type("Street and number", "Elbchaussee 3");
  await colleagueSaves({ invoiceEmail: "billing@brennvik.example" });
  save();
  expect(await screen.findByText(/Somebody else has changed this/)).toBeInTheDocument();
  await expect.poll(() => document.activeElement?.textContent).toMatch(/^Somebody else has/);
  expect(saved.invoiceEmail).toBe("billing@brennvik.example");

  fireEvent.click(screen.getByRole("button", { name: "Use the saved version" }));
  expect(screen.getByLabelText("Street and number")).toHaveValue("Hafenkontor 14");
  type("Street and number", "Elbchaussee 3");
  save();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(saved).toMatchObject({
    invoiceAddress: { street: "Elbchaussee 3" },
    invoiceEmail: "billing@brennvik.example",
  });
});

it("overwrites it once the conflict was shown", async () => {
  await open();
  type("Street and number", "Elbchaussee 3");
  await colleagueSaves({ invoiceEmail: "billing@brennvik.example" });
  save();
  await screen.findByText(/Somebody else has changed this/);
  save();
  await vi.waitFor(() => expect(sent.map(({ version }) => version)).toEqual([4, 5]));
  expect(saved.invoiceEmail).toBe("accounts@brennvik.example");
});

it("follows a colleague's change while nothing is typed, and saves on top of it", async () => {
  await open();
  await colleagueSaves({ vatNumber: "DE987654321" });
  await vi.waitFor(() => expect(screen.getByDisplayValue("DE987654321")).toBeInTheDocument());
  type("Street and number", "Elbchaussee 3");
  save();
  await vi.waitFor(() => expect(saved.version).toBe(6));
  expect(sent).toMatchObject([{ vatNumber: "DE987654321", version: 5 }]);
});

it("has nothing to save until something is changed, and once it is saved", async () => {
  await open();
  const button = screen.getByRole("button", { name: "Save" });
  expect(button).toHaveAttribute("aria-disabled", "true");
  save();
  type("Street and number", "Elbchaussee 3");
  await vi.waitFor(() => expect(button).not.toHaveAttribute("aria-disabled"));
  save();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await vi.waitFor(() => expect(button).not.toHaveAttribute("aria-busy"));
  expect(button).toHaveAttribute("aria-disabled", "true");
});

it("requires no postal code or province where there are none, and accepts a province of two letters", async () => {
  saved.invoiceAddress = { ...saved.invoiceAddress!, countryCode: "HK" };
  await open();
  type("Postal code optional", "");
  type("Province or state optional", "");
  save();
  await vi.waitFor(() =>
    expect(saved).toMatchObject({ invoiceAddress: { postalCode: "", province: "" }, version: 5 }),
  );

  await colleagueSaves({ invoiceAddress: { ...saved.invoiceAddress, countryCode: "US" } });
  await vi.waitFor(() => expect(screen.getByLabelText("Province or state")).toHaveValue(""));
  type("Postal code", "94016");
  type("Province or state", "CA");
  save();
  await vi.waitFor(() => expect(saved.invoiceAddress).toMatchObject({ province: "CA" }));
});

it("warns about characters in name and address that invoices cannot print, and saves them anyway", async () => {
  await open();
  for (const [label, letters] of [
    ["Company name", "বাংলা"],
    ["Street and number", "ተቢሌ 7"],
    ["City", "சென்னை"],
    ["Province or state", "ភ្នំពេញ"],
  ] as const) {
    expect(screen.getByLabelText(label)).not.toHaveAccessibleDescription();
    type(label, letters);
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(/show □ in their place/);
  }
  save();
  await expect.poll(() => sent).toMatchObject([{ companyName: "বাংলা" }]);
});
