import { Button, TextInput } from "@mantine/core";
import { zodResolver } from "@hookform/resolvers/zod";
import { passkeyName } from "@tonneline/contract/passkeys";
import { secondFactorCode, type Proof } from "@tonneline/contract/proof";
import { useEffect, type ReactNode } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { proveByPasskey } from "../../lib/passkeys.ts";
import { useFormSubmission } from "../../lib/useFormSubmission.ts";
import { BusyButton } from "../../ui/BusyButton.tsx";
import { FormSummary } from "../../ui/FormSummary.tsx";
import { QrCode } from "../../ui/QrCode.tsx";
import { SecretInput } from "../../ui/SecretInput.tsx";
import details from "./DetailsPage.module.css";
import styles from "./SessionList.module.css";
import { confirm, useRefreshSecondFactor } from "./secondFactor.queries.ts";

/** What a sensitive action requires in addition to the password. */
export type RequiredProof = "code" | "passkey" | null;

interface Values {
  name: string;
  currentPassword: string;
  code: string;
}
const anything = z.string();
const nonEmpty = z.string().min(1);

/** A form with some of the fields; the others are neither shown nor validated. */
function useFactorForm(
  fields: readonly (keyof Values)[],
  submit: (values: Values) => Promise<void>,
) {
  const { t } = useTranslation();
  const refresh = useRefreshSecondFactor();
  const form = useForm<Values>({
    resolver: zodResolver(
      z.object({
        name: fields.includes("name") ? passkeyName : anything,
        currentPassword: fields.includes("currentPassword") ? nonEmpty : anything,
        code: fields.includes("code") ? secondFactorCode : anything,
      }),
    ),
    defaultValues: { name: "", currentPassword: "", code: "" },
    // The first field has the focus: moving from it to Cancel must neither show an error nor shift the button.
    mode: "onSubmit",
    shouldFocusError: false,
  });
  const { setFocus } = form;
  const [first] = fields;
  // The button that led here has disappeared.
  useEffect(() => {
    if (first) setFocus(first);
  }, [first, setFocus]);
  const { onSubmit, summary } = useFormSubmission(form, {
    name: t("account.passkeys.name"),
    currentPassword: t("account.details.currentPassword"),
    code: t("account.factor.code"),
  });
  const submitAndRefresh = async (values: Values) => {
    try {
      await submit(values);
    } catch (error) {
      // The server may have done it, and its response been lost.
      void refresh().catch(() => {});
      throw error;
    }
  };
  return { form, summary, submit: onSubmit(submitAndRefresh), fields };
}

function FactorForm(props: {
  state: ReturnType<typeof useFactorForm>;
  label: string;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { form, summary, submit, fields } = props.state;
  return (
    <form
      className={`${details.form} ${details.narrow}`}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <FormSummary {...summary} />
      {props.children}
      {fields.includes("name") && (
        <TextInput
          label={t("account.passkeys.name")}
          description={t("account.passkeys.nameHelp")}
          autoComplete="off"
          error={form.formState.errors.name?.message}
          {...form.register("name")}
        />
      )}
      {fields.includes("currentPassword") && <CurrentPasswordField form={form} />}
      {fields.includes("code") && (
        <TextInput
          label={t("account.factor.code")}
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

function CurrentPasswordField({ form }: { form: UseFormReturn<Values> }) {
  const { t } = useTranslation();
  return (
    <SecretInput
      label={t("account.details.currentPassword")}
      autoComplete="current-password"
      error={form.formState.errors.currentPassword?.message}
      {...form.register("currentPassword")}
    />
  );
}

/** Asks for the password, in case somebody else finds the browser open, and for the second factor if there is one. */
export function ProofForm(props: {
  asks: RequiredProof;
  label: string;
  text?: string;
  /** Asks for a name too. */
  named?: true;
  onProven: (proof: Proof, name: string) => Promise<void>;
  onCancel: () => void;
}) {
  const { asks, named, text } = props;
  const fields = [
    ...(named ? (["name"] as const) : []),
    "currentPassword" as const,
    ...(asks === "code" ? (["code"] as const) : []),
  ];
  const state = useFactorForm(fields, async ({ name, currentPassword, code }) => {
    const factor = asks === "passkey" ? { passkey: await proveByPasskey() } : {};
    await props.onProven(
      { currentPassword, ...(asks === "code" && { code }), ...factor },
      name.trim(),
    );
  });
  return (
    <FactorForm state={state} label={props.label} onCancel={props.onCancel}>
      {text !== undefined && <p>{text}</p>}
    </FactorForm>
  );
}

/** The next step: enter the secret into the app, and confirm it by a first code. */
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
    <FactorForm state={state} label={t("account.factor.confirm")} onCancel={props.onCancel}>
      <p>{t("account.factor.scan")}</p>
      <QrCode secret text={props.uri} label={t("account.factor.qr")} className={styles.qr} />
      <p>
        {t("account.factor.typeIt")}{" "}
        <code translate="no" className={styles.secret} data-sentry-block>
          {props.secret}
        </code>
      </p>
    </FactorForm>
  );
}
