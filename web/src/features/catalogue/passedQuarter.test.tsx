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
