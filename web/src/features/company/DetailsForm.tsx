import { Checkbox } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { isRefusal, refusalText } from "../../lib/api.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { Banner } from "../../ui/Banner.tsx";
import styles from "./company.module.css";
import { DetailsFields } from "./DetailsFields.tsx";
import type { DetailsDraft } from "./draft.ts";
import { OrderReferences } from "./OrderReferences.tsx";
import type { useCompanyDetails } from "./company.queries.ts";
import { useDetails, type orderFields } from "./useDetails.ts";

interface Props {
  initial: DetailsDraft;
  /** Refetches the saved details. */
  refetch: ReturnType<typeof useCompanyDetails>["refetch"];
  /** Shown above the form from the start, such as when loading the saved details failed. */
  note: string | undefined;
  /** The net total of the order in euros. */
  net: number;
  /** Called once the details are valid, and saved if the buyer wants that. */
  onDone: () => void;
}

/** Company and invoice address. Input survives leaving the page; a rejected form lists its errors first. */
export function DetailsForm({ initial, refetch, note, net, onDone }: Props) {
  const { t } = useTranslation();
  const details = useDetails(initial, refetch, onDone);
  const { form, invalidFields, summary, save, keep, setKeep, maySave } = details;
  const conflict = isRefusal(save.error, "VERSION_CONFLICT");
  const { formState } = form;
  const [shownNote] = useState(note);

  return (
    <form className={styles.form} noValidate onSubmit={details.submit}>
      <div className={styles.body}>
        <div ref={summary} tabIndex={-1} className={styles.summary}>
          {shownNote && <Banner tone="info" title={shownNote} />}
          {formState.submitCount > 0 && invalidFields.length > 0 && (
            <WrongFields wrong={invalidFields} onGo={form.setFocus} />
          )}
          {conflict && (
            <Banner
              tone="warn"
              title={t("cart.details.conflict")}
              action={{ label: t("cart.details.takeTheirs"), onClick: details.replaceWithSaved }}
            >
              {t("cart.details.conflictText")}
            </Banner>
          )}
          {save.isError && !conflict && invalidFields.length === 0 && (
            <Banner tone="bad" title={t("cart.details.saveFailed")}>
              {refusalText(save.error)}
            </Banner>
          )}
        </div>
        <FormProvider {...form}>
          <DetailsFields
            countryHelp={t("cart.details.countryHelp")}
            onCountry={details.chooseCountry}
          />
          <OrderReferences net={net} />
        </FormProvider>
        {maySave && (
          <Checkbox
            className={styles.keep}
            label={t("cart.details.keep")}
            checked={keep}
            onChange={(event) => setKeep(event.currentTarget.checked)}
          />
        )}
      </div>
      <div className={styles.actions}>
        <Link to={paths.cart} activeOptions={{ exact: true }} className={styles.back}>
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

/** Lists the invalid fields, each as a link. */
function WrongFields({ wrong, onGo }: WrongProps) {
  const { t } = useTranslation();
  return (
    <Banner tone="bad" title={t("app.form.correct", { count: wrong.length })}>
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
