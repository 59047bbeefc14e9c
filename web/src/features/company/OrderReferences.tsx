import { Textarea, TextInput } from "@mantine/core";
import { orderDetails, type OrderDetails } from "@tonneline/contract/orders";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { OptionalLabel } from "../../ui/OptionalLabel.tsx";
import { useCompany } from "./company.queries.ts";
import styles from "./company.module.css";
import { CostCentreField } from "./CostCentreField.tsx";

/** The fields in order, each with the key of its label. */
export const referenceFields = [
  { path: "purchaseOrderNumber", label: "purchaseOrderNumber" },
  { path: "costCentre", label: "costCentre" },
  { path: "buyerReference", label: "buyerReference" },
  { path: "remark", label: "remark" },
] as const;
export type ReferencePath = (typeof referenceFields)[number]["path"];

const wrapperOrder: ("label" | "input" | "error" | "description")[] = [
  "label",
  "input",
  "error",
  "description",
];

const isNumbered = ({ purchaseOrderNumber }: OrderDetails) => Boolean(purchaseOrderNumber);

/** Returns the schema of the form, which depends on what the company requires of every order. */
export function useDetailsSchema() {
  const { t } = useTranslation();
  const message = t("cart.details.purchaseOrderMissing");
  return useNumberRequired()
    ? orderDetails.refine(isNumbered, { path: ["purchaseOrderNumber"], message })
    : orderDetails;
}

const useNumberRequired = () => useCompany().data?.requirePurchaseOrderNumber ?? false;

/** The buyer's references on an order of `net` euros and its invoice; part of a larger form. */
export function OrderReferences({ net }: { net: number }) {
  const { t } = useTranslation();
  const form = useFormContext<OrderDetails>();
  const number = useNumberRequired() && { label: t("cart.details.purchaseOrderNumber") };
  const field = (path: ReferencePath, maxLength: number) => ({
    size: "md",
    label: <OptionalLabel label={t(`cart.details.${path}`)} />,
    inputWrapperOrder: wrapperOrder,
    autoComplete: "off",
    maxLength,
    error: form.getFieldState(path, form.formState).error?.message,
    ...form.register(path),
  });
  return (
    <>
      <h2>{t("cart.details.references")}</h2>
      <div className={styles.two}>
        <TextInput spellCheck={false} {...field("purchaseOrderNumber", 60)} {...number} />
        <CostCentreField net={net} spellCheck={false} {...field("costCentre", 60)} />
        <TextInput
          className={styles.wide}
          spellCheck={false}
          description={t("cart.details.buyerReferenceHelp")}
          {...field("buyerReference", 60)}
        />
        <Textarea
          className={styles.wide}
          description={t("cart.details.remarkHelp")}
          autosize
          minRows={2}
          maxRows={8}
          {...field("remark", 500)}
        />
      </div>
    </>
  );
}
