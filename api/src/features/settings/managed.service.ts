import {
  levelBefore,
  passwordFields,
  payeeFields,
  sections,
  type ManagedSettings,
  type SectionName,
  type SettingsSections,
  type SiteFile,
  type VatRate,
  vatRate,
} from "@tonneline/contract/settings";
import { refuseChanged } from "../../core/changed.ts";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { today } from "../../core/days.sql.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import type { ImageWorker } from "../../core/drawing.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import type { Once } from "../../core/idempotency.ts";
import type { FileStore, NewFile } from "../../core/files.ts";
import { maxPixels } from "../../core/pictures.ts";
import { pdfOf } from "../../core/uploadedPdf.ts";
import { isIban } from "./iban.rules.ts";
import { mailPayeeChanged, type Payee } from "./settings.mails.ts";
import type { SettingsService } from "./settings.service.ts";
import * as store from "./settings.sql.ts";

type Change = { [S in SectionName]?: (SettingsSections[S] & { version: number }) | undefined };

// The pages show the logo 24 or 28 px high; the rest is for dense screens.
const logoHeightPx = 96;

/** Requires a VAT rate of the seller's country: without one no invoice could be issued. */
async function requireRate(tx: Tx, country: string): Promise<void> {
  if ((await store.rateToday(tx, country)) !== undefined) return;
  refuseField(
    "seller.countryCode",
    `There is no VAT rate for ${country}: add one that applies today, then choose this country`,
  );
}

/** The database calculates days in this zone, and its list of zones may be older than the browser's. */
async function requireTimeZone(tx: Tx, zone: string): Promise<void> {
  if (await store.knowsTimeZone(tx, zone)) return;
  refuseField(
    "seller.timeZone",
    "The database does not know this time zone: choose another city in it",
  );
}

/** Returns all settings for operators, each section with its version; read from the database, not the cache. */
export async function readSettings(db: Db, settings: SettingsService): Promise<ManagedSettings> {
  const [{ settings: current, versions }, kept, vatRates] = await Promise.all([
    // In one read: values and versions must match, since a save names the version that was seen.
    settings.read(),
    store.siteFileRows(db),
    store.vatRates(db),
  ]);
  const versioned = Object.fromEntries(
    (Object.keys(sections) as SectionName[]).map((section) => [
      section,
      { ...current[section], version: versions.get(section) ?? 0 },
    ]),
  ) as Pick<ManagedSettings, SectionName>;
  const fileOf = (slot: SiteFile) => {
    const row = kept.find((each) => each.slot === slot);
    return row ? { name: row.name, url: siteFileUrl(row.id) } : null;
  };
  return {
    ...versioned,
    files: {
      privacy: fileOf("privacy"),
      terms: fileOf("terms"),
      salesTerms: fileOf("salesTerms"),
      logo: fileOf("logo"),
    },
    vatRates: vatRates as VatRate[],
  };
}

/**
 * Saves all given sections or none. VERSION_CONFLICT if one was saved in between; VALIDATION_FAILED for a wrong IBAN, for
 * a reminder level due before the previous one, or if one of `passwordFields` changes and `confirmed` does not show that
 * the operator gave their password.
 */
export async function saveSettings(
  db: Db,
  settings: SettingsService,
  actor: Actor,
  change: Change,
  confirmed: () => Promise<boolean | undefined>,
): Promise<void> {
  if (change.payment && !isIban(change.payment.iban)) {
    return refuseField(
      "payment.iban",
      "The check digits of this IBAN are wrong: look for a mistyped character",
    );
  }
  const wrong = change.bank?.accounts.find((each) => !isIban(each));
  if (wrong) {
    return refuseField(
      "bank.accounts",
      `The check digits of ${wrong} are wrong: look for a mistyped character`,
    );
  }
  const early = change.reminders && levelBefore(change.reminders);
  if (early) return refuseField(`reminders.${early.field}`, early.message);
  const before = await readSettings(db, settings);
  if (sectionsWith(passwordFields, before, change).length > 0) requirePassword(await confirmed());
  const payees = sectionsWith(payeeFields, before, change);
  await inTransaction(db, async (tx) => {
    if (change.seller) {
      await requireRate(tx, change.seller.countryCode);
      await requireTimeZone(tx, change.seller.timeZone);
    }
    for (const [section, given] of Object.entries(change)) {
      if (!given) continue;
      const { version, ...value } = given;
      const isPayee = payees.includes(section as SectionName);
      const saved = await store.saveSection(tx, section, value, version, actor.userId);
      if (!saved) return await refuseChanged(tx, { type: "settings", id: section });
      const { version: _, ...old } = before[section as SectionName];
      await recordAudit(tx, actor, {
        action: isPayee ? "bank-account.change" : "settings.change",
        thing: { type: "settings", id: section },
        before: old,
        after: value,
      });
    }
    if (payees.length > 0) {
      const after = { ...before, ...change };
      await mailPayeeChanged(tx, actor, payeeOf(before), payeeOf(after as ManagedSettings));
    }
  });
  settings.invalidate();
}

/**
 * Adds a VAT rate. VALIDATION_FAILED for a past day, whose invoices are issued, and for a day that already has a rate: only
 * today's rate can be replaced, as long as no invoice has it.
 */
export async function addVatRate(
  db: Db,
  settings: SettingsService,
  actor: Actor,
  rate: VatRate,
  once: Once,
): Promise<void> {
  const wrong = (message: string) => refuseField("validFrom", message);
  await once(db, async (tx) => {
    if (rate.validFrom < (await today(tx)))
      return wrong("Invoices of this day are already issued: choose today or later");
    const thing = { type: "vat-rate", id: `${rate.countryCode} ${rate.validFrom}` };
    if (await store.insertRate(tx, rate)) {
      await recordAudit(tx, actor, { action: "vat-rate.create", thing, after: { ...rate } });
      return;
    }
    const percent = (await store.lockRate(tx, rate))!;
    if (percent === rate.percent || rate.validFrom > (await today(tx)))
      return wrong("There is already a rate from this day");
    if (await store.hasInvoices(tx, { ...rate, percent })) return wrong(isUsed(percent));
    await store.replaceRate(tx, rate);
    const before = { percent };
    await recordAudit(tx, actor, { action: "vat-rate.change", thing, before, after: { ...rate } });
  });
  settings.invalidate();
}

const isUsed = (percent: number) =>
  `Invoices of today already have ${percent}%: let the new rate apply from tomorrow`;

/** Removes a future VAT rate. IN_USE for a current or past one; NOT_FOUND if it does not exist. */
export async function removeVatRate(
  db: Db,
  settings: SettingsService,
  actor: Actor,
  { countryCode, validFrom }: { countryCode: string; validFrom: string },
): Promise<void> {
  const key = vatRate.pick({ countryCode: true, validFrom: true });
  if (!key.safeParse({ countryCode, validFrom }).success) return refuse("NOT_FOUND");
  await inTransaction(db, async (tx) => {
    const percent = await store.removeRate(tx, countryCode, validFrom);
    if (percent === undefined) return refuse("NOT_FOUND");
    if (validFrom <= (await today(tx))) {
      return refuse("IN_USE", { detail: "This rate already applies; add a new one instead." });
    }
    const thing = { type: "vat-rate", id: `${countryCode} ${validFrom}` };
    await recordAudit(tx, actor, { action: "vat-rate.delete", thing, before: { percent } });
  });
  settings.invalidate();
}

/** Stores a site file. UNSUPPORTED_MEDIA_TYPE for anything but a PDF, or an image for the logo. */
export async function putSiteFile(
  db: Db,
  files: FileStore,
  imageWorker: ImageWorker,
  actor: Actor,
  slot: SiteFile,
  upload: { name: string; bytes: Uint8Array },
): Promise<void> {
  const file = slot === "logo" ? await logoOf(imageWorker, upload.bytes) : pdfOf(upload);
  await replaceSiteFile(db, files, actor, slot, file);
}

/** Removes a site file; a no-op if there is none. */
export async function removeSiteFile(
  db: Db,
  files: FileStore,
  actor: Actor,
  slot: SiteFile,
): Promise<void> {
  await replaceSiteFile(db, files, actor, slot, undefined);
}

async function replaceSiteFile(
  db: Db,
  files: FileStore,
  actor: Actor,
  slot: SiteFile,
  file: NewFile | undefined,
) {
  await inTransaction(db, async (tx) => {
    const fileId = file ? await files.keep(tx, file) : null;
    const before = await store.replaceSiteFile(tx, slot, fileId);
    if (!file && !before) return;
    await recordAudit(tx, actor, {
      action: "settings.file",
      thing: { type: "settings", id: slot },
      before: { file: before?.name ?? null },
      after: { file: file?.name ?? null },
    });
    // Sales terms are kept: orders refer to the version that their buyers accepted.
    if (before && slot !== "salesTerms") await files.drop(tx, before.id);
  });
}

/** Returns the id if this file is currently a site file. NOT_FOUND. */
export async function siteFileInPlace(db: Db, fileId: number): Promise<number> {
  return ((await store.siteFile(db, fileId)) ?? refuse("NOT_FOUND")).id;
}

/** Returns the sections in which a change modifies one of these fields. */
function sectionsWith(
  fields: typeof passwordFields,
  before: ManagedSettings,
  change: Change,
): SectionName[] {
  return (Object.keys(fields) as SectionName[]).filter((section) => {
    const [old, given]: Record<string, unknown>[] = [before[section], change[section] ?? {}];
    return fields[section]!.some((field) => field in given! && given![field] !== old![field]);
  });
}

function payeeOf({ seller, payment }: Pick<SettingsSections, "seller" | "payment">): Payee {
  const { iban, bic, bankName } = payment;
  return { holder: seller.name, iban, bic, bankName };
}

function requirePassword(given: boolean | undefined): void {
  if (given) return;
  const message =
    given === undefined ? "Enter your password to change this" : "This is not your password";
  refuseField("password", message);
}

/** Returns the address of a site file; a new file gets a new one. */
export function siteFileUrl(fileId: number): string {
  return `/api/v1/site-files/${fileId}`;
}

// Redrawn, so that only the image of the upload is served, without metadata.
async function logoOf(imageWorker: ImageWorker, bytes: Uint8Array): Promise<NewFile> {
  const box = { height: logoHeightPx, width: logoHeightPx * 8, fit: "inside" } as const;
  const picture = await imageWorker.draw(bytes, maxPixels.logo, { box, format: "png" });
  return { name: "logo.png", ...picture };
}
