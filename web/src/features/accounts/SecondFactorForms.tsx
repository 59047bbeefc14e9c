import { Button, PasswordInput, TextInput } from "@mantine/core";
import { zodResolver } from "@hookform/resolvers/zod";
import { secondFactorCode } from "@tonneline/contract/secondFactor";
import type { ReactNode } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { useRefusedForm } from "../../lib/useRefusedForm.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import { QrCode } from "../../ui/QrCode.tsx";
import { showToast } from "../../ui/toast.tsx";
import details from "./DetailsPage.module.css";
import styles from "./SessionList.module.css";
import { begin, confirm, remove } from "./secondFactor.queries.ts";

interface Values {
  currentPassword: string;
  code: string;
}
const anything = z.string();
const given = z.string().min(1);

/** A form of password and code, or of one of them; the other field is not shown and not asked for. */
function useFactorForm(asks: readonly (keyof Values)[], submit: (values: Values) => Promise<void>) {
  const { t } = useTranslation();
  const form = useForm<Values>({
    resolver: zodResolver(
      z.object({
        currentPassword: asks.includes("currentPassword") ? given : anything,
        code: asks.includes("code") ? secondFactorCode : anything,
      }),
    ),
    defaultValues: { currentPassword: "", code: "" },
    mode: "onTouched",
    shouldFocusError: false,
  });
  const { onSubmit, summary } = useRefusedForm(form, {
    currentPassword: t("accounts.details.currentPassword"),
    code: t("accounts.factor.code"),
  });
  return { form, summary, submit: onSubmit(submit), asks };
}

function FactorForm(props: {
  state: ReturnType<typeof useFactorForm>;
  label: string;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { form, summary, submit, asks } = props.state;
  return (
    <form
      className={`${details.form} ${details.narrow}`}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <FormSummary {...summary} />
      {props.children}
      {asks.includes("currentPassword") && <PasswordAsked form={form} />}
      {asks.includes("code") && (
        <TextInput
          label={t("accounts.factor.code")}
          autoComplete="one-time-code"
          error={form.formState.errors.code?.message}
          {...form.register("code")}
        />
      )}
      <div className={details.actions}>
        <Button variant="default" onClick={props.onCancel}>
          {t("table.cancel")}
        </Button>
        <BusyButton type="submit" busy={form.formState.isSubmitting}>
          {props.label}
        </BusyButton>
      </div>
    </form>
  );
}

function PasswordAsked({ form }: { form: UseFormReturn<Values> }) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      label={t("accounts.details.currentPassword")}
      autoComplete="current-password"
      error={form.formState.errors.currentPassword?.message}
      visibilityToggleButtonProps={{ "aria-label": t("accounts.login.show"), tabIndex: 0 }}
      {...form.register("currentPassword")}
    />
  );
}

/** First the password, for whoever finds an open browser. */
export function PasswordStep(props: {
  onBegun: (made: { secret: string; uri: string }) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const state = useFactorForm(["currentPassword"], async ({ currentPassword }) =>
    props.onBegun(await begin(currentPassword)),
  );
  return <FactorForm state={state} label={t("accounts.factor.next")} onCancel={props.onCancel} />;
}

/** Then the secret into the app, and a first code out of it. */
export function ConfirmFactor(props: {
  secret: string;
  uri: string;
  onConfirmed: (codes: readonly string[]) => Promise<void>;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const state = useFactorForm(["code"], async ({ code }) =>
    props.onConfirmed((await confirm(code)).recoveryCodes),
  );
  return (
    <FactorForm state={state} label={t("accounts.factor.confirm")} onCancel={props.onCancel}>
      <p>{t("accounts.factor.scan")}</p>
      <QrCode text={props.uri} label={t("accounts.factor.qr")} className={styles.qr} />
      <p>
        {t("accounts.factor.typeIt")} <code className={styles.secret}>{props.secret}</code>
      </p>
    </FactorForm>
  );
}

/** Back to the password alone. */
export function RemoveFactor(props: { onRemoved: () => Promise<void>; onCancel: () => void }) {
  const { t } = useTranslation();
  const state = useFactorForm(["currentPassword", "code"], async (values) => {
    await remove(values);
    showToast({ tone: "good", text: t("accounts.factor.removed") });
    await props.onRemoved();
  });
  return (
    <FactorForm state={state} label={t("accounts.factor.remove")} onCancel={props.onCancel}>
      <p>{t("accounts.factor.removeText")}</p>
    </FactorForm>
  );
}
