import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import { BusyButton } from "../BusyButton.tsx";
import { showToast } from "../toast.tsx";
import styles from "./SelectionBar.module.css";

interface Props {
  chosen: ReadonlySet<number>;
  /** The ids of the rows on this page. */
  shown: readonly number[];
  /** The number of matching rows on all pages. */
  total: number;
  onAll: () => Promise<void>;
  onSelect: (selected: ReadonlySet<number>) => void;
  /** Explains to the user why they could not be loaded. */
  reasonOf: (error: unknown) => string;
}

/** Extends the selection from the rows of the page to all matching rows, and back. */
export function ChooseAll({ chosen, shown, total, onAll, onSelect, reasonOf }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const onPage = shown.filter((id) => chosen.has(id)).length;
  const elsewhere = chosen.size - onPage;
  async function chooseAll() {
    setBusy(true);
    try {
      await onAll();
    } catch (error) {
      showToast({ tone: "bad", text: t("table.chooseAllFailed", { reason: reasonOf(error) }) });
    } finally {
      setBusy(false);
    }
  }
  if (elsewhere > 0) {
    return (
      <span className={styles.more}>
        <span className={styles.bulkSum}>
          {t(chosen.size === total ? "table.allChosen" : "table.elsewhere", {
            count: elsewhere,
            number: whole(elsewhere),
          })}
        </span>
        <Button
          variant="transparent"
          color="white"
          size="compact-sm"
          onClick={() => onSelect(new Set(shown.filter((id) => chosen.has(id))))}
        >
          {t("table.onlyPage")}
        </Button>
      </span>
    );
  }
  if (total <= chosen.size) return null;
  return (
    <BusyButton
      variant="transparent"
      color="white"
      size="compact-sm"
      className={styles.all}
      busy={busy}
      onClick={() => void chooseAll()}
    >
      {t("table.chooseAll", { count: total, number: whole(total) })}
    </BusyButton>
  );
}
