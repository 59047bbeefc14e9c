import { Button, Checkbox, Popover } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "./FilterPill.module.css";

interface Props {
  columns: readonly { name: string; label: string; fixed?: boolean | undefined }[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}

/** Chooses the visible columns; the first is always visible. */
export function ColumnMenu({ columns, hidden, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconColumns3 size={16} stroke={1.8} aria-hidden />}
        >
          {t("table.columns")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.pillFields} aria-label={t("table.columns")}>
        {columns
          .filter((column) => !column.fixed)
          .map(({ name, label }) => (
            <Checkbox
              key={name}
              size="sm"
              label={label}
              checked={!hidden.includes(name)}
              onChange={({ currentTarget }) =>
                onChange(
                  currentTarget.checked
                    ? hidden.filter((each) => each !== name)
                    : [...hidden, name],
                )
              }
            />
          ))}
      </Popover.Dropdown>
    </Popover>
  );
}
