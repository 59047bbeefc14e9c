import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { invoiceDetails } from "../../test/invoiceDetails.ts";
import { serverOf } from "../../test/network.ts";
import { draftOf, useDrafts } from "../company/company.draft.ts";
import { DetailsForm } from "../company/DetailsForm.tsx";
import "../../locales/en/cart.ts";
import { MiniItems } from "./MiniItems.tsx";
import { PaymentDetailsPage } from "./PaymentDetailsPage.tsx";

const corrected = { ...invoiceDetails, version: 4 };
const wrong = { ...corrected, vatNumber: "DE111111111", version: 3 };
let saved: typeof wrong;
let fails: boolean;
let forbids: boolean;
const server = serverOf({
  "GET /api/v1/me/company": () =>
    Response.json({ role: "OWNER", blocked: false, members: [], approvalRules: [], budgets: [] }),
  "GET /api/v1/me/company/details": () =>
    fails ? new Response("{}", { status: 500 }) : Response.json(saved),
  "POST /api/v1/me/company/details": (_, init) => {
    if (forbids) {
      const problem = { type: "about:blank", title: "", code: "FORBIDDEN", detail: "No." };
      return Response.json({ ...problem, status: 403 }, { status: 403 });
    }
    const { version, ...body } = JSON.parse(String(init?.body)) as typeof wrong;
    if (version !== undefined && version !== saved.version) {
      const problem = { type: "about:blank", title: "", code: "VERSION_CONFLICT", detail: "No." };
      return Response.json({ ...problem, status: 409 }, { status: 409 });
    }
    saved = { ...body, version: saved.version + 1 };
    return Response.json(saved);
  },
  "GET /api/v1/me/orders": () => Response.json({ content: [], totalElements: 0 }),
  "GET /api/v1/me/cart/deprecated": () =>
    Response.json({
      totalCredits: 0,
      currency: "EUR",
      totalPriceNet: 10,
      totalPriceGross: 11.9,
      vatPercentage: 19,
      vatAmount: 1.9,
      vatCategory: "S",
      countryCode: "DE",
      version: 1,
      projects: [],
      reports: [{ reportId: 1, reportName: "Tenure", price: 10 }],
      changes: [],
    }),
});

beforeEach(() => {
  saved = wrong;
  fails = false;
  forbids = false;
  useDrafts.setState({ users: {} });
  vi.stubGlobal("fetch", server);
});

vi.mock(import("./MiniItems.tsx"), async (original) => spied(await original()));
vi.mock(import("../company/DetailsForm.tsx"), async (original) => spied(await original()));
const spied = vi.hoisted(
  () =>
    <M extends object>(module: M) =>
      Object.fromEntries(
        Object.entries(module).map(([name, component]) => [name, vi.fn(component)]),
      ) as M,
);

async function open(): Promise<HTMLInputElement> {
  const root = createRootRoute();
  const at = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const routes = [
    at("/cart/payment-details", PaymentDetailsPage),
    at("/cart/checkout", () => "the review"),
    at("/cart", () => "cart"),
  ];
  const history = createMemoryHistory({ initialEntries: ["/cart/payment-details"] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        {/* The types of the app's own routes do not match. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return await screen.findByLabelText<HTMLInputElement>("VAT number");
}
const goOn = () => fireEvent.click(screen.getByRole("button", { name: /^Continue/ }));

test("a form that was opened before and left untouched shows a colleague's correction", async () => {
  expect((await open()).value).toBe(wrong.vatNumber);
  // Its path begins with that of the cart, which is not the current page.
  expect(screen.getByRole("link", { name: "Back to cart" })).not.toHaveAttribute("aria-current");
  fireEvent.change(screen.getByLabelText(/^Cost centre/), { target: { value: "CC-1" } });
  cleanup();
  saved = corrected;
  expect((await open()).value).toBe(corrected.vatNumber);
  expect(screen.getByLabelText(/^Cost centre/)).toHaveValue("CC-1");
  expect(screen.queryByText(/^Somebody else has changed/)).toBeNull();
  goOn();
  expect(await screen.findByText("the review")).toBeInTheDocument();
  expect(saved.vatNumber).toBe(corrected.vatNumber);
});

test("the browser fills in the country of an address by its name", async () => {
  await open();
  const country = screen.getByRole("combobox", { name: "Country" });
  expect(country).toHaveAttribute("autocomplete", "country-name");
  // Without the focus, as browsers do.
  fireEvent.change(country, { target: { value: "France" } });
  expect(country).toHaveValue("France");
  fireEvent.change(screen.getByLabelText("VAT number"), { target: { value: "FR40303265045" } });
  goOn();
  expect(await screen.findByText("the review")).toBeInTheDocument();
  expect(saved.invoiceAddress.countryCode).toBe("FR");
});

test("invalid fields are listed in the words of other forms", async () => {
  fireEvent.change(await open(), { target: { value: "" } });
  fireEvent.change(screen.getByLabelText("City"), { target: { value: "" } });
  goOn();
  const summary = await screen.findByText("Please correct 2 fields:");
  expect(summary.parentElement).toHaveTextContent("VAT number, City");
});

test("a colleague's change while the form was open is not overwritten unseen", async () => {
  const field = await open();
  fireEvent.change(field, { target: { value: "DE222222222" } });
  saved = corrected;
  goOn();
  expect(await screen.findByText(/Somebody else has changed these details/)).toBeInTheDocument();
  expect(saved).toBe(corrected);
  goOn();
  expect(await screen.findByText("the review")).toBeInTheDocument();
  expect(saved.vatNumber).toBe("DE222222222");
});

test.each([
  ["the buyer does not want that", false, false],
  ["the role has just lost the right to", true, true],
])(
  "an order goes on with its own details, saved for no other, if %s",
  async (_, keep, isDenied) => {
    forbids = isDenied;
    fireEvent.change(await open(), { target: { value: "DE222222222" } });
    if (!keep) fireEvent.click(screen.getByRole("checkbox", { name: /^Keep company/ }));
    goOn();
    expect(await screen.findByText("the review")).toBeInTheDocument();
    expect(saved).toBe(wrong);
    expect(draftOf("").form?.details.vatNumber).toBe("DE222222222");
  },
);

test("a failure to load the details is reported, and they are filled in once loaded", async () => {
  fails = true;
  expect((await open()).value).toBe("");
  expect(screen.getByText(/^Your saved details could not be loaded/)).toBeInTheDocument();
  cleanup();
  fails = false;
  expect((await open()).value).toBe(wrong.vatNumber);
});

test("untouched details follow later changes, and input is kept", async () => {
  expect((await open()).value).toBe(wrong.vatNumber);
  cleanup();
  saved = corrected;
  const field = await open();
  expect(field.value).toBe(corrected.vatNumber);
  fireEvent.change(field, { target: { value: "DE333333333" } });
  cleanup();
  saved = { ...wrong, version: 5 };
  expect((await open()).value).toBe("DE333333333");
});

test("a letter renders the form once, and nothing beside it", async () => {
  const field = await open();
  fireEvent.change(field, { target: { value: "NL1" } });
  await screen.findByDisplayValue("NL1");
  vi.mocked(DetailsForm).mockClear();
  vi.mocked(MiniItems).mockClear();
  fireEvent.change(field, { target: { value: "NL12" } });
  expect(DetailsForm).toHaveBeenCalledOnce();
  expect(MiniItems).not.toHaveBeenCalled();
});
