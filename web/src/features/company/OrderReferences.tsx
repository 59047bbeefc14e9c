import { Textarea, TextInput } from "@mantine/core";
import type { OrderDetails } from "@tonneline/contract/orders";
import { useFormContext } from "react-hook-form";
import { useTranslation } from "react-i18next";
import styles from "./company.module.css";

/** The fields in their order, each with the name of its label. */
export const referenceFields = [
  { path: "purchaseOrderNumber", label: "purchaseOrderNumber" },
  { path: "costCentre", label: "costCentre" },
  { path: "buyerReference", label: "buyerReference" },
  { path: "remark", label: "remark" },
] as const;
type ReferencePath = (typeof referenceFields)[number]["path"];

const wrapperOrder: ("label" | "input" | "error" | "description")[] = [
  "label",
  "input",
  "error",
  "description",
];

/** What the buyer wants to find again on the order and its invoice; within a form that asks more. */
export function OrderReferences() {
  const { t } = useTranslation();
  const form = useFormContext<OrderDetails>();
  const field = (path: ReferencePath, maxLength: number) => ({
    size: "md",
    label: t(`cart.details.${path}`),
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
        <TextInput spellCheck={false} {...field("purchaseOrderNumber", 60)} />
        <TextInput spellCheck={false} {...field("costCentre", 60)} />
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
