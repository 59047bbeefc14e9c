import { MantineProvider } from "@mantine/core";
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import "../lib/i18n.ts";
import "../locales/en/app.ts";
import { OwnPrice } from "./OwnPrice.tsx";

test.each([
  ["nothing without a price of its own", { listPrice: undefined }, ""],
  ["the list price", { listPrice: 12 }, "Your price, list €12.00"],
  ["the lowest of several", { listPrice: 12, isFrom: true }, "Your prices, list from €12.00"],
  ["a list price on request", { listPrice: null, isFrom: true }, "Your price, list on request"],
  ["only figures in a narrow column", { listPrice: 12, isNarrow: true }, "list price €12.00"],
  [
    "words if there is no figure",
    { listPrice: null, isNarrow: true },
    "Your price, list on request",
  ],
])("below a company's price it shows %s", (_, props, expected) => {
  render(
    <MantineProvider env="test">
      <main>
        <OwnPrice {...props} />
      </main>
    </MantineProvider>,
  );
  expect(document.querySelector("main")!.textContent).toBe(expected);
});
