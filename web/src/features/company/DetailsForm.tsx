import { zodResolver } from "@hookform/resolvers/zod";
import { Checkbox } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { invoiceDetails } from "@tonneline/contract/company";
import type { OrderDetails } from "@tonneline/contract/orders";
import { useEffect, useRef, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { paths } from "../../lib/paths.ts";
import { fieldErrorsOf, isRefusal, refusalText } from "../../lib/api.ts";
import { useUsername } from "../../lib/session.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { useDrafts } from "./company.draft.ts";
import styles from "./company.module.css";
import { useMayForCompany, useSaveCompanyDetails } from "./company.queries.ts";
import { DetailsFields, detailsFields } from "./DetailsFields.tsx";
import type { DetailsDraft } from "./draft.ts";
import { OrderReferences, referenceFields, useDetailsSchema } from "./OrderReferences.tsx";

interface Props {
  initial: DetailsDraft;
  /** Said above the form, as when the saved details could not be loaded. */
  note?: string | undefined;
  /** What is ordered, in euros without VAT. */
  net: number;
  /** The details are valid, and kept where the buyer wants it. */
  onDone: () => void;
}

const orderFields = [...detailsFields, ...referenceFields] as const;

/** The part that is kept for the next order. */
const ofCompany = z.object(invoiceDetails.shape);

/** Who buys may not always change what the company keeps: then the order alone has what was typed. */
function unlessOthersKeep(error: unknown): void {
  if (!isRefusal(error, "FORBIDDEN")) throw error;
}

/** Company and invoice address. What is typed survives leaving the page; a refused form lists its errors first. */
export function DetailsForm({ initial, note, net, onDone }: Props) {
  const { t } = useTranslation();
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

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => void form.handleSubmit(submit, focusSummary)(event)}
    >
      <div className={styles.body}>
        <div ref={summary} tabIndex={-1} className={styles.summary}>
          {note && <Banner tone="info" title={note} />}
          {formState.submitCount > 0 && wrong.length > 0 && (
            <WrongFields wrong={wrong} onGo={form.setFocus} />
          )}
          {save.isError && wrong.length === 0 && (
            <Banner tone="bad" title={t("cart.details.saveFailed")}>
              {refusalText(save.error)}
            </Banner>
          )}
        </div>
        <FormProvider {...form}>
          <DetailsFields
            countryHelp={t("cart.details.countryHelp")}
            onCountry={(country) => chooseCountry(username, country)}
          />
          <OrderReferences net={net} />
        </FormProvider>
        {mayKeep && (
          <Checkbox
            className={styles.keep}
            label={t("cart.details.keep")}
            checked={keep}
            onChange={(event) => setKeep(event.currentTarget.checked)}
          />
        )}
      </div>
      <div className={styles.actions}>
        <Link to={paths.cart} className={styles.back}>
          <IconArrowLeft size={16} stroke={1.8} aria-hidden />
          {t("cart.details.back")}
        </Link>
        <BusyButton type="submit" size="lg" busy={formState.isSubmitting}>
          {t("cart.details.continue")}
        </BusyButton>
      </div>
    </form>
  );
}

interface WrongProps {
  wrong: readonly (typeof orderFields)[number][];
  onGo: (path: (typeof orderFields)[number]["path"]) => void;
}

/** What has to be corrected, each as the way to its field. */
function WrongFields({ wrong, onGo }: WrongProps) {
  const { t } = useTranslation();
  return (
    <Banner tone="bad" title={t("cart.details.correct", { count: wrong.length })}>
      {wrong.map(({ path, label }, index) => (
        <span key={path}>
          {index > 0 && ", "}
          <button type="button" className={styles.link} onClick={() => onGo(path)}>
            {t(`cart.details.${label}`)}
          </button>
        </span>
      ))}
    </Banner>
  );
}
