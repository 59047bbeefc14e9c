import { zodResolver } from "@hookform/resolvers/zod";
import { invoiceDetails } from "@tonneline/contract/company";
import type { OrderDetails } from "@tonneline/contract/orders";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { fieldErrorsOf, isRefusal } from "../../lib/api.ts";
import { useUsername } from "../../lib/session.ts";
import { useDrafts } from "./company.draft.ts";
import {
  useMayForCompany,
  useSaveCompanyDetails,
  type useCompanyDetails,
} from "./company.queries.ts";
import { detailsFields } from "./DetailsFields.tsx";
import { refreshDraft, withSaved, type DetailsDraft } from "./draft.ts";
import { referenceFields, useDetailsSchema } from "./OrderReferences.tsx";

export const orderFields = [...detailsFields, ...referenceFields] as const;

/** The part that is saved for the next order. */
const companyPart = z.object(invoiceDetails.shape);

/** Buyers may lack permission to change the saved details: then the input applies only to this order. */
function ignoreForbidden(error: unknown): void {
  if (!isRefusal(error, "FORBIDDEN")) throw error;
}

/** Stores the input as a draft. Untouched values are not stored: they would hide what is saved, now or later. */
function useStoredDraft(initial: DetailsDraft, { details, keep, seen }: DetailsDraft): void {
  const username = useUsername();
  const { users, saveForm } = useDrafts.getState();
  const [initialJson] = useState(() => JSON.stringify([initial.details, initial.keep]));
  const isStored = users[username]?.form !== undefined;
  const isEdited = isStored || JSON.stringify([details, keep]) !== initialJson;
  useEffect(() => {
    if (isEdited) saveForm(username, { details, keep, seen });
  }, [saveForm, username, details, keep, seen, isEdited]);
}

/**
 * The form state of an order's details: stores a draft, and saves the company's part for the next order. A
 * colleague's change meanwhile is overwritten only after it has been reported.
 */
export function useDetails(
  initial: DetailsDraft,
  refetch: ReturnType<typeof useCompanyDetails>["refetch"],
  onDone: () => void,
) {
  const username = useUsername();
  const { saveForm, chooseCountry } = useDrafts.getState();
  const save = useSaveCompanyDetails();
  const [keep, setKeep] = useState(initial.keep);
  const [seen, setSeen] = useState(initial.seen);
  const maySave = useMayForCompany("details") ?? true;
  const summary = useRef<HTMLDivElement>(null);
  const form = useForm<OrderDetails>({
    resolver: zodResolver(useDetailsSchema()),
    defaultValues: initial.details,
    mode: "onTouched",
    // The error summary takes the focus instead, and links to each field.
    shouldFocusError: false,
  });
  const { formState } = form;
  const invalidFields = orderFields.filter(
    ({ path }) => form.getFieldState(path, formState).invalid,
  );

  const values = useWatch({ control: form.control, compute: (all: OrderDetails) => all });
  useStoredDraft(initial, { details: values, keep, seen });

  const focusSummary = () => setTimeout(() => summary.current?.focus());

  function show(draft: DetailsDraft): void {
    form.reset(draft.details);
    setSeen(draft.seen);
  }

  /** Untouched values take the colleague's changes; the others overwrite them if the user saves again. */
  async function mergeSaved(): Promise<void> {
    const { data: theirs } = await refetch();
    const typed = { details: form.getValues(), keep, seen };
    if (theirs) show({ ...refreshDraft(typed, theirs), seen: theirs });
  }

  async function saveForCompany(details: OrderDetails): Promise<void> {
    const version = seen && { version: seen.version };
    const saved = await save.mutateAsync({ ...companyPart.parse(details), ...version });
    saveForm(username, { details, keep, seen: saved });
  }

  async function submit(details: OrderDetails): Promise<void> {
    try {
      if (keep && maySave) await saveForCompany(details).catch(ignoreForbidden);
      onDone();
    } catch (error) {
      if (isRefusal(error, "VERSION_CONFLICT")) await mergeSaved();
      for (const { path, message } of fieldErrorsOf(error)) {
        const field = orderFields.find((each) => each.path === path);
        if (field) form.setError(field.path, { message });
      }
      focusSummary();
    }
  }

  return {
    form,
    /** The invalid fields. */
    invalidFields,
    summary,
    save,
    /** Replaces the input of the company's details with the saved ones. */
    replaceWithSaved: () => {
      if (seen) show(withSaved({ details: form.getValues(), keep, seen }, seen));
      save.reset();
    },
    keep,
    setKeep,
    maySave,
    submit: (event: FormEvent) => void form.handleSubmit(submit, focusSummary)(event),
    chooseCountry: (country: Parameters<typeof chooseCountry>[1]) =>
      chooseCountry(username, country),
  };
}
