import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { OptionalLabel } from "../../ui/OptionalLabel.tsx";

/** The value that a flag carries in addition to on or off, for everybody or for one user. */
export function ValueField(props: {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={<OptionalLabel label={t("flags.dialog.value")} />}
      description={t("flags.dialog.valueHelp")}
      autoComplete="off"
      maxLength={2000}
      error={props.error}
      value={props.value}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
    />
  );
}
