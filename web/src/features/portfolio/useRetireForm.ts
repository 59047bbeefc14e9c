import type { Holding } from "@tonneline/contract/portfolio";
import type { Retirement } from "@tonneline/contract/retirements";
import { useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorsOf, Unreachable } from "../../lib/api.ts";
import { isDecided, isLost } from "../../lib/failure.ts";
import { today, tonnes, whole } from "../../lib/format.ts";
import { showFirstInvalid } from "../../ui/focusInvalidField.ts";
import { useConfirmedClose } from "../../ui/useConfirmedClose.ts";
import {
  useRequestRetirements,
  useRetirementAttempts,
  type RetirementBody,
} from "./portfolio.queries.ts";
import { bodyOf, draftOf, errorsOf, otherPeriod, type RetirementDraft } from "./retirementForm.ts";

/** The paths of a body that have a field in the dialog, those of a period only if it is not a year. */
const hasField = /^(holdings\.\d+\.quantity|beneficiaryName|purpose|message)$/;
const hasPeriodField = /^period(From|To)$/;

export type RetireForm = ReturnType<typeof useRetireForm>;

export interface RetireProps {
  holdings: readonly Holding[];
  /** The default beneficiary. */
  company: string;
  onDone: (asked: readonly Retirement[]) => void;
  onClose: () => void;
}

/** The form state of a retirement of one or more holdings: input, errors and submission. */
export function useRetireForm({ holdings, company, onDone, onClose }: RetireProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const request = useRequestRetirements();
  const attempts = useRetirementAttempts();
  const [lost, setLost] = useState(() => lostFor(attempts.current()?.body, holdings));
  const [draft, setDraft] = useState<RetirementDraft>(() =>
    lost ? draftOf(lost, today()) : freshDraft(holdings, company),
  );
  const [touched, setTouched] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const body = bodyOf(draft, holdings);
  // A resent request may already be deducted, so it is not checked against what is left now.
  const resending = lost !== undefined && JSON.stringify(body) === JSON.stringify(lost);
  const leftOf = new Map(holdings.map(({ vintageId, available }) => [vintageId, available]));
  const errors = errorsOf(draft, holdings, (id) => (resending ? Infinity : (leftOf.get(id) ?? 0)));
  const refused = fieldErrorsOf(request.error);
  const refusedAt = (path: string) => refused.find((each) => each.path === path)?.message;
  const total = body.holdings.reduce((sum, { quantity }) => sum + quantity, 0);
  const isUnreachable = request.error instanceof Unreachable;
  // Sent without a response: it may have succeeded, whatever is typed or refused since.
  const inDoubt = lost !== undefined;
  const closing = useConfirmedClose(onClose, touched || inDoubt);

  return {
    form,
    draft,
    total,
    inDoubt,
    leaving: closing.asking,
    isSending: request.isPending,
    error: isUnreachable ? null : request.error,
    /** The form contains a request whose response was lost, just now or earlier. */
    isResumed: lost !== undefined && (isUnreachable || !request.error),
    /** It is unchanged: sent again, it takes effect once. */
    resending,
    /** Whether a field already shows the refusal. */
    isAtField: refused.some(
      ({ path }) =>
        hasField.test(path) || (draft.claimYear === otherPeriod && hasPeriodField.test(path)),
    ),
    change: (part: Partial<RetirementDraft>) => {
      setTouched(true);
      request.reset();
      setDraft({ ...draft, ...part });
    },
    tonnesError: (vintageId: number, index: number) => {
      const key = submitted ? errors?.tonnes[vintageId] : undefined;
      const available = tonnes(leftOf.get(vintageId) ?? 0);
      if (key) return t(`portfolio.retire.${key}`, { available });
      return refusedAt(`holdings.${index}.quantity`);
    },
    errorAt: (field: "beneficiaryName" | "purpose" | "periodFrom" | "periodTo" | "message") => {
      const isOurs = field !== "purpose" && field !== "message";
      const key = submitted && isOurs ? errors?.[field] : undefined;
      return key ? t(`portfolio.retire.${key}`, { available: "" }) : refusedAt(field);
    },
    stay: closing.stay,
    close: () => {
      if (!request.isPending) closing.close();
    },
    discard: () => {
      attempts.settle();
      onClose();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      setSubmitted(true);
      if (errors) return showFirstInvalid(form.current);
      const onError = (error: Error) => {
        if (isLost(error)) setLost(body);
        else if (resending && isDecided(error)) setLost(undefined);
        showFirstInvalid(form.current);
      };
      request.mutate(body, { onSuccess: onDone, onError });
    },
  };
}

/** Returns the sent request for these holdings that has no response yet. */
function lostFor(sent: RetirementBody | undefined, holdings: readonly Holding[]) {
  const idsOf = (all: readonly { vintageId: number }[]) =>
    all.map(({ vintageId }) => vintageId).join();
  return sent && idsOf(sent.holdings) === idsOf(holdings) ? sent : undefined;
}

/** For a single holding the tonnes are left blank; several are preset in full, as they were selected for that. */
function freshDraft(holdings: readonly Holding[], company: string): RetirementDraft {
  const isOne = holdings.length === 1;
  return {
    tonnes: Object.fromEntries(
      holdings.map(({ vintageId, available }) => [vintageId, isOne ? "" : whole(available)]),
    ),
    beneficiaryName: company,
    purpose: "OWN_EMISSIONS",
    claimYear: "",
    periodFrom: "",
    periodTo: "",
    message: "",
    unnamed: false,
  };
}
