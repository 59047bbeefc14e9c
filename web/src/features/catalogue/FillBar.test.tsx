import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import { FillBar } from "./FillBar.tsx";
import type { Shop } from "./useShop.ts";

const vintage = {
  id: 7,
  price: 5,
  availableCredits: 800,
  creditType: { id: "EX_POST" },
  status: { id: "ACTIVE" },
};
const shop = {
  lines: [{ vintage, inCart: 0 }],
  inCartOf: () => undefined,
  type: vi.fn<() => void>(),
} as unknown as Shop;

it("shows its result only until the input changes", () => {
  render(
    <MantineProvider env="test">
      <FillBar shop={shop} />
    </MantineProvider>,
  );
  const need = screen.getByLabelText("Tonnes that I need");
  const found = screen.getByRole("status");
  for (const change of [
    () => fireEvent.change(need, { target: { value: "600" } }),
    () => fireEvent.change(screen.getByLabelText(/^Highest price/), { target: { value: "6" } }),
    () => fireEvent.change(need, { target: { value: "" } }),
  ]) {
    fireEvent.change(need, { target: { value: "500" } });
    fireEvent.click(screen.getByRole("button", { name: "Fill quantities" }));
    expect(found).toHaveTextContent(/^500 t found/);
    change();
    expect(found).toBeEmptyDOMElement();
  }
});
