import type { Shortlist } from "@tonneline/contract/shortlists";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { showToast } from "../../ui/toast.tsx";
import type { Kept } from "./KeptRow.tsx";
import { useDropVintage, useKeepVintage } from "./shortlists.queries.ts";
import "../../locales/en/hearts.ts";

/** Moves the chosen vintages of a list to another one, or takes them off, and says so. */
export function useMoves(list: Shortlist, chosen: readonly Kept[], onDone: () => void) {
  const { t } = useTranslation();
  const keep = useKeepVintage();
  const drop = useDropVintage();
  const count = chosen.length;

  /** Each by itself: what was refused stays chosen and is told. Whether all of it is done. */
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

  // Nothing of it is there any more, its note neither.
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
    // Kept there before it is taken off here: a crash in between leaves it on both.
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

/** The note that a vintage has on another list then: none that stands there is lost. */
function noteOn({ vintages }: Shortlist, { vintageId, note }: Kept): { note?: string } {
  const there = vintages.find((one) => one.vintageId === vintageId)?.note ?? "";
  if (!note || note === there) return {};
  return { note: there ? `${there}\n${note}` : note };
}
