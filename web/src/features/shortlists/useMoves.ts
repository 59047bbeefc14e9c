import type { Shortlist } from "@tonneline/contract/shortlists";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { showToast } from "../../ui/toast.tsx";
import type { Kept } from "./KeptRow.tsx";
import { useDropVintage, useKeepVintage } from "./shortlists.queries.ts";

/** Moves the chosen vintages of a list to another one, or takes them off, and says so. */
export function useMoves(list: Shortlist, chosen: readonly Kept[], onDone: () => void) {
  const { t } = useTranslation();
  const keep = useKeepVintage();
  const drop = useDropVintage();
  const count = chosen.length;

  /** Each by itself: what was refused stays chosen and is told. */
  async function each(work: (one: Kept) => Promise<unknown>, done: () => void) {
    try {
      await Promise.all(chosen.map(work));
      onDone();
      done();
    } catch (error) {
      showToast({
        tone: "bad",
        text: t("shortlists.failed", { reason: refusalText(error as Error) }),
      });
    }
  }

  const keepOn =
    (id: number) =>
    ({ vintageId, note }: Kept) =>
      keep.mutateAsync({ id, vintageId, note });
  const takeOff = ({ vintageId }: Kept) => drop.mutateAsync({ id: list.id, vintageId });

  const remove = () =>
    each(takeOff, () =>
      showToast({
        tone: "good",
        text: t("shortlists.removedMany", { count }),
        action: {
          label: t("shortlists.undo"),
          onClick: () => void Promise.all(chosen.map(keepOn(list.id))),
        },
      }),
    );
  const move = (to: Shortlist) =>
    each(
      // Kept there before it is taken off here: a crash in between leaves it on both.
      async (one) => {
        await keepOn(to.id)(one);
        await takeOff(one);
      },
      () => showToast({ tone: "good", text: t("shortlists.moved", { count, list: to.name }) }),
    );

  return { move, remove, isRemoving: drop.isPending };
}
