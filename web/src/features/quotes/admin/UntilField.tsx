import { TextInput } from "@mantine/core";
import { maxQuoteDays } from "@tonneline/contract/quotes";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { dayAhead } from "../../../lib/days.ts";

interface Props {
  /** An ISO date. */
  value: string;
  onChange: (day: string) => void;
  error?: ReactNode;
  "data-autofocus"?: boolean;
}

/** The day until which a quote is kept. */
export function UntilField({ onChange, ...field }: Props) {
  const { t } = useTranslation();
  return (
    <TextInput
      type="date"
      size="md"
      label={t("quotes.managed.until")}
      min={dayAhead(0)}
      max={dayAhead(maxQuoteDays)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...field}
    />
  );
}
