import { TextInput } from "@mantine/core";
import { hasPostalCodes, hasProvinces } from "@tonneline/contract/addresses";
import type { InvoiceDetails } from "@tonneline/contract/company";
import { countryNames, type CountryCode } from "@tonneline/contract/countries";
import { expectedVatNumber } from "@tonneline/contract/vatNumbers";
import { useState } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useUnprintable } from "../../lib/unprintable.ts";
import { OptionalLabel } from "../../ui/OptionalLabel.tsx";
import styles from "./company.module.css";
import { CountrySelect } from "./CountrySelect.tsx";

/** The form's fields in order, each with the key of its label. */
export const detailsFields = [
  { path: "companyName", label: "companyName" },
  { path: "vatNumber", label: "vatNumber" },
  { path: "invoiceEmail", label: "invoiceEmail" },
  { path: "invoiceAddress.street", label: "street" },
  { path: "invoiceAddress.postalCode", label: "postalCode" },
  { path: "invoiceAddress.city", label: "city" },
  { path: "invoiceAddress.province", label: "province" },
  { path: "invoiceAddress.countryCode", label: "countryCode" },
] as const;
export type DetailsPath = (typeof detailsFields)[number]["path"];
const byCountry = ["invoiceAddress.postalCode", "invoiceAddress.province"] as const;
type TextPath = Exclude<DetailsPath, "invoiceAddress.countryCode">;
const printedPaths = [
  "companyName",
  "invoiceAddress.street",
  "invoiceAddress.city",
  "invoiceAddress.province",
] as const;

interface Props {
  /** The effect of choosing another country. */
  countryHelp: string;
  onCountry: (countryCode: CountryCode) => void;
}

/** The fields of the company and its invoice address, within a form that may have more. */
export function DetailsFields({ countryHelp, onCountry }: Props) {
  const { t } = useTranslation();
  const form = useFormContext<InvoiceDetails>();
  const { field, fieldState } = useController({
    control: form.control,
    name: "invoiceAddress.countryCode",
  });
  const country = field.value;
  const text = useTextField();
  const printed = usePrintedField();
  return (
    <>
      <h2>{t("cart.details.company")}</h2>
      <div className={styles.two}>
        <TextInput
          className={styles.wide}
          label={t("cart.details.companyName")}
          autoComplete="organization"
          {...printed("companyName")}
        />
        <VatNumberField country={country} />
        <TextInput
          label={t("cart.details.invoiceEmail")}
          type="email"
          autoComplete="email"
          {...text("invoiceEmail")}
        />
      </div>
      <h2>{t("cart.details.address")}</h2>
      <div className={styles.two}>
        <TextInput
          className={styles.wide}
          label={t("cart.details.street")}
          autoComplete="address-line1"
          {...printed("invoiceAddress.street")}
        />
        <TextInput
          label={
            <OptionalLabel label={t("cart.details.postalCode")} unless={hasPostalCodes(country)} />
          }
          autoComplete="postal-code"
          {...text("invoiceAddress.postalCode")}
        />
        <TextInput
          label={t("cart.details.city")}
          autoComplete="address-level2"
          {...printed("invoiceAddress.city")}
        />
        <TextInput
          label={
            <OptionalLabel label={t("cart.details.province")} unless={hasProvinces(country)} />
          }
          autoComplete="address-level1"
          {...printed("invoiceAddress.province")}
        />
        <CountrySelect
          label={t("cart.details.countryCode")}
          autoComplete="country-name"
          description={countryHelp}
          error={fieldState.error?.message}
          ref={field.ref}
          value={country}
          onChange={(chosen) => {
            form.setValue("invoiceAddress.countryCode", chosen, {
              shouldDirty: true,
              shouldValidate: true,
            });
            // Values rejected for the previous country may be valid for this one, and vice versa.
            const wrong = byCountry.filter((path) => form.getFieldState(path).error);
            if (wrong.length > 0) void form.trigger(wrong);
            onCountry(chosen);
          }}
        />
      </div>
    </>
  );
}

function useTextField() {
  const form = useFormContext<InvoiceDetails>();
  return (path: TextPath) => ({
    size: "md",
    error: form.getFieldState(path, form.formState).error?.message,
    ...form.register(path),
  });
}

/** Returns a text field that warns about characters that invoices cannot print. */
function usePrintedField() {
  const { control } = useFormContext<InvoiceDetails>();
  const typed = useWatch({ control, name: printedPaths });
  const unprintable = useUnprintable();
  const text = useTextField();
  return (path: (typeof printedPaths)[number]) => ({
    ...text(path),
    description: unprintable(typed[printedPaths.indexOf(path)]),
  });
}

/** The VAT number; one that does not match the country's format gets an example below it. */
function VatNumberField({ country }: { country: CountryCode }) {
  const { t } = useTranslation();
  const form = useFormContext<InvoiceDetails>();
  const vatNumber = useWatch({ control: form.control, name: "vatNumber" });
  // No warning about an empty or partial number while the user is typing.
  const [typing, setTyping] = useState(false);
  const typed = !typing && vatNumber.trim().length >= 3;
  const expected = typed ? expectedVatNumber(country, vatNumber) : undefined;
  const field = useTextField()("vatNumber");
  return (
    <TextInput
      label={t("cart.details.vatNumber")}
      autoComplete="off"
      spellCheck={false}
      description={
        expected && t("cart.details.vatHint", { country: countryNames[country], example: expected })
      }
      {...field}
      onFocus={() => setTyping(true)}
      onBlur={(event) => {
        setTyping(false);
        void field.onBlur(event);
      }}
    />
  );
}
