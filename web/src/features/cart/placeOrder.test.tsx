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

test("no press is lost: while the sums are read again the button waits, and then it orders", () => {
  const onOrder = vi.fn(async () => {});
  const asked = (busy: boolean) => (
    <MantineProvider>
      <PlaceOrder {...{ cart, busy, onOrder }} company="Brennvik" asks={false} ordering={false} />
    </MantineProvider>
  );
  const { rerender } = render(asked(true));
  const buttons = () => screen.getAllByRole("button", { name: /^Place order/ });
  fireEvent.click(screen.getByRole("checkbox", { name: /I accept/ }));
  for (const button of buttons()) expect(button).toBeDisabled();

  rerender(asked(false));
  fireEvent.click(buttons()[0]!);
  expect(onOrder).toHaveBeenCalledOnce();
});
