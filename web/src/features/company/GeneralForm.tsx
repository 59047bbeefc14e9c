import { Switch, TextInput } from "@mantine/core";
import { zodResolver } from "@hookform/resolvers/zod";
import { Link } from "@tanstack/react-router";
import { companyName } from "@tonneline/contract/accounts";
import type { Company } from "@tonneline/contract/company";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { isRefusal } from "../../lib/api.ts";
import { paths } from "../../lib/paths.ts";
import { useFormSubmission } from "../../lib/useFormSubmission.ts";
import { useUnprintable } from "../../lib/unprintable.ts";
import { useFormVersion } from "../../lib/useFormVersion.ts";
import { Banner } from "../../ui/Banner.tsx";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { useChangeCompany, useCompany } from "./company.queries.ts";
import styles from "./CompanyPage.module.css";

const fields = z.object({ name: companyName, requirePurchaseOrderNumber: z.boolean() });

const valuesOf = ({ name, requirePurchaseOrderNumber }: z.output<typeof fields>) => ({
  name,
  requirePurchaseOrderNumber,
});
/** The part of the company in this form; all its forms share one version. */
const partOf = (company: Company) => ({ ...valuesOf(company), version: company.version });

/** The company's name and PO number rule; a colleague's change meanwhile is not overwritten unseen. */
export function GeneralForm(props: { company: Company; mayManage: boolean }) {
  const { company, mayManage } = props;
  const { t } = useTranslation();
  const { refetch } = useCompany();
  const save = useChangeCompany();
  const form = useForm({
    resolver: zodResolver(fields),
    defaultValues: valuesOf(company),
    mode: "onTouched",
    shouldFocusError: false,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  useUnsaved(isDirty);
  const name = useWatch({ control: form.control, name: "name" });
  const unprintable = useUnprintable();
  const { version, adopt } = useFormVersion(partOf(company), isDirty, (now) =>
    form.reset(valuesOf(now)),
  );
  const { onSubmit, summary } = useFormSubmission(form, { name: t("company.general.name") });
  const conflict = isRefusal(save.error, "VERSION_CONFLICT");
  const submit = onSubmit(async (values) => {
    try {
      adopt(partOf(await save.mutateAsync({ ...values, version })));
    } catch (error) {
      if (isRefusal(error, "VERSION_CONFLICT")) {
        const { data: theirs } = await refetch();
        if (theirs) adopt(partOf(theirs));
      }
      throw error;
    }
    form.reset(values);
    showToast({ tone: "good", text: t("company.general.saved") });
  });
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormSummary {...summary} message={conflict ? undefined : summary.message}>
        {conflict && (
          <Banner tone="warn" title={t("company.general.conflict")}>
            {t("company.general.conflictText")}
          </Banner>
        )}
      </FormSummary>
      <TextInput
        label={t("company.general.name")}
        readOnly={!mayManage}
        maxLength={200}
        error={errors.name?.message}
        description={unprintable(name)}
        {...form.register("name")}
      />
      <Switch
        label={t("company.general.requirePo")}
        // The library's label contains the description, which would be read twice.
        aria-label={t("company.general.requirePo")}
        description={t("company.general.requirePoHelp")}
        disabled={!mayManage}
        {...form.register("requirePurchaseOrderNumber")}
      />
      <div className={styles.actions}>
        <Link to={paths.details} className={styles.link}>
          {t("company.general.details")}
        </Link>
        {mayManage && (
          <BusyButton type="submit" busy={isSubmitting} disabled={!isDirty}>
            {t("company.general.save")}
          </BusyButton>
        )}
      </div>
    </form>
  );
}
