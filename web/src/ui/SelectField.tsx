import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";

/** A native select, which works with every keyboard and phone, with our own arrow. */
export function SelectField(props: NativeSelectProps) {
  return (
    <NativeSelect
      rightSection={<IconChevronDown size={16} stroke={1.8} aria-hidden />}
      {...props}
    />
  );
}
