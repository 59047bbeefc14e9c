import type { Shortlist } from "@tonneline/contract/shortlists";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { showToast } from "../../ui/toast.tsx";
import type { ShortlistItem } from "./ShortlistRow.tsx";
import { useRemoveFromShortlist, useAddToShortlist } from "./shortlists.queries.ts";
import "../../locales/en/hearts.ts";

/** Moves the selected vintages of a list to another one, or removes them, and reports the result. */
export function useMoves(list: Shortlist, chosen: readonly ShortlistItem[], onDone: () => void) {
  const { t } = useTranslation();
  const addVintage = useAddToShortlist();
  const dropVintage = useRemoveFromShortlist();
  const count = chosen.length;

  /**
   * Runs the work on each vintage separately: failed ones stay selected and are reported. Resolves to whether all
   * succeeded.
   */
  async function forEachChosen(work: (one: ShortlistItem) => Promise<unknown>): Promise<boolean> {
    try {
      await Promise.all(chosen.map(work));
      return true;
    } catch (error) {
      const text = t("hearts.failed", { reason: refusalText(error as Error) });
      showToast({ tone: "bad", text });
      return false;
    }
  }

  const addTo = (to: Shortlist) => (one: ShortlistItem) =>
    addVintage.mutateAsync({ id: to.id, vintageId: one.vintageId, ...mergedNote(to, one) });
  const removeFromList = ({ vintageId }: ShortlistItem) =>
    dropVintage.mutateAsync({ id: list.id, vintageId });

  // The vintage and its note are gone from the list by then.
  const restore = ({ vintageId, note }: ShortlistItem) =>
    addVintage.mutateAsync({ id: list.id, vintageId, ...(note && { note }) });

  async function remove() {
    if (!(await forEachChosen(removeFromList))) return;
    onDone();
    showToast({
      tone: "good",
      text: t("shortlists.removedMany", { count }),
      action: { label: t("shortlists.undo"), onClick: () => void forEachChosen(restore) },
    });
  }

  async function move(to: Shortlist) {
    // Added there before it is removed here: a crash in between leaves it on both.
    const isDone = await forEachChosen(async (one) => {
      await addTo(to)(one);
      await removeFromList(one);
    });
    if (!isDone) return;
    onDone();
    showToast({ tone: "good", text: t("shortlists.moved", { count, list: to.name }) });
  }

  return { move, remove, isRemoving: dropVintage.isPending };
}

/** Returns the note for the vintage on the target list, appended to an existing one so that neither is lost. */
function mergedNote(
  { vintages }: Shortlist,
  { vintageId, note }: ShortlistItem,
): { note?: string } {
  const existing = vintages.find((one) => one.vintageId === vintageId)?.note ?? "";
  if (!note || note === existing) return {};
  return { note: existing ? `${existing}\n${note}` : note };
}
