import type { ImpactType } from "@tonneline/contract/catalogue";
import { unusableCharacter } from "@tonneline/contract/characters";
import { day, isWebAddress } from "@tonneline/contract/shapes";
import { isCountryCode } from "../catalogue/places.rules.ts";
import { knownProjectType, projectTypes } from "../directory/projectTypes.rules.ts";
import { readableCompany } from "./names.rules.ts";
import {
  developerName,
  impactType,
  registryCode,
  registryNames,
} from "../directory/registries.rules.ts";

/** Why a row is refused: the column and the reason as text. */
export type Refusal = { column: string; reason: string };
export type Cells<C extends string> = Readonly<Record<C, string>>;
export type Parsed<T> = { row: T; refusals?: never } | { row?: never; refusals: Refusal[] };

export const projectColumns = [
  "external_id",
  "registry",
  "name",
  "status",
  "scope",
  "type",
  "reduction_or_removal",
  "methodology",
  "country_iso2",
  "state",
  "developer",
  "verifier",
  "credits_issued",
  "credits_retired",
  "credits_remaining",
  "first_vintage_year",
  "estimated_annual_reductions",
  "compliance_program",
  "compliance_status",
  "certifications",
  "registry_url",
] as const;
/** Columns that older exports lack; their facts are unknown then. */
export const furtherProjectColumns = [
  "methodology_version",
  "site_location",
  "project_registered",
  "buffer_pool_deposits",
] as const;
export const annualColumns = ["external_id", "year", "issued_in_year", "retired_in_year"] as const;
export const vintageColumns = [
  "external_id",
  "vintage_year",
  "issued",
  "retired",
  "remaining",
] as const;

export type ProjectRow = {
  externalId: string;
  registry: string;
  name: string;
  status: string;
  type: string;
  scope: string;
  impactType: ImpactType;
  methodology: string;
  /** ISO 3166-1 alpha-2; null for a project in several countries. */
  country: string | null;
  state: string;
  developer: string;
  verifier: string;
  issued: number;
  retired: number;
  remaining: number;
  firstVintageYear: number | null;
  estimatedAnnual: number | null;
  complianceProgram: string;
  complianceStatus: string;
  certifications: string;
  registryUrl: string;
  methodologyVersion: string;
  siteLocation: string;
  /** A date; null if the file has none. */
  registeredOn: string | null;
  /** Tonnes set aside against reversals; null if the file has no figure. */
  bufferPool: number | null;
};

/** Tonnes; `retired` includes cancellations. */
export type VintageRow = {
  externalId: string;
  year: number;
  issued: number;
  retired: number;
  remaining: number;
};

/** Tonnes in a calendar year; corrections of earlier years are negative. */
export type AnnualRow = { externalId: string; year: number; issued: number; retired: number };

const identifier = /^[A-Za-z0-9][A-Za-z0-9_. -]{0,63}$/;
const maxQuantity = 2_147_483_647;

class Reader<C extends string> {
  readonly refusals: Refusal[] = [];
  readonly #cells: Cells<C>;
  constructor(cells: Cells<C>) {
    this.#cells = cells;
  }
  refuse(column: C, reason: string): void {
    this.refusals.push({ column, reason });
  }
  text(column: C, maxLength: number): string {
    const text = this.#cells[column].normalize("NFC").trim().replace(/\s+/g, " ");
    const [unusable] = unusableCharacter.exec(text) ?? [];
    if (unusable !== undefined) {
      const code = unusable.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
      this.refuse(column, `contains a character that cannot be used: U+${code}`);
    }
    if (text.length > maxLength) this.refuse(column, `is longer than ${maxLength} characters`);
    return text;
  }
  required(column: C, maxLength: number): string {
    const text = this.text(column, maxLength);
    if (text === "") this.refuse(column, "is blank");
    return text;
  }
  whole(column: C, max = Number.MAX_SAFE_INTEGER): number {
    const text = this.#cells[column].trim();
    if (!/^-?\d{1,16}$/.test(text)) {
      // "1,120" may mean 1120 or 1.12, depending on the file: separators are not accepted.
      const write = "write digits only, such as 1120";
      this.refuse(
        column,
        text === "" ? "is blank" : `is not a whole number: ${quoted(text)}; ${write}`,
      );
      return 0;
    }
    if (Number(text) > max) this.refuse(column, `is more than ${max}: ${text}`);
    return Number(text);
  }
  optionalWhole(column: C): number | null {
    return this.#cells[column].trim() === "" ? null : this.whole(column);
  }
  optionalDay(column: C): string | null {
    const text = this.#cells[column].trim();
    if (text === "" || day.safeParse(text).success) return text || null;
    this.refuse(column, `is not a date such as 2021-12-31: ${quoted(text)}`);
    return null;
  }
  quantity(column: C): number {
    const tonnes = this.whole(column, maxQuantity);
    if (tonnes < 0) this.refuse(column, `is negative: ${tonnes}`);
    return tonnes;
  }
  /** Checks two quantities already read: no more can be retired than was issued. */
  notMore(column: C, retired: number, issued: number): void {
    if (this.refusals.length === 0 && retired > issued)
      this.refuse(column, `is more than was issued: ${retired} of ${issued}`);
  }
}

function quoted(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
}

function finish<T, C extends string>(read: Reader<C>, row: T | null): Parsed<T> {
  return row === null || read.refusals.length > 0 ? { refusals: read.refusals } : { row };
}

/** Older lists use http, although the registries have long moved to https. */
function secured(address: string): string {
  return address.replace(/^http:/i, "https:");
}

type ProjectColumn = (typeof projectColumns)[number] | (typeof furtherProjectColumns)[number];

/** Parses a row of the projects file, or returns every reason for refusing it. */
export function parseProject(cells: Cells<ProjectColumn>): Parsed<ProjectRow> {
  const read = new Reader(cells);
  const externalId = read.required("external_id", 64);
  if (externalId !== "" && !identifier.test(externalId)) {
    read.refuse("external_id", `is not an identifier: ${quoted(externalId)}`);
  }
  const registry = registryCode(read.required("registry", 64));
  if (registry !== "" && !Object.hasOwn(registryNames, registry)) {
    read.refuse("registry", `is unknown: ${quoted(registry)}`);
  }
  const impact = impactType(read.required("reduction_or_removal", 64));
  if (impact === null && cells.reduction_or_removal.trim() !== "") {
    read.refuse("reduction_or_removal", `is unknown: ${quoted(cells.reduction_or_removal)}`);
  }
  const country = read.text("country_iso2", 64);
  if (country !== "" && !isCountryCode(country))
    read.refuse("country_iso2", `is not a country code: ${quoted(country)}`);
  const registryUrl = secured(read.required("registry_url", 500));
  if (registryUrl !== "" && !isWebAddress(registryUrl)) {
    read.refuse("registry_url", `is not a public web address: ${quoted(registryUrl)}`);
  }
  const rawType = read.required("type", 120);
  const type = knownProjectType(rawType) ?? rawType;
  const scope = knownProjectType(rawType);
  const row = {
    externalId,
    registry,
    name: read.required("name", 400),
    status: read.text("status", 120),
    type,
    scope: scope ? projectTypes[scope] : read.required("scope", 120),
    methodology: read.text("methodology", 400),
    country: country === "" ? null : country,
    state: read.text("state", 200),
    developer: readableCompany(developerName(read.required("developer", 300))),
    verifier: readableCompany(read.text("verifier", 300)),
    issued: read.quantity("credits_issued"),
    retired: read.quantity("credits_retired"),
    remaining: read.quantity("credits_remaining"),
    firstVintageYear: read.optionalWhole("first_vintage_year"),
    estimatedAnnual: read.optionalWhole("estimated_annual_reductions"),
    complianceProgram: read.text("compliance_program", 120),
    complianceStatus: read.text("compliance_status", 120),
    certifications: read.text("certifications", 1000),
    registryUrl,
    methodologyVersion: read.text("methodology_version", 120),
    siteLocation: read.text("site_location", 400),
    registeredOn: read.optionalDay("project_registered"),
    bufferPool:
      cells.buffer_pool_deposits.trim() === "" ? null : read.quantity("buffer_pool_deposits"),
  };
  read.notMore("credits_retired", row.retired, row.issued);
  return finish(read, impact === null ? null : { ...row, impactType: impact });
}

/** Parses a row of the vintages file, or returns every reason for refusing it. */
export function parseVintage(cells: Cells<(typeof vintageColumns)[number]>): Parsed<VintageRow> {
  const read = new Reader(cells);
  const row = {
    externalId: read.required("external_id", 64),
    year: read.whole("vintage_year"),
    issued: read.quantity("issued"),
    retired: read.quantity("retired"),
    remaining: read.quantity("remaining"),
  };
  if (/^-?\d{1,16}$/.test(cells.vintage_year.trim()) && (row.year < 1990 || row.year > 2100)) {
    read.refuse("vintage_year", `is not between 1990 and 2100: ${row.year}`);
  }
  read.notMore("retired", row.retired, row.issued);
  return finish(read, row);
}

/** Parses a row of the file by calendar year, or returns every reason for refusing it. */
export function parseAnnual(cells: Cells<(typeof annualColumns)[number]>): Parsed<AnnualRow> {
  const read = new Reader(cells);
  const row = {
    externalId: read.required("external_id", 64),
    year: read.whole("year", 2100),
    issued: read.whole("issued_in_year", maxQuantity),
    retired: read.whole("retired_in_year", maxQuantity),
  };
  if (read.refusals.length === 0 && row.year < 1990) {
    read.refuse("year", `is not between 1990 and 2100: ${row.year}`);
  }
  return finish(read, row);
}
