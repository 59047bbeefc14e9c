import { type Seller, sellerLines } from "../seller.ts";
import { ink } from "./brand.ts";
import { inner, innerWidth, page, type Sheet } from "./sheet.ts";

const look = { size: 7.5, color: ink.faint };
const width = innerWidth - 70;

/** What every page of a paper ends with: the paper's own note if it has one, and the seller. */
export interface Foot {
  seller: Seller;
  note?: string;
}

function textsOf({ seller, note }: Foot): string[] {
  const [address, numbers] = sellerLines(seller);
  return [...(note ? [note] : []), address, `${numbers} · ${seller.email}`];
}

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
