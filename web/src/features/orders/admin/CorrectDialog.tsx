import { Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { countryNames } from "@tonneline/contract/countries";
import { correctInvoice } from "@tonneline/contract/corrections";
import { vatCheckResults, type ManagedOrder } from "@tonneline/contract/orders";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, fieldErrorsOf } from "../../../lib/api.ts";
import { reasonOf } from "../../../lib/failure.ts";
import { today } from "../../../lib/format.ts";
import { keyring } from "../../../lib/keyring.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useRefreshOrders } from "./admin.queries.ts";
import { bodyOf, detailsIn, fieldsOfInvoice, type TypedDetails } from "./correcting.ts";
import { useSeenOrder } from "./useSeenOrder.ts";

/** Reissues an order's invoice with corrected details; the old one is cancelled by a credit note. */
export function CorrectDialog({ order, onClose }: { order: ManagedOrder; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useCorrection(order, onClose);
  const { typed, submitted, errorOf } = form;
  const texts = (path: keyof TypedDetails) => ({
    label: t(`corrections.invoice.${path}`),
    value: typed[path],
    error: errorOf(path),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.change({ [path]: event.currentTarget.value }),
  });
  return (
    <ActionDialog
      title={t("corrections.invoice.title", { number: order.invoiceNumber ?? "" })}
      text={t("corrections.invoice.text", { email: typed.invoiceEmail })}
      confirm={t("corrections.invoice.confirm")}
      danger
      busy={form.busy}
      failure={form.failure}
      onConfirm={form.confirm}
      onClose={onClose}
    >
      {fieldsOfInvoice.map((path) => (
        <TextInput key={path} maxLength={200} {...texts(path)} />
      ))}
      <TextInput
        readOnly
        label={t("corrections.invoice.country")}
        description={t("corrections.invoice.countryHelp")}
        value={countryNames[order.address.countryCode]}
        error={errorOf("countryCode")}
      />
      <Textarea autosize minRows={2} maxLength={500} {...texts("remark")} />
      {form.asksCheck && (
        <SelectField
          label={t("corrections.invoice.vatCheck")}
          description={t("corrections.invoice.vatCheckHelp")}
          error={
            submitted && !form.result ? t("corrections.invoice.chooseMissing") : errorOf("vatCheck")
          }
          value={form.result}
          data={[
            { value: "", label: t("corrections.invoice.choose") },
            ...vatCheckResults.map((value) => ({
              value,
              label: t(`management.orders.dialog.result.${value}`),
            })),
          ]}
          onChange={({ currentTarget }) => form.setResult(currentTarget.value)}
        />
      )}
      {form.asksCheck && form.result === "INVALID" && (
        <Textarea
          autosize
          minRows={2}
          maxLength={1000}
          label={t("corrections.invoice.evidence")}
          value={form.evidence}
          error={errorOf("evidence")}
          onChange={({ currentTarget }) => form.setEvidence(currentTarget.value)}
        />
      )}
      <Textarea
        autosize
        minRows={2}
        maxLength={1000}
        label={t("corrections.invoice.reason")}
        description={t("corrections.invoice.reasonHelp")}
        value={form.reason}
        error={
          submitted && form.reason.trim().length < 3
            ? t("corrections.invoice.reasonMissing")
            : errorOf("reason")
        }
        onChange={({ currentTarget }) => form.setReason(currentTarget.value)}
      />
    </ActionDialog>
  );
}

/** The state of the form, and the request that reissues the invoice. */
function useCorrection(order: ManagedOrder, onClose: () => void) {
  const { t } = useTranslation();
  const refresh = useRefreshOrders();
  const [typed, setTyped] = useState(() => detailsIn(order));
  const [reason, setReason] = useState("");
  const [result, setResult] = useState("");
  const [evidence, setEvidence] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const [keyOf] = useState(keyring);
  const { version, onError } = useSeenOrder(order);
  const before = detailsIn(order);
  const unchanged = JSON.stringify(before) === JSON.stringify(typed);
  const asksCheck = order.vatCategory === "AE" && typed.vatNumber.trim() !== before.vatNumber;
  const checked = vatCheckResults.find((each) => each === result);
  const proof = checked === "INVALID" && { evidence };
  const vatCheck = asksCheck && checked && { result: checked, on: today(), ...proof };
  const body = { ...bodyOf(order, typed), reason, version, ...(vatCheck && { vatCheck }) };
  // Validated here too, so that errors that only this form can detect are shown together with the others.
  const faults = correctInvoice.body.safeParse(body).error?.issues ?? [];
  const issuing = useMutation({
    mutationFn: (given: typeof body) => {
      const params = { id: String(order.id) };
      return call(correctInvoice, { params, body: given }, { idempotencyKey: keyOf(given) });
    },
    onSuccess: ({ invoiceNumber }) => {
      const text = t("corrections.invoice.done", { number: invoiceNumber ?? "" });
      showToast({ tone: "good", text });
      void refresh();
      onClose();
    },
    onError,
  });
  const refusals = fieldErrorsOf(issuing.error);
  function confirm() {
    setSubmitted(true);
    if (unchanged || faults.length > 0 || (asksCheck && !checked)) return;
    issuing.mutate(body);
  }
  const refused = issuing.error && refusals.length === 0 ? reasonOf(issuing.error) : undefined;
  const errors = [
    ...(submitted ? faults : []).map(({ path, message }) => ({ path: path.join("."), message })),
    ...refusals,
  ];
  return {
    typed,
    change: (changed: Partial<TypedDetails>) => setTyped({ ...typed, ...changed }),
    reason,
    setReason,
    result,
    setResult,
    evidence,
    setEvidence,
    submitted,
    asksCheck,
    busy: issuing.isPending,
    failure: submitted && unchanged ? t("corrections.invoice.unchanged") : refused,
    errorOf: (path: string) =>
      errors.find((each) => each.path === path || each.path.endsWith(`.${path}`))?.message,
    confirm,
  };
}
