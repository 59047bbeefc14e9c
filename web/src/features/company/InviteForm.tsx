import { TextInput } from "@mantine/core";
import { zodResolver } from "@hookform/resolvers/zod";
import { companyRoles } from "@tonneline/contract/companyRoles";
import { email } from "@tonneline/contract/shapes";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { useFormSubmission } from "../../lib/useFormSubmission.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { useInvite } from "./company.queries.ts";
import styles from "./CompanyPage.module.css";

const fields = z.object({ email, role: z.enum(companyRoles) });
const blank = { email: "", role: "BUYER" as const };

/** An email address and a role. Input is kept if the invitation is refused. */
export function InviteForm() {
  const { t } = useTranslation();
  const invite = useInvite();
  const form = useForm<z.input<typeof fields>, unknown, z.output<typeof fields>>({
    resolver: zodResolver(fields),
    defaultValues: blank,
    mode: "onTouched",
    shouldFocusError: false,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  useUnsaved(isDirty);
  const { onSubmit, summary } = useFormSubmission(form, { email: t("company.invite.email") });
  const submit = onSubmit(async (values) => {
    await invite.mutateAsync(values);
    showToast({ tone: "good", text: t("company.invite.sent", { email: values.email }) });
    form.reset(blank);
  });
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormSummary {...summary} />
      <div className={styles.two}>
        <TextInput
          label={t("company.invite.email")}
          type="email"
          autoComplete="off"
          error={errors.email?.message}
          {...form.register("email")}
        />
        <SelectField
          label={t("company.invite.role")}
          data={companyRoles.map((role) => ({ value: role, label: t(`company.roles.${role}`) }))}
          {...form.register("role")}
        />
      </div>
      <div className={styles.actions}>
        <BusyButton type="submit" busy={isSubmitting}>
          {t("company.invite.send")}
        </BusyButton>
      </div>
    </form>
  );
}
