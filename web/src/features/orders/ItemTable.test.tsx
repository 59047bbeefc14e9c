import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/cart.ts";
import { ItemTable, type ItemState } from "./ItemTable.tsx";

const rows = [
  {
    key: "vintage",
    name: "Mangroves",
    creditType: "EX_POST" as const,
    tonnes: 33,
    price: 10,
    total: 330,
  },
  { key: "report", name: "Carbon and tenure", price: 1250, total: 1250 },
];

it.each<[ItemState, string, string]>([
  [
    "open",
    "Issued, 33 t can be retired once the order is paid",
    "Reports to download once the order is paid",
  ],
  ["paid", "Issued, 33 t delivered into your portfolio", "Reports can be downloaded"],
  ["rejected", "Issued, 33 t", "Reports"],
])("says for an order that is %s what can be done with its items", (standing, issued, reports) => {
  render(
    <MantineProvider env="test">
      <ItemTable caption="Items" rows={rows} state={standing} />
    </MantineProvider>,
  );
  const heads = screen.getAllByRole("rowheader").map(({ textContent }) => textContent.trim());
  const kind = "Due-diligence report";
  const names = [`Mangroves${kind}`, `Carbon and tenure${kind}`];
  expect(heads).toEqual([issued, names[0], reports, names[1]]);
});

it.each<[ItemState, number, string]>([
  ["paid", 3, "Issued, 33 t delivered into your portfolio; 3 t went back on sale"],
  ["paid", 33, "Issued, 33 t went back on sale"],
  ["open", 3, "Issued, 33 t can be retired once the order is paid; 3 t went back on sale"],
  ["open", 33, "Issued, 33 t went back on sale"],
  ["rejected", 3, "Issued, 33 t"],
])(
  "states for an order that is %s what happened to its credits, %i t of which a credit note returned",
  (standing, returned, issued) => {
    render(
      <MantineProvider env="test">
        <ItemTable caption="Items" rows={[{ ...rows[0]!, returned }]} state={standing} />
      </MantineProvider>,
    );
    expect(screen.getAllByRole("rowheader")[0]!.textContent.trim()).toBe(issued);
  },
);
