import { zodResolver } from "@hookform/resolvers/zod";
import {
  invoiceDetails,
  type CompanyDetails,
  type InvoiceDetails,
} from "@tonneline/contract/company";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { isRefusal } from "../../lib/api.ts";
import { useUsername } from "../../lib/session.ts";
import { useFormSubmission } from "../../lib/useFormSubmission.ts";
import { useFormVersion } from "../../lib/useFormVersion.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { useDrafts } from "../company/company.draft.ts";
import { useCompanyDetails, useSaveCompanyDetails } from "../company/company.queries.ts";
import { DetailsFields, detailsFields } from "../company/DetailsFields.tsx";
import styles from "./DetailsPage.module.css";

/** The saved values, or blanks; the country is not guessed. */
function valuesOf(saved: CompanyDetails) {
  const blank = { street: "", postalCode: "", province: "", city: "" };
  return {
    companyName: saved.companyName ?? "",
    vatNumber: saved.vatNumber ?? "",
    invoiceEmail: saved.invoiceEmail ?? "",
    invoiceAddress: { ...blank, ...saved.invoiceAddress },
  };
}

/** Company and invoice details with their version: a colleague's change meanwhile is not overwritten unseen. */
export function CompanyForm({ saved }: { saved: CompanyDetails }) {
  const { t } = useTranslation();
  const username = useUsername();
  const { refetch } = useCompanyDetails();
  const save = useSaveCompanyDetails();
  const form = useForm<InvoiceDetails>({
    resolver: zodResolver(invoiceDetails),
    defaultValues: valuesOf(saved),
    mode: "onTouched",
    shouldFocusError: false,
  });
  const { isDirty, isSubmitting } = form.formState;
  useUnsaved(isDirty);
  const { version, adopt } = useFormVersion(saved, isDirty, (now) => form.reset(valuesOf(now)));
  const labels = detailsFields.map(({ path, label }) => [path, t(`cart.details.${label}`)]);
  const { onSubmit, summary } = useFormSubmission(
    form,
    Object.fromEntries(labels) as Record<(typeof detailsFields)[number]["path"], string>,
  );
  const conflict = isRefusal(save.error, "VERSION_CONFLICT");

  const submit = onSubmit(async (details) => {
    try {
      adopt(await save.mutateAsync({ ...details, version }));
    } catch (error) {
      if (isRefusal(error, "VERSION_CONFLICT")) {
        // The newer version is fetched, so that the user can choose between it and saving again.
        const { data: theirs } = await refetch();
        if (theirs) adopt(theirs);
      }
      throw error;
    }
    form.reset(details);
    // Earlier input from the cart would hide what is saved now.
    useDrafts.getState().clear(username);
    showToast({ tone: "good", text: t("account.details.saved") });
  });

  function takeTheirs(): void {
    form.reset(valuesOf(saved));
    adopt(saved);
    save.reset();
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormSummary {...summary} message={conflict ? undefined : summary.message}>
        {conflict && (
          <Banner
            tone="warn"
            title={t("account.details.conflict")}
            action={{ label: t("account.details.takeTheirs"), onClick: takeTheirs }}
          >
            {t("account.details.conflictText")}
          </Banner>
        )}
      </FormSummary>
      <FormProvider {...form}>
        <DetailsFields countryHelp={t("account.details.countryHelp")} onCountry={() => undefined} />
      </FormProvider>
      <div className={styles.actions}>
        <BusyButton type="submit" busy={isSubmitting} disabled={!isDirty}>
          {t("account.details.save")}
        </BusyButton>
      </div>
    </form>
  );
}
