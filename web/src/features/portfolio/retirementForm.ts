import type { Holding } from "@tonneline/contract/portfolio";
import { isClaimDay } from "@tonneline/contract/retirements";
import { typedTonnes } from "@tonneline/contract/typed";
import type { RetirementBody } from "./portfolio.queries.ts";

/** The input of the dialog, as typed. */
export interface RetirementDraft {
  /** Keyed by vintage. */
  tonnes: Readonly<Record<number, string>>;
  beneficiaryName: string;
  purpose: RetirementBody["purpose"];
  /** A year; `period` for other days, "" if none is stated. */
  claimYear: string;
  periodFrom: string;
  periodTo: string;
  message: string;
  unnamed: boolean;
}

/** The claim covers some days rather than a year. */
export const otherPeriod = "period";

export type RetirementErrorKey =
  | "quantityWrong"
  | "tooMany"
  | "beneficiaryWrong"
  | "periodMissing"
  | "periodWrong"
  | "periodYears";
export interface RetirementErrors {
  /** Keyed by vintage. */
  tonnes: Readonly<Record<number, RetirementErrorKey>>;
  beneficiaryName?: RetirementErrorKey;
  periodFrom?: RetirementErrorKey;
  periodTo?: RetirementErrorKey;
}

/** Parses whole tonnes from 1; undefined for anything else. */
export function quantityOf(text = ""): number | undefined {
  return typedTonnes(text) || undefined;
}

/** Returns the years offered for a claim: the current one and the five before it. `today` as an ISO day. */
export function claimYears(today: string): string[] {
  const year = Number(today.slice(0, 4));
  return Array.from({ length: 6 }, (_, back) => String(year - back));
}

const neutral =
  /\b(carbon|climate|co[2₂])[-\s]?(neutral|positive|negative|free|compensated|kompensiert)|\bnet[-\s]?zero\b|\bklima(neutral|positiv)/i;

/**
 * Whether a text claims neutrality through retired credits, which Directive (EU) 2024/825 forbids in claims to
 * consumers about a product. Recognizes English and German wording.
 */
export function claimsNeutrality(text: string): boolean {
  return neutral.test(text);
}

/** Returns the fields that the server would refuse, and why. `available` returns the tonnes of a holding. */
export function errorsOf(
  draft: RetirementDraft,
  holdings: readonly Pick<Holding, "vintageId">[],
  available: (vintageId: number) => number,
): RetirementErrors | undefined {
  const tonnes = holdings.flatMap(({ vintageId }): [number, RetirementErrorKey][] => {
    const quantity = quantityOf(draft.tonnes[vintageId]);
    if (quantity === undefined) return [[vintageId, "quantityWrong"]];
    return quantity > available(vintageId) ? [[vintageId, "tooMany"]] : [];
  });
  const { length } = draft.beneficiaryName.trim();
  const { periodFrom, periodTo } = periodOf(draft);
  const isMissing = draft.claimYear === otherPeriod && !periodFrom && !periodTo;
  const errors: RetirementErrors = {
    tonnes: Object.fromEntries(tonnes),
    ...((length < 2 || length > 200) && { beneficiaryName: "beneficiaryWrong" as const }),
    ...(isMissing && { periodFrom: "periodMissing" as const }),
    ...(periodFrom && periodTo && periodFrom > periodTo && { periodTo: "periodWrong" as const }),
    ...(periodFrom && !isClaimDay(periodFrom) && { periodFrom: "periodYears" as const }),
    ...(periodTo && !isClaimDay(periodTo) && { periodTo: "periodYears" as const }),
  };
  const isWrong =
    tonnes.length > 0 || errors.beneficiaryName || errors.periodFrom || errors.periodTo;
  return isWrong ? errors : undefined;
}

/** Converts a sent body back to form values. `today` as an ISO day. */
export function draftOf(body: RetirementBody, today: string): RetirementDraft {
  const { periodFrom = "", periodTo = "" } = body;
  const year = claimYears(today).find(
    (each) => periodFrom === `${each}-01-01` && periodTo === `${each}-12-31`,
  );
  return {
    tonnes: Object.fromEntries(
      body.holdings.map(({ vintageId, quantity }) => [vintageId, String(quantity)]),
    ),
    beneficiaryName: body.beneficiaryName,
    purpose: body.purpose,
    claimYear: year ?? (periodFrom || periodTo ? otherPeriod : ""),
    periodFrom: year ? "" : periodFrom,
    periodTo: year ? "" : periodTo,
    message: body.message ?? "",
    unnamed: body.unnamed ?? false,
  };
}

function periodOf({ claimYear, periodFrom, periodTo }: RetirementDraft) {
  if (claimYear === otherPeriod) return { periodFrom, periodTo };
  if (!claimYear) return { periodFrom: "", periodTo: "" };
  return { periodFrom: `${claimYear}-01-01`, periodTo: `${claimYear}-12-31` };
}

/** Returns the body of the call, omitting empty fields; only for a valid draft. */
export function bodyOf(
  draft: RetirementDraft,
  holdings: readonly Pick<Holding, "vintageId">[],
): RetirementBody {
  const { periodFrom, periodTo } = periodOf(draft);
  return {
    holdings: holdings.map(({ vintageId }) => ({
      vintageId,
      quantity: quantityOf(draft.tonnes[vintageId]) ?? 0,
    })),
    beneficiaryName: draft.beneficiaryName.trim(),
    purpose: draft.purpose,
    ...(draft.message.trim() && { message: draft.message.trim() }),
    ...(periodFrom && { periodFrom }),
    ...(periodTo && { periodTo }),
    unnamed: draft.unnamed,
  };
}
