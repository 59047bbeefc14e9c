import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";

/** The browser's own list of choices, which every keyboard and phone knows, with our arrow. */
export function SelectField(props: NativeSelectProps) {
  return (
    <NativeSelect
      rightSection={<IconChevronDown size={16} stroke={1.8} aria-hidden />}
      {...props}
    />
  );
}
