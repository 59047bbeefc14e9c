import { typedTonnes } from "@tonneline/contract/typed";
import type { RetirementBody } from "./portfolio.queries.ts";

/** What is typed in the dialog, as typed. */
export interface RetirementDraft {
  quantity: string;
  beneficiaryName: string;
  purpose: RetirementBody["purpose"];
  periodFrom: string;
  periodTo: string;
  message: string;
  unnamed: boolean;
}

export type Wrong = Partial<Record<"quantity" | "beneficiaryName" | "periodTo", WrongKey>>;
export type WrongKey = "quantityWrong" | "tooMany" | "beneficiaryWrong" | "periodWrong";

/** Whole tonnes from 1 as typed; undefined for anything else. */
export function quantityOf(text: string): number | undefined {
  return typedTonnes(text) || undefined;
}

/** The fields that the server would refuse, and why. `available` in tonnes. */
export function wrongOf(draft: RetirementDraft, available: number): Wrong {
  const quantity = quantityOf(draft.quantity);
  const { length } = draft.beneficiaryName.trim();
  const { periodFrom, periodTo } = draft;
  return {
    ...(quantity === undefined && { quantity: "quantityWrong" as const }),
    ...(quantity !== undefined && quantity > available && { quantity: "tooMany" as const }),
    ...((length < 3 || length > 200) && { beneficiaryName: "beneficiaryWrong" as const }),
    ...(periodFrom && periodTo && periodFrom > periodTo && { periodTo: "periodWrong" as const }),
  };
}

/** A body as it was sent, back in the form. */
export function draftOf(body: RetirementBody): RetirementDraft {
  return {
    quantity: String(body.quantity),
    beneficiaryName: body.beneficiaryName,
    purpose: body.purpose,
    periodFrom: body.periodFrom ?? "",
    periodTo: body.periodTo ?? "",
    message: body.message ?? "",
    unnamed: body.unnamed ?? false,
  };
}

/** The call's body; only for a draft in which nothing is wrong. Empty fields are left out. */
export function bodyOf(draft: RetirementDraft, vintageId: number): RetirementBody {
  return {
    vintageId,
    quantity: quantityOf(draft.quantity) ?? 0,
    beneficiaryName: draft.beneficiaryName.trim(),
    purpose: draft.purpose,
    ...(draft.message.trim() && { message: draft.message.trim() }),
    ...(draft.periodFrom && { periodFrom: draft.periodFrom }),
    ...(draft.periodTo && { periodTo: draft.periodTo }),
    unnamed: draft.unnamed,
  };
}
