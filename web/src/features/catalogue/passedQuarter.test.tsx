import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import type { Project, Vintage } from "@tonneline/contract/catalogue";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/catalogue.ts";
import "../../locales/en/projectPage.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { vintage as issued } from "../../test/vintage.ts";
import { FactsPanel } from "./FactsPanel.tsx";
import { NotSold } from "./NotSold.tsx";
import { SaleFoot } from "./SaleFoot.tsx";
import { VintageRow } from "./VintageRow.tsx";

/* What is said of expected credits once their quarter has passed. */

const onSchedule = { id: "ON_SCHEDULE", name: "On schedule" } as const;
const vintage: Vintage = {
  ...issued,
  creditType: { id: "EX_ANTE", name: "Expected" },
  expectedDelivery: "2021-Q4",
  deliveryState: onSchedule,
};

function showRow(facts: Partial<Vintage>): void {
  cleanup();
  const line = { vintage: { ...vintage, ...facts }, inCart: 0, tonnes: 0, netCents: 0 };
  const shop = { inCartOf: () => undefined } as never;
  const rest = { shop, purchasable: false, onRequest: false, record: undefined };
  showInTable(
    <VintageRow line={{ ...line, changed: false }} {...rest} onRecord={() => undefined} />,
  );
}

function showInTable(row: ReactNode): void {
  render(
    <MantineProvider env="test">
      <table>
        <tbody>{row}</tbody>
      </table>
    </MantineProvider>,
  );
}

test("A vintage still called on schedule is late in the shop, with the reason if there is one", () => {
  showRow({});
  expect(screen.getAllByText("Late: no new date has been given")).not.toEqual([]);
  showRow({ deliveryNote: "The verifier was changed" });
  expect(screen.getAllByText("Late: The verifier was changed")).not.toEqual([]);
  showRow({ expectedDelivery: "2099-Q4" });
  expect(screen.queryByText(/Late/)).toBeNull();
  showRow({ deliveryState: { id: "LATE", name: "Late" }, deliveryNote: "Audit" });
  expect(screen.getAllByText("Late: Audit")).not.toEqual([]);
});

test.each([
  ["2021-Q4", /^The sale has not opened yet, and no date is set\.$/, "The sale has not opened yet"],
  ["2099-Q4", /first credits are expected in Q4 2099\.$/, "First credits expected Q4 2099"],
])("A project that opens with credits of %s says so only until then", async (from, text, card) => {
  vi.stubGlobal(
    "fetch",
    serverOf({ "GET /api/v1/me/searches": () => Response.json({ content: [] }) }),
  );
  const project = {
    id: 7,
    name: "Mangroves",
    externalId: null,
    status: { id: "COMING_SOON", name: "Coming soon" },
    creditTypes: ["EX_ANTE"],
    expectedDelivery: { from, to: "2099-Q4" },
  } as unknown as Project;
  showPage(() => (
    <>
      <NotSold project={project} />
      <SaleFoot project={project} />
    </>
  ));
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getByText(card)).toBeInTheDocument();
  await screen.findByRole("button", { name: /: Mangroves$/ });
});

test.each([
  ["2099-Q2", "2099-Q2", "Delivery Q2 2099"],
  ["2099-Q2", "2099-Q4", "Delivery Q2 2099 – Q4 2099"],
  ["2021-Q4", "2099-Q4", "Delivery until Q4 2099"],
  ["2021-Q3", "2021-Q4", "Vintage 2021"],
])("A card with expected credits from %s to %s says: %s", async (from, to, text) => {
  const project = {
    id: 7,
    status: { id: "AVAILABLE", name: "Available" },
    availableCredits: 80,
    expectedCredits: 80,
    expectedDelivery: { from, to },
    totalCredits: 80,
    vintagesAvailable: { min: 2021, max: 2021 },
    priceFrom: 12,
  } as unknown as Project;
  showPage(() => <SaleFoot project={project} />);
  expect(await screen.findByText("expected", { exact: false })).toHaveTextContent(
    `80 t expected${text}`,
  );
});

test("The offer names the quarters of its expected credits that are still ahead", async () => {
  const expected = ["2021-Q4", "2099-Q2", "2099-Q3"].map((expectedDelivery, id) => ({
    ...vintage,
    id,
    expectedDelivery,
  }));
  vi.stubGlobal("fetch", serverOf({}));
  const show = (vintages: Vintage[]) => {
    cleanup();
    const project = {
      id: 7,
      name: "Mangroves",
      status: { id: "AVAILABLE", name: "Available" },
      availableCredits: 80,
      totalCredits: 80,
      categories: ["CREDIT_SALE"],
      projectDeveloper: { id: 1, name: "Moor" },
      auditor: null,
      vintages,
    } as unknown as Project;
    showPage(() => <FactsPanel project={project} onChoose={() => undefined} />);
  };
  show(expected);
  expect(await screen.findByText(/offered/)).toHaveTextContent(
    /offered, delivery Q2 2099 – Q3 2099$/,
  );
  show(expected.slice(0, 1));
  expect(await screen.findByText(/offered/)).toHaveTextContent(/offered$/);
});
