import { zodResolver } from "@hookform/resolvers/zod";
import { invoiceDetails } from "@tonneline/contract/company";
import type { OrderDetails } from "@tonneline/contract/orders";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { fieldErrorsOf, isRefusal } from "../../lib/api.ts";
import { useUsername } from "../../lib/session.ts";
import { useDrafts } from "./company.draft.ts";
import { useMayForCompany, useSaveCompanyDetails } from "./company.queries.ts";
import { detailsFields } from "./DetailsFields.tsx";
import type { DetailsDraft } from "./draft.ts";
import { referenceFields, useDetailsSchema } from "./OrderReferences.tsx";

export const orderFields = [...detailsFields, ...referenceFields] as const;

/** The part that is kept for the next order. */
const ofCompany = z.object(invoiceDetails.shape);

/** Who buys may not always change what the company keeps: then the order alone has what was typed. */
function unlessOthersKeep(error: unknown): void {
  if (!isRefusal(error, "FORBIDDEN")) throw error;
}

/** The details of an order as they are typed: a draft of them is kept, and what is for the next order is saved. */
export function useDetails(initial: DetailsDraft, onDone: () => void) {
  const username = useUsername();
  const { keepForm, chooseCountry } = useDrafts.getState();
  const save = useSaveCompanyDetails();
  const [keep, setKeep] = useState(initial.keep);
  const mayKeep = useMayForCompany("details") ?? true;
  const summary = useRef<HTMLDivElement>(null);
  const form = useForm<OrderDetails>({
    resolver: zodResolver(useDetailsSchema()),
    defaultValues: initial.details,
    mode: "onTouched",
    // The summary takes the focus and leads to each field.
    shouldFocusError: false,
  });
  const { formState } = form;
  const wrong = orderFields.filter(({ path }) => form.getFieldState(path, formState).invalid);

  const values = useWatch({ control: form.control, compute: (all: OrderDetails) => all });
  useEffect(
    () => keepForm(username, { details: values, keep }),
    [keepForm, username, values, keep],
  );

  const focusSummary = () => setTimeout(() => summary.current?.focus());

  async function submit(details: OrderDetails): Promise<void> {
    try {
      if (keep && mayKeep) await save.mutateAsync(ofCompany.parse(details)).catch(unlessOthersKeep);
      onDone();
    } catch (error) {
      for (const { path, message } of fieldErrorsOf(error)) {
        const field = orderFields.find((each) => each.path === path);
        if (field) form.setError(field.path, { message });
      }
      focusSummary();
    }
  }

  return {
    form,
    /** Which fields have to be corrected. */
    wrong,
    summary,
    save,
    keep,
    setKeep,
    mayKeep,
    submit: (event: FormEvent) => void form.handleSubmit(submit, focusSummary)(event),
    chooseCountry: (country: Parameters<typeof chooseCountry>[1]) =>
      chooseCountry(username, country),
  };
}
