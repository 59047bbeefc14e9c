import { Select, type SelectProps } from "@mantine/core";
import { useCallbackRef } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import type { CountryCode } from "@tonneline/contract/countries";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { countryChoices } from "../../lib/countries.ts";

interface Props extends Omit<
  SelectProps,
  "data" | "value" | "onChange" | "searchable" | "autoComplete"
> {
  value: string;
  /** "country-name" lets the browser fill in the country of an address by its name. */
  autoComplete?: "country-name" | "off";
  onChange: (countryCode: CountryCode) => void;
}

/** A searchable list of all countries by name. */
export function CountrySelect({ onChange, ...props }: Props) {
  // A form passes another function with each keystroke in another field.
  return <Countries {...props} onChange={useCallbackRef(onChange)} />;
}

/** Rendering 250 options takes a phone some 70 ms, also while they are hidden: only for other props. */
const Countries = memo(function Countries({
  value,
  onChange,
  autoComplete = "off",
  ...props
}: Props) {
  const { t } = useTranslation();
  return (
    <Select
      {...props}
      data={countryChoices}
      value={value || null}
      onChange={(chosen) => chosen && onChange(chosen as CountryCode)}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t("cart.details.countryNone")}
      selectFirstOptionOnChange
      comboboxProps={{ withinPortal: false }}
      autoComplete={autoComplete}
      rightSection={<IconChevronDown size={16} stroke={1.8} aria-hidden />}
      rightSectionPointerEvents="none"
    />
  );
});
