import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { invoiceDetails } from "../../test/invoiceDetails.ts";
import { InvoiceTo } from "./InvoiceTo.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/cart.ts";

test.each([
  ["DE", "de 123.456.789", /VAT ID DE123456789/],
  ["DE", "12/345/67890", /Tax number 12\/345\/67890/],
  ["MC", "FR K7 123 456 789", /VAT ID FRK7123456789/],
  ["CH", "CHE-123.456.789 MWST", /Tax number CHE-123\.456\.789 MWST/],
] as const)(
  "%s: the number %s is labelled and formatted as on the invoice",
  (countryCode, vatNumber, written) => {
    const address = { ...invoiceDetails.invoiceAddress, countryCode };
    render(<InvoiceTo {...invoiceDetails} address={address} vatNumber={vatNumber} />);
    expect(screen.getByRole("group")).toHaveTextContent(written);
  },
);
