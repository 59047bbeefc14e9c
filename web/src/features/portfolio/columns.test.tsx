import { cleanup, fireEvent, screen } from "@testing-library/react";
import type { Holding } from "@tonneline/contract/portfolio";
import { expect, test, vi } from "vitest";
import { i18n } from "../../lib/i18n.ts";
import "../../locales/en/portfolio.ts";
import { showPage } from "../../test/page.tsx";
import { holdingColumns } from "./columns.tsx";

const held = { year: 2020, creditType: "EX_ANTE", expectedDelivery: "2021-Q4" };

test.each([
  [{ deliveryState: "ON_SCHEDULE", expectedDelivery: "2099-Q4" }, null],
  [{ deliveryState: "ON_SCHEDULE", expectedDelivery: null }, null],
  [{ deliveryState: "ON_SCHEDULE" }, "Late"],
  [{ deliveryState: "LATE" }, "Late"],
  [{ deliveryState: "NOT_ISSUED" }, "Will not be issued"],
  [{ deliveryState: "DELIVERED", creditType: "EX_POST" }, null],
])("a holding of %o says of its delivery: %s", async (facts, said) => {
  const vintage = holdingColumns(i18n.t, undefined).find(({ name }) => name === "vintage")!;
  cleanup();
  showPage(() => vintage.cell({ ...held, ...facts } as Holding));
  expect(await screen.findByText("2020")).toBeInTheDocument();
  const words = screen.queryByText(/^Late|Will not/);
  if (said === null) expect(words).toBeNull();
  else expect(words).toHaveTextContent(said);
});

test("a tap on the locked button says why nothing can be retired", async () => {
  const does = { onRetire: vi.fn(), onBuyAgain: vi.fn() };
  const action = holdingColumns(i18n.t, does).find(({ name }) => name === "action")!;
  cleanup();
  showPage(() => action.cell({ ...held, available: 5, lastBought: 0 } as Holding));
  const button = await screen.findByRole("button");
  // What a browser sends for a tap, in short.
  fireEvent.pointerDown(button, { pointerType: "touch" });
  fireEvent.mouseEnter(button);
  expect(await screen.findByRole("tooltip")).toHaveTextContent("until the registry issues them");
  expect(does.onRetire).not.toHaveBeenCalled();
});
