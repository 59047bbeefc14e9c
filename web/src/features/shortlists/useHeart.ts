import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { showToast } from "../../ui/toast.tsx";
import {
  useCreateShortlist,
  useDropVintage,
  useKeepVintage,
  useShortlists,
} from "./shortlists.queries.ts";
import "../../locales/en/shortlists.ts";

export interface Hearted {
  project: { id: number; name: string };
  /** Finds the vintage that stands for the project. */
  vintageOf: () => Promise<number | undefined>;
}

/**
 * Whether a vintage of a project is kept, and on which list; `toggle` keeps its best one on the first shortlist, begun
 * when there is none, or takes all of it off. At once for the eye, taken back when it fails.
 */
export function useHeart({ project, vintageOf }: Hearted) {
  const { t } = useTranslation();
  const lists = useShortlists().data?.content ?? [];
  const create = useCreateShortlist();
  const keep = useKeepVintage();
  const drop = useDropVintage();
  const [wanted, setWanted] = useState<boolean>();
  const kept = lists.flatMap(({ id, vintages }) =>
    vintages
      .filter(({ vintage }) => vintage.project.id === project.id)
      .map(({ vintageId }) => ({ id, vintageId })),
  );
  const isOn = wanted ?? kept.length > 0;

  async function change(on: boolean) {
    if (!on) return await Promise.all(kept.map((one) => drop.mutateAsync(one)));
    const vintageId = await vintageOf();
    if (vintageId === undefined) throw new Error(t("shortlists.noVintage"));
    const list = lists[0] ?? (await create.mutateAsync(t("shortlists.firstName")));
    await keep.mutateAsync({ id: list.id, vintageId });
    return showToast({ tone: "good", text: t("shortlists.kept", { list: list.name }) });
  }

  async function toggle() {
    if (wanted !== undefined) return;
    setWanted(!isOn);
    try {
      await change(!isOn);
    } catch (error) {
      const text = t("shortlists.failed", { reason: refusalText(error) });
      showToast({ tone: "bad", text });
    } finally {
      setWanted(undefined);
    }
  }

  const list = lists.find(({ id }) => id === kept[0]?.id);
  return { isOn, list: list?.name, toggle: () => void toggle() };
}
