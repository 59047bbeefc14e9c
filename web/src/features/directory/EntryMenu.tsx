import { IconArrowMerge, IconPencil, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { RowMenu } from "../../ui/table/RowMenu.tsx";

const icons = { rename: IconPencil, merge: IconArrowMerge, delete: IconTrash };

export type EntryAction = keyof typeof icons;

interface Props {
  name: string;
  actions: readonly { kind: EntryAction; onClick: () => void }[];
}

/** The actions on one entry. */
export function EntryMenu({ name, actions }: Props) {
  const { t } = useTranslation();
  return (
    <RowMenu
      name={name}
      actions={actions.map(({ kind, onClick }) => ({
        label: t(`directory.${kind}`),
        icon: icons[kind],
        danger: kind === "delete",
        onClick,
      }))}
    />
  );
}
