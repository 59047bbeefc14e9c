import { countryCodes } from "@tonneline/contract/countries";
import { vatCents } from "../../src/core/money.ts";
import { eas } from "./profiles.ts";
import type { Reading } from "./reading.ts";

/** Parses a decimal with at most two places into cents; NaN otherwise, which equals nothing. */
export function centsOf(amount: string): number {
  const found = /^(-?\d+)(?:\.(\d{1,2}))?$/.exec(amount);
  return found ? Number(`${found[1]}${(found[2] ?? "").padEnd(2, "0")}`) : Number.NaN;
}

/** VAT as the product computes it; NaN, which equals nothing, if the amount is invalid. */
const taxOn = (base: string, rate: string) =>
  Number.isNaN(centsOf(base)) ? Number.NaN : vatCents(centsOf(base), Number(rate || 0));
/** The rules themselves tolerate a difference of one euro; here only of the cent that parts of an invoice may be off. */
const asTaxOn = (tax: string, base: string, rate: string) =>
  Math.abs(centsOf(tax) - taxOn(base, rate)) <= 1;
const sum = (amounts: string[]) => amounts.reduce((total, each) => total + centsOf(each), 0);
const twoPlaces = (amount: string) => /^-?\d+(\.\d{1,2})?$/.test(amount);

/** ISO 3166-1, and 1A for Kosovo, which has no code in it. */
const countries = new Set<string>([...countryCodes.filter((code) => code !== "XK"), "1A"]);
/** Greece and Northern Ireland have VAT prefixes of their own. */
const vatPrefixes = new Set([...countries, "EL", "XI"]);
const categories = ["S", "AE", "O"];

const everyLine = (holds: (line: Reading["lines"][number]) => boolean) => (it: Reading) =>
  it.lines.every(holds);
const everyTax = (holds: (tax: Reading["breakdown"][number]) => boolean) => (it: Reading) =>
  it.breakdown.every(holds);
/** A rule that applies if a line or the breakdown has the category. */
const within = (category: string, holds: (it: Reading) => boolean) => (it: Reading) =>
  ![...it.lines, ...it.breakdown].some((each) => each.category === category) || holds(it);
const taxesOf = (it: Reading, category: string) =>
  it.breakdown.filter((each) => each.category === category);
const linesOf = (it: Reading, category: string) =>
  it.lines.filter((each) => each.category === category);
/** The breakdown's base of a category is the sum of its lines; there is exactly one unless there are several rates. */
const baseIsLines = (category: string) => (it: Reading) =>
  taxesOf(it, category).every(
    ({ base }) => centsOf(base) === sum(linesOf(it, category).map(({ net }) => net)),
  );

/**
 * The business rules of EN 16931-1 (the CEN model that UBL and CII share) that can apply to these invoices: no allowances,
 * charges, payees, tax representatives, periods or item attributes occur, and of each code list only the values listed here. By
 * rule id; true if the invoice complies.
 */
export const rules: Record<string, (it: Reading) => boolean> = {
  "BR-01": (it) => it.specification === "urn:cen.eu:en16931:2017",
  "BR-02": (it) => it.number !== "",
  "BR-03": (it) => /^\d{4}-\d\d-\d\d$/.test(it.issuedOn),
  "BR-04": (it) => it.typeCode !== "",
  "BR-05": (it) => it.currency !== "",
  "BR-06": (it) => it.seller.name !== "",
  "BR-07": (it) => it.buyer.name !== "",
  "BR-08": (it) => it.seller.address,
  "BR-09": (it) => it.seller.country !== "",
  "BR-10": (it) => it.buyer.address,
  "BR-11": (it) => it.buyer.country !== "",
  "BR-12": (it) => it.sums.lines !== "",
  "BR-13": (it) => it.sums.net !== "",
  "BR-14": (it) => it.sums.gross !== "",
  "BR-15": (it) => it.sums.due !== "",
  "BR-16": (it) => it.lines.length > 0,
  "BR-21": everyLine(({ id }) => id !== ""),
  "BR-22": everyLine(({ quantity }) => quantity !== ""),
  "BR-23": everyLine(({ unit }) => unit !== ""),
  "BR-24": everyLine(({ net }) => net !== ""),
  "BR-25": everyLine(({ name }) => name !== ""),
  "BR-26": everyLine(({ price }) => price !== ""),
  "BR-27": everyLine(({ price }) => !price.startsWith("-")),
  "BR-45": everyTax(({ base }) => base !== ""),
  "BR-46": everyTax(({ tax }) => tax !== ""),
  "BR-47": everyTax(({ category }) => category !== ""),
  "BR-48": everyTax(({ category, rate }) => category === "O" || rate !== ""),
  "BR-49": (it) => it.payment === null || it.payment.code !== "",
  "BR-50": (it) => (it.payment?.code ?? "1") === "1" || it.payment?.iban !== "",
  "BR-55": (it) => it.preceding.every((number) => number !== ""),
  "BR-61": (it) => !["30", "58"].includes(it.payment?.code ?? "") || it.payment?.iban !== "",
  "BR-62": (it) => it.seller.endpoint === "" || it.seller.endpointScheme !== "",
  "BR-63": (it) => it.buyer.endpoint === "" || it.buyer.endpointScheme !== "",
  "BR-CL-01": (it) => ["380", "381"].includes(it.typeCode),
  "BR-CL-03": (it) => it.vatCurrencies.every((currency) => currency === "EUR"),
  "BR-CL-04": (it) => it.currency === "EUR",
  "BR-CL-11": (it) =>
    [it.seller, it.buyer].every(({ legalScheme }) => ["", "0106", "0190"].includes(legalScheme)),
  "BR-CL-14": (it) => [it.seller, it.buyer].every(({ country }) => countries.has(country)),
  "BR-CL-16": (it) => it.payment === null || ["1", "30", "58"].includes(it.payment.code),
  "BR-CL-17": everyTax(({ category }) => categories.includes(category)),
  "BR-CL-18": everyLine(({ category }) => categories.includes(category)),
  "BR-CL-22": everyTax(({ reasonCode }) => ["", "VATEX-EU-AE", "VATEX-EU-O"].includes(reasonCode)),
  "BR-CL-23": everyLine(({ unit }) => ["TNE", "C62"].includes(unit)),
  "BR-CL-25": (it) =>
    [it.seller, it.buyer].every(
      ({ endpointScheme }) => endpointScheme === "EM" || eas.test(endpointScheme),
    ),
  "BR-CO-04": everyLine(({ category }) => category !== ""),
  "BR-CO-09": (it) =>
    [it.seller.vatId, it.buyer.vatId].every((id) => id === "" || vatPrefixes.has(id.slice(0, 2))),
  "BR-CO-10": (it) => centsOf(it.sums.lines) === sum(it.lines.map(({ net }) => net)),
  "BR-CO-13": (it) => centsOf(it.sums.net) === centsOf(it.sums.lines),
  "BR-CO-14": (it) => centsOf(it.sums.vat) === sum(it.breakdown.map(({ tax }) => tax)),
  "BR-CO-15": (it) =>
    it.vatCurrencies.filter((currency) => currency === it.currency).length === 1 &&
    centsOf(it.sums.gross) === centsOf(it.sums.net) + centsOf(it.sums.vat),
  "BR-CO-16": (it) =>
    centsOf(it.sums.due) === centsOf(it.sums.gross) - centsOf(it.sums.prepaid || "0"),
  "BR-CO-17": everyTax(({ base, tax, rate }) => asTaxOn(tax, base, rate)),
  "BR-CO-18": (it) => it.breakdown.length > 0,
  "BR-CO-25": (it) => centsOf(it.sums.due) <= 0 || it.dueOn !== "" || it.terms !== "",
  "BR-CO-26": (it) => it.seller.legalId !== "" || it.seller.vatId !== "",
  "BR-DEC-09": (it) => twoPlaces(it.sums.lines),
  "BR-DEC-12": (it) => twoPlaces(it.sums.net),
  "BR-DEC-13": (it) => twoPlaces(it.sums.vat),
  "BR-DEC-14": (it) => twoPlaces(it.sums.gross),
  "BR-DEC-16": (it) => it.sums.prepaid === "" || twoPlaces(it.sums.prepaid),
  "BR-DEC-18": (it) => twoPlaces(it.sums.due),
  "BR-DEC-19": everyTax(({ base }) => twoPlaces(base)),
  "BR-DEC-20": everyTax(({ tax }) => twoPlaces(tax)),
  "BR-DEC-23": everyLine(({ net }) => twoPlaces(net)),
  "BR-S-01": within("S", (it) => taxesOf(it, "S").length > 0),
  "BR-S-02": within("S", (it) => it.seller.vatId !== "" || it.seller.taxId !== ""),
  "BR-S-05": within("S", (it) => linesOf(it, "S").every(({ rate }) => Number(rate) > 0)),
  "BR-S-08": within("S", baseIsLines("S")),
  "BR-S-09": within("S", (it) =>
    taxesOf(it, "S").every(({ base, tax, rate }) => asTaxOn(tax, base, rate)),
  ),
  "BR-S-10": within("S", (it) =>
    taxesOf(it, "S").every(({ reason, reasonCode }) => reason === "" && reasonCode === ""),
  ),
  "BR-AE-01": within("AE", (it) => taxesOf(it, "AE").length === 1),
  "BR-AE-02": within(
    "AE",
    (it) =>
      (it.seller.vatId !== "" || it.seller.taxId !== "") &&
      (it.buyer.vatId !== "" || it.buyer.legalId !== ""),
  ),
  "BR-AE-05": within("AE", (it) =>
    linesOf(it, "AE").every(({ rate }) => rate !== "" && Number(rate) === 0),
  ),
  "BR-AE-08": within("AE", baseIsLines("AE")),
  "BR-AE-09": within("AE", (it) => taxesOf(it, "AE").every(({ tax }) => centsOf(tax) === 0)),
  "BR-AE-10": within("AE", (it) =>
    taxesOf(it, "AE").every(
      ({ reason, reasonCode }) =>
        reasonCode === "VATEX-EU-AE" || reason.toLowerCase().startsWith("reverse charge"),
    ),
  ),
  "BR-O-01": within("O", (it) => taxesOf(it, "O").length === 1),
  "BR-O-02": within("O", (it) => it.seller.vatId === "" && it.buyer.vatId === ""),
  "BR-O-05": within("O", (it) => linesOf(it, "O").every(({ rate }) => rate === "")),
  "BR-O-08": within("O", baseIsLines("O")),
  "BR-O-09": within("O", (it) => taxesOf(it, "O").every(({ tax }) => centsOf(tax) === 0)),
  "BR-O-10": within("O", (it) =>
    taxesOf(it, "O").every(
      ({ reason, reasonCode }) =>
        reasonCode === "VATEX-EU-O" || reason.toLowerCase().startsWith("not subject to vat"),
    ),
  ),
  "BR-O-11": within("O", (it) => it.breakdown.every(({ category }) => category === "O")),
  "BR-O-12": within("O", (it) => it.lines.every(({ category }) => category === "O")),
};

/** Ids of the rules that an invoice breaks. */
export function broken(it: Reading): string[] {
  return Object.entries(rules).flatMap(([id, holds]) => (holds(it) ? [] : [id]));
}
