import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { showToast } from "../../ui/toast.tsx";
import { useHeartWrites, useKept } from "./shortlists.queries.ts";
import "../../locales/en/shortlists.ts";

export interface Hearted {
  project: { id: number; name: string };
  /** Finds the vintage that stands for the project. */
  vintageOf: (projectId: number) => Promise<number | undefined>;
}

/**
 * Whether a vintage of a project is kept, and on which list; `toggle` keeps its best one on the first shortlist, begun
 * when there is none, or takes all of it off. At once for the eye, taken back when it fails.
 */
export function useHeart({ project, vintageOf }: Hearted) {
  const { t } = useTranslation();
  const kept = useKept(project.id);
  const { keep, drop } = useHeartWrites();
  const [wanted, setWanted] = useState<boolean>();
  const isOn = wanted ?? kept.length > 0;

  async function change(on: boolean) {
    if (!on) return await drop(kept);
    const vintageId = await vintageOf(project.id);
    if (vintageId === undefined) throw new Error(t("shortlists.noVintage"));
    const list = await keep(vintageId, t("shortlists.firstName"));
    return showToast({ tone: "good", text: t("shortlists.kept", { list }) });
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

  return { isOn, list: kept[0]?.name, toggle: () => void toggle() };
}
