import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./keys.module.css";
import { useSingleKeys } from "./useListKeys.ts";

/** Below a list on wide screens: its main shortcuts, and a link to all of them. */
export function KeyHint({ selectable, onSheet }: { selectable: boolean; onSheet: () => void }) {
  const { t } = useTranslation();
  const [on] = useSingleKeys();
  return (
    <span className={styles.hint}>
      {on && (
        <>
          <span>
            <kbd>j</kbd> <kbd>k</kbd> {t("table.keys.move")}
          </span>
          {selectable && (
            <span>
              <kbd>x</kbd> {t("table.keys.choose")}
            </span>
          )}
          <span>
            <kbd>/</kbd> {t("table.keys.search")}
          </span>
        </>
      )}
      <UnstyledButton className={styles.sheet} onClick={onSheet}>
        {on && <kbd>?</kbd>} {t("table.keys.all")}
      </UnstyledButton>
    </span>
  );
}
