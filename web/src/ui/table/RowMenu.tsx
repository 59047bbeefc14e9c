import { ActionIcon, Menu } from "@mantine/core";
import { IconDotsVertical, type Icon } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

export interface RowAction {
  label: string;
  icon: Icon;
  danger?: boolean;
  onClick: () => void;
}

/** The actions on one row, in a three-dot menu labelled with the row's name. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="navy"
          aria-label={t("table.actionsOf", { name })}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDotsVertical size={16} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {actions.map(({ label, icon: Sign, danger, onClick }) => (
          <Menu.Item
            key={label}
            leftSection={<Sign size={16} stroke={1.8} aria-hidden />}
            {...(danger && { color: "red.7" })}
            onClick={onClick}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
