import { ActionIcon, Tooltip } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "./rows.module.css";

interface Props {
  /** Names the row: "document 2". */
  name: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Moves a row of a list up or down by one, or removes it. */
export function RowButtons({ name, index, count, onMove, onRemove }: Props) {
  const { t } = useTranslation();
  const actions = [
    {
      label: t("editor.moveUp", { name }),
      Icon: IconArrowUp,
      off: index === 0,
      run: () => onMove(index - 1),
    },
    {
      label: t("editor.moveDown", { name }),
      Icon: IconArrowDown,
      off: index === count - 1,
      run: () => onMove(index + 1),
    },
    { label: t("editor.remove", { name }), Icon: IconTrash, off: false, run: onRemove },
  ];
  return (
    <span className={styles.rowButtons}>
      {actions.map(({ label, Icon, off, run }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon
            variant="subtle"
            color="navy"
            size="lg"
            aria-label={label}
            // Not disabled: the button keeps the focus when its row reaches the end.
            aria-disabled={off || undefined}
            className={off ? styles.off : undefined}
            onClick={() => !off && run()}
          >
            <Icon size={16} stroke={1.8} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </span>
  );
}
