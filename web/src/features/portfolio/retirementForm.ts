import type { Holding } from "@tonneline/contract/portfolio";
import { isClaimDay } from "@tonneline/contract/retirements";
import { typedTonnes } from "@tonneline/contract/typed";
import type { RetirementBody } from "./portfolio.queries.ts";

/** What is typed in the dialog, as typed. */
export interface RetirementDraft {
  /** Of each holding, by its vintage. */
  tonnes: Readonly<Record<number, string>>;
  beneficiaryName: string;
  purpose: RetirementBody["purpose"];
  /** A year; `period` for other days, "" where none is stated. */
  claimYear: string;
  periodFrom: string;
  periodTo: string;
  message: string;
  unnamed: boolean;
}

/** The claim is for some days rather than for a year. */
export const otherPeriod = "period";

export type WrongKey =
  | "quantityWrong"
  | "tooMany"
  | "beneficiaryWrong"
  | "periodMissing"
  | "periodWrong"
  | "periodYears";
export interface Wrong {
  /** By vintage. */
  tonnes: Readonly<Record<number, WrongKey>>;
  beneficiaryName?: WrongKey;
  periodFrom?: WrongKey;
  periodTo?: WrongKey;
}

/** Whole tonnes from 1 as typed; undefined for anything else. */
export function quantityOf(text = ""): number | undefined {
  return typedTonnes(text) || undefined;
}

/** The years that a claim is offered for: this one and the five before it. `today` as an ISO day. */
export function claimYears(today: string): string[] {
  const year = Number(today.slice(0, 4));
  return Array.from({ length: 6 }, (_, back) => String(year - back));
}

const neutral =
  /\b(carbon|climate|co[2₂])[-\s]?(neutral|positive|negative|free|compensated|kompensiert)|\bnet[-\s]?zero\b|\bklima(neutral|positiv)/i;

/**
 * Whether words say that something is neutral by what is retired, which Directive (EU) 2024/825 lets nobody tell consumers of a
 * product. In English, and as German says it.
 */
export function claimsNeutrality(text: string): boolean {
  return neutral.test(text);
}

/** The fields that the server would refuse, and why. `available` says how many tonnes a holding has. */
export function wrongOf(
  draft: RetirementDraft,
  holdings: readonly Pick<Holding, "vintageId">[],
  available: (vintageId: number) => number,
): Wrong | undefined {
  const tonnes = holdings.flatMap(({ vintageId }): [number, WrongKey][] => {
    const quantity = quantityOf(draft.tonnes[vintageId]);
    if (quantity === undefined) return [[vintageId, "quantityWrong"]];
    return quantity > available(vintageId) ? [[vintageId, "tooMany"]] : [];
  });
  const { length } = draft.beneficiaryName.trim();
  const { periodFrom, periodTo } = periodOf(draft);
  const isMissing = draft.claimYear === otherPeriod && !periodFrom && !periodTo;
  const wrong: Wrong = {
    tonnes: Object.fromEntries(tonnes),
    ...((length < 2 || length > 200) && { beneficiaryName: "beneficiaryWrong" as const }),
    ...(isMissing && { periodFrom: "periodMissing" as const }),
    ...(periodFrom && periodTo && periodFrom > periodTo && { periodTo: "periodWrong" as const }),
    ...(periodFrom && !isClaimDay(periodFrom) && { periodFrom: "periodYears" as const }),
    ...(periodTo && !isClaimDay(periodTo) && { periodTo: "periodYears" as const }),
  };
  const isWrong = tonnes.length > 0 || wrong.beneficiaryName || wrong.periodFrom || wrong.periodTo;
  return isWrong ? wrong : undefined;
}

/** A body as it was sent, back in the form. `today` as an ISO day. */
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

/** The call's body; only for a draft in which nothing is wrong. Empty fields are left out. */
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
