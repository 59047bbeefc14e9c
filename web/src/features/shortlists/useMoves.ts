import type { Shortlist } from "@tonneline/contract/shortlists";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { showToast } from "../../ui/toast.tsx";
import type { Kept } from "./KeptRow.tsx";
import { useDropVintage, useKeepVintage } from "./shortlists.queries.ts";
import "../../locales/en/hearts.ts";

/** Moves the selected vintages of a list to another one, or removes them, and reports the result. */
export function useMoves(list: Shortlist, chosen: readonly Kept[], onDone: () => void) {
  const { t } = useTranslation();
  const keep = useKeepVintage();
  const drop = useDropVintage();
  const count = chosen.length;

  /**
   * Runs the work on each vintage separately: failed ones stay selected and are reported. Resolves to whether all
   * succeeded.
   */
  async function each(work: (one: Kept) => Promise<unknown>): Promise<boolean> {
    try {
      await Promise.all(chosen.map(work));
      return true;
    } catch (error) {
      const text = t("hearts.failed", { reason: refusalText(error as Error) });
      showToast({ tone: "bad", text });
      return false;
    }
  }

  const keepOn = (to: Shortlist) => (one: Kept) =>
    keep.mutateAsync({ id: to.id, vintageId: one.vintageId, ...noteOn(to, one) });
  const takeOff = ({ vintageId }: Kept) => drop.mutateAsync({ id: list.id, vintageId });

  // The vintage and its note are gone from the list by then.
  const putBack = ({ vintageId, note }: Kept) =>
    keep.mutateAsync({ id: list.id, vintageId, ...(note && { note }) });

  async function remove() {
    if (!(await each(takeOff))) return;
    onDone();
    showToast({
      tone: "good",
      text: t("shortlists.removedMany", { count }),
      action: { label: t("shortlists.undo"), onClick: () => void each(putBack) },
    });
  }

  async function move(to: Shortlist) {
    // Added there before it is removed here: a crash in between leaves it on both.
    const isDone = await each(async (one) => {
      await keepOn(to)(one);
      await takeOff(one);
    });
    if (!isDone) return;
    onDone();
    showToast({ tone: "good", text: t("shortlists.moved", { count, list: to.name }) });
  }

  return { move, remove, isRemoving: drop.isPending };
}

/** Returns the note for the vintage on the target list, appended to an existing one so that neither is lost. */
function noteOn({ vintages }: Shortlist, { vintageId, note }: Kept): { note?: string } {
  const there = vintages.find((one) => one.vintageId === vintageId)?.note ?? "";
  if (!note || note === there) return {};
  return { note: there ? `${there}\n${note}` : note };
}
