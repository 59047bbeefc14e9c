import { MantineProvider } from "@mantine/core";
import type { Vintage } from "@tonneline/contract/catalogue";
import type { Evidence } from "@tonneline/contract/evidence";
import { render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/evidence.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { FactTable } from "./admin/FactTable.tsx";
import { ClaimRecord } from "./ClaimRecord.tsx";
import { DeliveryOutlook } from "./DeliveryOutlook.tsx";
import EvidenceSections from "./EvidenceSections.tsx";
import { RegistryFigures } from "./RegistryFigures.tsx";
import RegistryStrip from "./RegistryStrip.tsx";

// Elements have no size in jsdom, which the charts complain about once loaded.
vi.mock("./Columns.tsx", () => ({ default: () => null }));

const project = { id: 7, registry: { id: 1, name: "Verra" }, registryUrl: "" };
const registeredOn = { field: "registeredOn", state: "KNOWN", value: "2024-01-12" } as const;
const evidence: Evidence = {
  source: "Registry file",
  asOf: "2025-12-31",
  issuance: [{ vintageYear: 2020, issued: 1_103_504, retired: 5_332, remaining: 1_098_172 }],
  retirements: [],
  firstIssuedAt: "2024",
  lastIssuedAt: "2024",
  completeness: { known: 1, of: 14, fields: [registeredOn] },
  vintages: [],
  priceHistory: [],
};

test("a small retired share is not shown as zero", async () => {
  vi.stubGlobal(
    "fetch",
    serverOf({ "GET /api/v1/projects/7/evidence": () => Response.json(evidence) }),
  );
  showPage(() => <RegistryStrip project={project} />);
  expect(await screen.findByText("<1% of issued credits")).toBeInTheDocument();
});

test.each([
  ["2024", "Issued in 2024."],
  ["2025", "Issued in the years 2024 to 2025."],
])("credits issued from 2024 to %s are labelled so", (lastIssuedAt, expected) => {
  render(
    <MantineProvider env="test">
      <RegistryFigures evidence={{ ...evidence, lastIssuedAt }} project={project} />
    </MantineProvider>,
  );
  expect(screen.getByText(new RegExp(expected))).toBeInTheDocument();
});

test("figures of a chart are read out once, in the table next to it", () => {
  render(
    <MantineProvider env="test">
      <RegistryFigures evidence={evidence} project={project} />
    </MantineProvider>,
  );
  expect(screen.getByRole("region", { name: "By vintage year, tonnes" })).toBeVisible();
  expect(screen.queryByRole("figure")).toBeNull();
});

test.each([
  [5_332, null],
  [6_000, /^The yearly total is 668 t higher than the vintage total/],
])("%d tonnes retired by year are compared with the vintages", (tonnes, expected) => {
  const retirements = [{ year: 2024, tonnes }];
  render(
    <MantineProvider env="test">
      <RegistryFigures evidence={{ ...evidence, retirements }} project={project} />
    </MantineProvider>,
  );
  const notice = screen.queryByText(/The yearly total is/);
  if (expected) expect(notice).toHaveTextContent(expected);
  else expect(notice).toBeNull();
});

test("years without retirements are shown with 0", () => {
  const retirements = [
    { year: 2021, tonnes: 30 },
    { year: 2024, tonnes: 5_302 },
  ];
  render(
    <MantineProvider env="test">
      <RegistryFigures evidence={{ ...evidence, retirements }} project={project} />
    </MantineProvider>,
  );
  const table = screen.getByRole("region", {
    name: "Retired per calendar year, tonnes, all holders",
  });
  const rows = within(table).getAllByRole("row").slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "20245,302",
    "20230",
    "20220",
    "202130",
  ]);
});

test.each([
  ["2024-01-12", "12 Jan 2024"],
  ["2024-99-99", "2024-99-99"],
  ["In spring 2024", "In spring 2024"],
])("a registration of %s is shown as %s, to buyers and operators", (value, expected) => {
  const completeness = { known: 1, of: 14, fields: [{ ...registeredOn, value }] };
  render(
    <MantineProvider env="test">
      <ClaimRecord
        evidence={{ completeness, vintages: [] }}
        vintages={[]}
        recordOf={undefined}
        onRecordOf={() => {}}
      />
      <FactTable facts={completeness.fields} onChange={undefined} />
    </MantineProvider>,
  );
  expect(screen.getAllByText(expected)).toHaveLength(2);
});

test.each([
  ["AVAILABLE", 1],
  ["COMING_SOON", 0],
] as const)("a project that is %s shows its price history %i times", async (id, times) => {
  const priceHistory = [{ vintageId: 3, points: [{ date: "2026-01-12T09:00:00Z", price: 10 }] }];
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/projects/7/evidence": () => Response.json({ ...evidence, priceHistory }),
    }),
  );
  showPage(() => (
    <EvidenceSections
      project={{ ...project, status: { id, name: "" }, vintages: [] }}
      recordOf={undefined}
      onRecordOf={() => {}}
    />
  ));
  await screen.findByText("Issued in 2024.", { exact: false });
  expect(screen.queryAllByRole("heading", { name: "Price history" })).toHaveLength(times);
});

test.each([
  ["2099-Q4", "", "2024 Q4 2099 On schedule –"],
  ["2021-Q4", "", "2024 Q4 2021 Late No new date has been given"],
  ["2021-Q4", "The audit goes on", "2024 Q4 2021 Late The audit goes on"],
])("credits called on schedule for %s are late once that has passed", (quarter, note, row) => {
  const vintage = {
    id: 3,
    year: 2024,
    expectedDelivery: quarter,
    deliveryState: { id: "ON_SCHEDULE", name: "On schedule" },
    deliveryNote: note,
  } as Vintage;
  render(
    <MantineProvider env="test">
      <DeliveryOutlook vintages={[vintage]} />
    </MantineProvider>,
  );
  expect(screen.getByRole("row", { name: row })).toBeInTheDocument();
});
