import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { useDrafts } from "../company/company.draft.ts";
import { PaymentDetailsPage } from "./PaymentDetailsPage.tsx";
import "../../locales/en/cart.ts";

const details = {
  companyName: "Brennvik Logistics GmbH",
  invoiceAddress: {
    street: "Hafenkontor 14",
    postalCode: "20457",
    province: "Hamburg",
    city: "Hamburg",
    countryCode: "DE",
  },
  invoiceEmail: "accounts@brennvik.example",
  vatNumber: "DE123456789",
  version: 3,
};
const cart = {
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
};
let saved: () => Response;

beforeEach(() => {
  useDrafts.setState({ users: {} });
  saved = () => Response.json(details);
  const server = serverOf({
    "GET /api/v1/me/company": () =>
      Response.json({ role: "OWNER", blocked: false, members: [], budgets: [], approvalRules: [] }),
    "GET /api/v1/me/company/details": () => saved(),
    "GET /api/v1/me/orders": () => Response.json({ content: [], totalElements: 0 }),
    "GET /api/v1/me/cart/deprecated": () => Response.json(cart),
  });
  vi.stubGlobal("fetch", server);
  return () => vi.unstubAllGlobals();
});

const companyName = () => screen.findByLabelText("Company name");

test("details that could not be loaded are told, and filled in once they can be", async () => {
  saved = () => new Response("{}", { status: 500 });
  showPage(PaymentDetailsPage);
  expect(await companyName()).toHaveValue("");
  expect(screen.getByText(/^Your saved details could not be loaded/)).toBeInTheDocument();

  cleanup();
  saved = () => Response.json(details);
  showPage(PaymentDetailsPage);
  expect(await companyName()).toHaveValue("Brennvik Logistics GmbH");
});

test("details that nobody touched follow what is saved meanwhile; what was typed stays", async () => {
  showPage(PaymentDetailsPage);
  expect(await companyName()).toHaveValue("Brennvik Logistics GmbH");

  cleanup();
  saved = () => Response.json({ ...details, companyName: "Brennvik Logistics SE" });
  showPage(PaymentDetailsPage);
  expect(await companyName()).toHaveValue("Brennvik Logistics SE");
  await userEvent.type(await companyName(), " & Co. KG");

  cleanup();
  saved = () => Response.json(details);
  showPage(PaymentDetailsPage);
  expect(await companyName()).toHaveValue("Brennvik Logistics SE & Co. KG");
});
