import { fireEvent, screen } from "@testing-library/react";
import type { Vintage } from "@tonneline/contract/catalogue";
import { beforeEach, expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import * as toasts from "../../ui/toast.tsx";
import { BuyBar } from "./BuyBar.tsx";
import { FillBar } from "./FillBar.tsx";
import { useShop } from "./useShop.ts";
import { VintageQuantity } from "./VintageQuantity.tsx";
import "../../locales/en/projectPage.ts";

const aVintage = (id: number, year: number, price: number, type: string) =>
  ({
    id,
    year,
    price,
    availableCredits: 900,
    status: { id: "ACTIVE", name: "On sale" },
    creditType: { id: type, name: type },
  }) as unknown as Vintage;
const vintages = [
  aVintage(4, 2023, 20, "EX_POST"),
  aVintage(5, 2022, 10, "EX_POST"),
  aVintage(6, 2021, 5, "EX_ANTE"),
];

let quantities: Map<number, number>;
let written: [number, number][];
/** Why a vintage is refused, the first time. */
let refused: Map<number, object>;
let told: string[];

const cart = () =>
  Response.json({
    projects: [
      {
        id: 1,
        name: "Peat",
        vintages: [...quantities].map(([id, credits]) => ({
          ...vintages.find((one) => one.id === id),
          credits,
          reservedTo: "2030-01-01T00:00:00Z",
        })),
      },
    ],
    reports: [],
  });

beforeEach(() => {
  [quantities, written, refused, told] = [new Map(), [], new Map(), []];
  vi.spyOn(toasts, "showToast").mockImplementation(({ text }) => void told.push(text));
  storeTokens({ authToken: tokenFor(), refreshToken: "refresh" });
  const server = serverOf({
    "GET /api/v1/me/company": () => Response.json({ role: "BUYER", blocked: false, members: [] }),
    "GET /api/v1/me/cart/deprecated": cart,
    "POST /api/v1/me/cart/deprecated": (_, init) => {
      const { vintageId, credits } = JSON.parse(String(init?.body)) as Record<string, number>;
      const problem = { type: "", title: "", detail: "No.", status: 409 };
      const why = refused.get(vintageId!);
      refused.delete(vintageId!);
      if (why) return Response.json({ ...problem, ...why }, { status: 409 });
      written.push([vintageId!, credits!]);
      quantities.set(vintageId!, credits!);
      return cart();
    },
  });
  vi.stubGlobal("fetch", server);
  return clearTokens;
});

function Shop() {
  const shop = useShop({ vintages, projectIds: [1] });
  return (
    <>
      <FillBar shop={shop} />
      <table ref={shop.table}>
        <tbody>
          {shop.lines.map((line) => (
            <tr key={line.vintage.id}>
              <td>
                <VintageQuantity line={line} shop={shop} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <BuyBar shop={shop} place="table" />
    </>
  );
}
const field = (year: number) => screen.getByLabelText(`Tonnes of vintage ${year}`);
const type = (year: number, value: string) => fireEvent.change(field(year), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const values = () => [2023, 2022, 2021].map((year) => (field(year) as HTMLInputElement).value);

test("if one of several vintages is refused, it shows what is available, and the others are in the cart", async () => {
  refused.set(4, { code: "INSUFFICIENT_CREDITS", available: 30 });
  refused.set(6, { code: "NOT_FOR_SALE", detail: "It was withdrawn." });
  showPage(Shop);
  await screen.findByText("0 t selected");
  press("Add to cart");
  expect(screen.getByText("Enter the tonnes that you want.")).toBeVisible();
  expect(field(2023)).toHaveFocus();
  type(2023, "1.5");
  press("Add to cart");
  expect(screen.getByText("Correct the marked quantities first.")).toBeVisible();

  type(2023, "100");
  type(2022, "20");
  type(2021, "7");
  expect(screen.getByText("€2,235.00")).toBeVisible();
  press("Add to cart");
  expect(await screen.findByText(/^Only 30\st left/)).toBeVisible();
  // Vintages refused for other reasons keep their input and are reported.
  await expect
    .poll(() => told)
    .toEqual([
      expect.stringMatching(/^Vintage 2021 could not be added: /),
      expect.stringMatching(/^20\st in your cart$/),
    ]);
  expect(values()).toEqual(["100", "20", "7"]);
  expect(written).toEqual([[5, 20]]);

  press(/^Use 30\st$/);
  type(2021, "");
  press("Update cart");
  await expect.poll(() => written.slice(1)).toEqual([[4, 30]]);
  await screen.findByRole("link", { name: "Go to cart" });
  expect(told.at(-1)).toBe("Your cart is up to date");
});

test("a need is spread over the vintages, cheapest first, and over expected ones only if wanted", async () => {
  quantities.set(4, 50);
  showPage(Shop);
  await screen.findByText(/^50\st in your cart$/);
  const need = (tonnes: string, atMost = "") => {
    fireEvent.change(screen.getByLabelText(/need/i), { target: { value: tonnes } });
    fireEvent.change(screen.getByPlaceholderText("any price"), { target: { value: atMost } });
    fireEvent.submit(screen.getByRole("form"));
  };
  need("1000");
  // What the cart has counts towards the need.
  expect(values()).toEqual(["100", "900", ""]);
  fireEvent.click(screen.getByRole("checkbox"));
  need("1000");
  expect(values()).toEqual(["50", "50", "900"]);
  need("1000", "10");
  expect(values()).toEqual(["50", "100", "900"]);
  need("2000", "10");
  expect(values()).toEqual(["50", "900", "900"]);
  expect(screen.getByText(/1,800\st of 2,000\st/)).toBeVisible();
  expect(written).toEqual([]);
});
