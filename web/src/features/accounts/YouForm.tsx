import { TextInput } from "@mantine/core";
import { zodResolver } from "@hookform/resolvers/zod";
import { personName, phone, phoneFault, type getMe } from "@tonneline/contract/accounts";
import type { ResponseOf } from "@tonneline/contract/endpoint";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { useFormSubmission } from "../../lib/useFormSubmission.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import { OptionalLabel } from "../../ui/OptionalLabel.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import accounts from "./accounts.module.css";
import styles from "./DetailsPage.module.css";
import { useUpdateMe } from "./me.queries.ts";
import { PhotoField } from "./PhotoField.tsx";

const form = z.object({
  firstName: personName,
  lastName: personName,
  phone: z.union([z.literal(""), phone], { error: phoneFault }),
});

/** Photo, names and phone; the email identifies the account and cannot be changed here. */
export function YouForm({ me }: { me: ResponseOf<typeof getMe> }) {
  const { t } = useTranslation();
  const update = useUpdateMe();
  const fields = useForm({
    resolver: zodResolver(form),
    defaultValues: { firstName: me.firstName, lastName: me.lastName, phone: me.phone ?? "" },
    mode: "onTouched",
    shouldFocusError: false,
  });
  const { errors, isDirty, isSubmitting } = fields.formState;
  useUnsaved(isDirty);
  const { onSubmit, summary } = useFormSubmission(fields, {
    firstName: t("account.registration.firstName"),
    lastName: t("account.registration.lastName"),
    phone: t("account.registration.phone"),
  });

  const submit = onSubmit(async (values) => {
    const saved = await update.mutateAsync({ ...values, phone: values.phone || null });
    fields.reset({
      firstName: saved.firstName,
      lastName: saved.lastName,
      phone: saved.phone ?? "",
    });
    showToast({ tone: "good", text: t("account.details.saved") });
  });

  return (
    <div className={styles.form}>
      <PhotoField me={me} />
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <FormSummary {...summary} />
        <div className={accounts.two}>
          <TextInput
            label={t("account.registration.firstName")}
            autoComplete="given-name"
            error={errors.firstName?.message}
            {...fields.register("firstName")}
          />
          <TextInput
            label={t("account.registration.lastName")}
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...fields.register("lastName")}
          />
          <TextInput
            label={t("accounts.login.email")}
            description={t("account.details.emailFixed")}
            type="email"
            variant="filled"
            value={me.username}
            readOnly
          />
          <TextInput
            label={<OptionalLabel label={t("account.registration.phone")} />}
            type="tel"
            autoComplete="tel"
            error={errors.phone?.message}
            {...fields.register("phone")}
          />
        </div>
        <div className={styles.actions}>
          <BusyButton type="submit" busy={isSubmitting} disabled={!isDirty}>
            {t("account.details.save")}
          </BusyButton>
        </div>
      </form>
    </div>
  );
}
