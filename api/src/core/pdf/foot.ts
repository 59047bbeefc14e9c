import { type CountryCode, countryNames } from "@tonneline/contract/countries";
import { vatIdentifier } from "@tonneline/contract/vatNumbers";
import { ink, inner, innerWidth, page, type Sheet } from "./sheet.ts";

/** The selling company, as its papers have to name it (Directive (EU) 2017/1132, Art. 26). */
export interface Seller {
  name: string;
  street: string;
  postalCode: string;
  city: string;
  countryCode: CountryCode;
  vatNumber: string;
  taxNumber: string;
  email: string;
  registration?: string | undefined;
}

const look = { size: 7.5, color: ink.faint };
const width = innerWidth - 70;

function sellerTexts(seller: Seller): string[] {
  const country = countryNames[seller.countryCode];
  const register = seller.registration ? ` · ${seller.registration}` : "";
  // As in the XML: without an official country code it is no VAT identifier.
  const isVatId = vatIdentifier(seller.vatNumber) !== null;
  const numbers = [
    `${isVatId ? "VAT ID" : "Tax number"} ${seller.vatNumber}`,
    `Tax number ${seller.taxNumber}`,
  ];
  return [
    `${seller.name} · ${seller.street} · ${seller.postalCode} ${seller.city} · ${country}`,
    `${[...new Set(numbers)].join(" · ")}${register} · ${seller.email}`,
  ];
}

/** What every page of a paper ends with: the paper's own note if it has one, and the seller. */
export interface Foot {
  seller: Seller;
  note?: string;
}

const textsOf = ({ seller, note }: Foot) => [...(note ? [note] : []), ...sellerTexts(seller)];

/** Returns the y of the foot's rule: it grows upwards with its texts. */
export function footTop(sheet: Sheet, foot: Foot): number {
  const lines = textsOf(foot).flatMap((text) => sheet.lines(text, width, look));
  return page.height - 62 - Math.max(0, lines.length - 2) * look.size * 1.4;
}

/** Draws the foot of a page, with its number. */
export function drawFoot(sheet: Sheet, foot: Foot, number: number, count: number): void {
  const top = footTop(sheet, foot);
  sheet.hairline(top);
  sheet.decoration(() => {
    let y = top + 9;
    for (const text of textsOf(foot)) y = sheet.text(text, inner.left, y, width, look);
    sheet.text(`Page ${number} of ${count}`, inner.right - 70, top + 9, 70, {
      ...look,
      align: "right",
    });
  });
}
