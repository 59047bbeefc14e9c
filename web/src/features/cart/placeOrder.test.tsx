import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import "../../locales/en/cart.ts";
import type { CartModel } from "./cart.model.ts";
import { PlaceOrder } from "./PlaceOrder.tsx";

const cart: CartModel = {
  projects: [],
  reports: [],
  totalCredits: 0,
  net: 100,
  vatAmount: 19,
  vatPercentage: 19,
  vatCategory: "S",
  gross: 119,
  countryCode: "DE",
  version: 1,
  changes: [],
};

test("no click is lost: while the sums are refetched the button is busy, and then it orders", () => {
  const onOrder = vi.fn(async () => {});
  const asked = (busy: boolean) => (
    <MantineProvider>
      <PlaceOrder
        {...{ cart, busy, onOrder }}
        company="Brennvik"
        needsApproval={false}
        ordering={false}
      />
    </MantineProvider>
  );
  const { rerender } = render(asked(true));
  const button = () => screen.getByRole("button", { name: /^Place order/ });
  fireEvent.click(screen.getByRole("checkbox", { name: /I accept/ }));
  expect(button()).toHaveAttribute("aria-disabled", "true");

  rerender(asked(false));
  fireEvent.click(button());
  expect(onOrder).toHaveBeenCalledOnce();
});

test("nothing is ordered before its boxes are ticked, including that for expected credits, and a double click orders once", () => {
  const onOrder = vi.fn(() => new Promise<void>(() => {}));
  const vintages = [
    { vintageId: 1, creditType: "EX_ANTE", quantity: 20, reservedTo: null },
    { vintageId: 2, creditType: "EX_POST", quantity: 7, reservedTo: null },
    { vintageId: 3, creditType: "EX_ANTE", quantity: 5, reservedTo: null },
  ];
  const expected = { ...cart, projects: [{ vintages }] } as unknown as CartModel;
  render(
    <MantineProvider>
      <PlaceOrder
        {...{ cart: expected, onOrder }}
        company="Brennvik"
        busy={false}
        needsApproval={false}
        ordering={false}
      />
    </MantineProvider>,
  );
  const order = () => fireEvent.click(screen.getByRole("button", { name: /^Place order/ }));
  const terms = screen.getByRole("checkbox", { name: /I accept/ });
  const noted = screen.getByRole("checkbox", { name: /^25.t of this order are expected/ });
  fireEvent.click(noted);
  order();
  expect(screen.getByText("Please accept the sales terms to order.")).toBeVisible();
  expect(terms).toBeInvalid();
  expect(terms).toHaveFocus();
  fireEvent.click(noted);
  fireEvent.click(terms);
  order();
  expect(screen.getByText("Tick this to order expected credits.")).toBeVisible();
  expect(noted).toHaveFocus();
  expect(onOrder).not.toHaveBeenCalled();

  fireEvent.click(noted);
  order();
  order();
  expect(onOrder).toHaveBeenCalledOnce();
});

test.each([
  ["on a phone, in the bar that stays in sight", false],
  ["on a wide screen, below the sums", true],
])("the boxes to tick are next to the button: %s", (_where, isWide) => {
  vi.stubGlobal("matchMedia", (media: string) => ({
    media,
    matches: isWide && media.includes("1279px"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  render(
    <MantineProvider>
      <PlaceOrder
        cart={cart}
        company="Brennvik"
        busy={false}
        needsApproval={false}
        ordering={false}
        onOrder={() => Promise.resolve()}
      />
    </MantineProvider>,
  );
  const sums = screen.getByRole("complementary", { name: "Summary" });
  const button = screen.getByRole("button", { name: /^Place order/ });
  const terms = screen.getByRole("checkbox", { name: /I accept/ });
  expect(sums.contains(button)).toBe(isWide);
  expect(sums.contains(terms)).toBe(isWide);
});
