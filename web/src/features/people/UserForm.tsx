import { Select, TextInput } from "@mantine/core";
import { zodResolver } from "@hookform/resolvers/zod";
import { personName } from "@tonneline/contract/accounts";
import { hasAllPermissions, type ManagedUser } from "@tonneline/contract/people";
import { useEffect } from "react";
import { Controller, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { useUser } from "../../lib/session.ts";
import { useFormSubmission } from "../../lib/useFormSubmission.ts";
import { keepUserInput, useFormVersion } from "../../lib/useFormVersion.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import styles from "./people.module.css";
import { saveUser, usePartnerChoices, useRefreshPeople, useRoles } from "./people.queries.ts";

const form = z.object({
  firstName: personName,
  lastName: personName,
  roleId: z.string(),
  referalPartnerId: z.string().nullable(),
});

interface FormOf {
  user: ManagedUser;
  canChangeRole: boolean;
}

/** A user's names, role and partner. Operators cannot change their own role. */
export function UserForm(props: FormOf) {
  const { t } = useTranslation();
  const { canChangeRole } = props;
  const roles = useRoles().data ?? [];
  const mine = useUser()?.permissions ?? new Set<string>();
  const canSeePartners = mine.has("directory:read");
  const partners = usePartnerChoices(canSeePartners).data ?? [];
  const { fields, submit, summary } = useUserForm(props, canSeePartners);
  const { errors, isSubmitting, isDirty } = fields.formState;

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <FormSummary {...summary} message={summary.message ?? errors.root?.message} />
      <div className={styles.two}>
        <TextInput
          label={t("people.users.drawer.firstName")}
          error={errors.firstName?.message}
          {...fields.register("firstName")}
        />
        <TextInput
          label={t("people.users.drawer.lastName")}
          error={errors.lastName?.message}
          {...fields.register("lastName")}
        />
        <Controller
          control={fields.control}
          name="roleId"
          render={({ field }) => (
            <Select
              label={t("people.users.drawer.role")}
              allowDeselect={false}
              disabled={!canChangeRole}
              {...(!canChangeRole && { description: t("people.users.drawer.ownRole") })}
              // Operators cannot grant permissions that they lack.
              data={roles.map(({ id, name, permissions }) => ({
                value: String(id),
                label: name,
                disabled: !hasAllPermissions(mine, permissions),
              }))}
              error={errors.roleId?.message}
              {...field}
            />
          )}
        />
        {canSeePartners && (
          <Controller
            control={fields.control}
            name="referalPartnerId"
            render={({ field }) => (
              <Select
                label={t("people.users.drawer.partner")}
                placeholder={t("people.users.drawer.noPartner")}
                clearable
                searchable
                data={partners.map(({ id, name }) => ({ value: String(id), label: name }))}
                error={errors.referalPartnerId?.message}
                {...field}
              />
            )}
          />
        )}
      </div>
      <div>
        <BusyButton type="submit" busy={isSubmitting} disabled={!isDirty}>
          {t("people.users.drawer.save")}
        </BusyButton>
      </div>
    </form>
  );
}

/** The form state of a user, and its submission. */
function useUserForm({ user, canChangeRole }: FormOf, canSeePartners: boolean) {
  const { t } = useTranslation();
  const refresh = useRefreshPeople();
  const fields = useForm({
    resolver: zodResolver(form),
    defaultValues: valuesOf(user),
    mode: "onTouched",
    shouldFocusError: false,
  });
  const { isDirty } = fields.formState;
  useUnsaved(isDirty);
  const { version, adopt } = useFormVersion(partOf(user), isDirty);
  const labels = {
    firstName: t("people.users.drawer.firstName"),
    lastName: t("people.users.drawer.lastName"),
    roleId: t("people.users.drawer.role"),
    referalPartnerId: t("people.users.drawer.partner"),
  };
  // The current account is shown above the fields, which keep their input.
  const { onSubmit, summary } = useFormSubmission(fields, labels, {
    refresh: () => (adopt(), refresh()),
    messageFor: (who) => t("people.users.drawer.conflict", { who }),
  });

  // Changed elsewhere, such as by admitting the user next to this form: update untouched fields.
  useEffect(() => {
    fields.reset(valuesOf(user), keepUserInput);
  }, [fields, user]);

  const submit = onSubmit(async ({ roleId, referalPartnerId, ...names }) => {
    const change = {
      ...names,
      ...(canChangeRole && { roleId: Number(roleId) }),
      ...(canSeePartners && {
        referalPartnerId: referalPartnerId === null ? null : Number(referalPartnerId),
      }),
    };
    const saved = await saveUser({ id: user.id, version }, change);
    adopt(partOf(saved));
    fields.reset(valuesOf(saved));
    showToast({ tone: "good", text: t("people.users.drawer.saved") });
    await refresh();
  });
  return { fields, submit, summary };
}

/** The part of an account in this form. */
const partOf = (user: ManagedUser) => ({ ...valuesOf(user), version: user.version });

function valuesOf(user: ManagedUser) {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    roleId: String(user.role.id),
    referalPartnerId: user.referalPartnerId === null ? null : String(user.referalPartnerId),
  };
}
