import { ActionIcon, Menu } from "@mantine/core";
import { IconArrowMerge, IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

const icons = { rename: IconPencil, merge: IconArrowMerge, delete: IconTrash };

interface Props {
  name: string;
  actions: readonly { kind: keyof typeof icons; onClick: () => void }[];
}

/** What can be done to one row. */
export function EntryMenu({ name, actions }: Props) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="navy"
          aria-label={t("directory.actionsOf", { name })}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={16} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {actions.map(({ kind, onClick }) => {
          const Sign = icons[kind];
          return (
            <Menu.Item
              key={kind}
              leftSection={<Sign size={16} stroke={1.8} aria-hidden />}
              {...(kind === "delete" && { color: "red.7" })}
              onClick={onClick}
            >
              {t(`directory.${kind}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
