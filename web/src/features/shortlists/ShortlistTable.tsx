import { Checkbox, VisuallyHidden } from "@mantine/core";
import type { Shortlist } from "@tonneline/contract/shortlists";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { euroRange } from "../../lib/format.ts";
import { SelectionBar } from "../../ui/table/SelectionBar.tsx";
import { ShortlistActions } from "./ShortlistActions.tsx";
import { ShortlistRow } from "./ShortlistRow.tsx";
import { NoteDialog } from "./NoteDialog.tsx";
import styles from "./shortlists.module.css";

interface Props {
  list: Shortlist;
  /** The lists that the selection can be moved to. */
  others: readonly Shortlist[];
}

/** The vintages of a shortlist, with changes since each was added, and the actions on the selected ones. */
export function ShortlistTable({ list, others }: Props) {
  const { t } = useTranslation();
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const [editedNoteId, setEditedNoteId] = useState<number>();
  // What a colleague has removed meanwhile is no longer selected.
  const chosen = list.vintages.filter(({ vintageId }) => ticked.includes(vintageId));
  const editedItem = list.vintages.find(({ vintageId }) => vintageId === editedNoteId);
  const prices = chosen.flatMap(({ vintage }) => vintage.price ?? []);
  const tick = (vintageId: number, on: boolean) =>
    setTicked(on ? [...ticked, vintageId] : ticked.filter((one) => one !== vintageId));
  if (list.vintages.length === 0) return <p className={styles.none}>{t("shortlists.nothing")}</p>;
  return (
    <>
      {chosen.length > 0 && (
        <SelectionBar
          count={chosen.length}
          sum={
            prices.length > 0 &&
            t("shortlists.perTonne", {
              prices: euroRange(Math.min(...prices), Math.max(...prices)),
            })
          }
          onClear={() => setTicked([])}
        >
          <ShortlistActions
            list={list}
            others={others}
            chosen={chosen}
            onDone={() => setTicked([])}
          />
        </SelectionBar>
      )}
      <div className={styles.wrap}>
        <table className={styles.table}>
          <VisuallyHidden component="caption">{list.name}</VisuallyHidden>
          <thead>
            <tr>
              <th scope="col">
                <Checkbox
                  aria-label={t("shortlists.chooseAll")}
                  checked={chosen.length === list.vintages.length}
                  indeterminate={chosen.length > 0 && chosen.length < list.vintages.length}
                  onChange={(event) =>
                    setTicked(
                      event.currentTarget.checked
                        ? list.vintages.map(({ vintageId }) => vintageId)
                        : [],
                    )
                  }
                />
              </th>
              <ColumnHeads />
            </tr>
          </thead>
          <tbody>
            {list.vintages.map((item) => (
              <ShortlistRow
                key={item.vintageId}
                item={item}
                isChosen={ticked.includes(item.vintageId)}
                onTick={(on) => tick(item.vintageId, on)}
                onNote={() => setEditedNoteId(item.vintageId)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {editedItem && (
        <NoteDialog listId={list.id} item={editedItem} onClose={() => setEditedNoteId(undefined)} />
      )}
    </>
  );
}

function ColumnHeads() {
  const { t } = useTranslation();
  return (
    <>
      <th scope="col">{t("shortlists.project")}</th>
      <th scope="col">{t("shortlists.vintage")}</th>
      <th scope="col" className={styles.num}>
        {t("shortlists.price")}
      </th>
      <th scope="col" className={styles.num}>
        {t("shortlists.forSale")}
      </th>
      <th scope="col" className={styles.menu}>
        {t("shortlists.action")}
      </th>
    </>
  );
}
