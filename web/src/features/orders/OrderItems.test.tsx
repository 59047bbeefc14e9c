import { MantineProvider } from "@mantine/core";
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/cart.ts";
import "../../locales/en/orders.ts";
import type { ItemState } from "./ItemTable.tsx";
import { OrderItems } from "./OrderItems.tsx";

const order = {
  items: [],
  totalCredits: 20,
  totalPriceNet: 144.75,
  vatAmount: 27.5,
  vatPercentage: 19,
  vatCategory: "S" as const,
  totalPriceGross: 172.25,
};
const credited = "Credited−€26.42Remaining total€145.83";

test.each<[number, ItemState, boolean]>([
  [26.42, "open", true],
  [26.42, "paid", true],
  [26.42, "rejected", false],
  [0, "open", false],
])("%d euros credited of an order that is %s are shown: %s", (sum, standing, isTold) => {
  render(
    <MantineProvider env="test">
      <OrderItems order={{ ...order, creditedAmount: sum }} caption="Items" standing={standing} />
    </MantineProvider>,
  );
  expect(document.body.textContent).toContain("Total€172.25");
  expect(document.body.textContent.includes(credited)).toBe(isTold);
});

test.each([
  [
    { changedVat: { vatPercentage: 20, vatAmount: 28.95, totalPriceGross: 173.7 } },
    "VAT is 20% now: the invoice will have €28.95, in total €173.70.",
  ],
  [{ placedVatPercentage: 16 }, "Rate on the day of supply; it was 16% when the order was placed."],
])("A rate of VAT that has changed since the order was placed is explained: %o", (change, note) => {
  const shown = (more: object) => {
    const { unmount } = render(
      <MantineProvider env="test">
        <OrderItems order={{ ...order, ...more }} caption="Items" />
      </MantineProvider>,
    );
    const text = document.body.textContent;
    unmount();
    return text;
  };
  expect(shown(change)).toContain(note);
  expect(shown({ changedVat: null, placedVatPercentage: null })).not.toMatch(
    /VAT is|day of supply/,
  );
});
