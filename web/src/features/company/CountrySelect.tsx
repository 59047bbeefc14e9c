import { Select, type SelectProps } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { CountryCode } from "@tonneline/contract/countries";
import { useTranslation } from "react-i18next";
import { countryChoices } from "../../lib/countries.ts";

interface Props extends Omit<SelectProps, "data" | "value" | "onChange" | "searchable"> {
  value: string;
  onChange: (countryCode: CountryCode) => void;
}

/** A searchable list of all countries by name. */
export function CountrySelect({ value, onChange, ...props }: Props) {
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
      autoComplete="off"
      rightSection={<IconChevronDown size={16} stroke={1.8} aria-hidden />}
      rightSectionPointerEvents="none"
      maxDropdownHeight={320}
    />
  );
}
