import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { showToast } from "../../ui/toast.tsx";
import { useHeartWrites, useKept } from "./shortlists.queries.ts";
import "../../locales/en/hearts.ts";

export interface Hearted {
  project: { id: number; name: string };
  /** Returns the vintage that represents the project. */
  vintageOf: (projectId: number) => Promise<number | undefined>;
}

/**
 * Whether a vintage of a project is on a shortlist, and on which; `toggle` adds its best one to the first shortlist,
 * created if there is none, or removes all. Updates optimistically, reverted on failure; presses meanwhile are applied
 * afterwards.
 */
export function useHeart({ project, vintageOf }: Hearted) {
  const { t } = useTranslation();
  const kept = useKept(project.id);
  const { keep, drop } = useHeartWrites();
  const [wanted, setWanted] = useState<boolean>();
  const wish = useRef<boolean>(undefined);
  const isOn = wanted ?? kept.length > 0;

  async function change(on: boolean) {
    if (!on) return await drop(project.id);
    const vintageId = await vintageOf(project.id);
    if (vintageId === undefined) throw new Error(t("hearts.noVintage"));
    const firstName = t("hearts.firstName");
    const list = await keep({ projectId: project.id, vintageId, firstName });
    return showToast({ tone: "good", text: t("hearts.kept", { list }) });
  }

  /** Applies changes until the state matches the last press. */
  async function carryOut() {
    let isSo = isOn;
    try {
      while (wish.current !== undefined && wish.current !== isSo) {
        const on = wish.current;
        await change(on);
        isSo = on;
      }
    } catch (error) {
      const text = t("hearts.failed", { reason: refusalText(error) });
      showToast({ tone: "bad", text });
    } finally {
      wish.current = undefined;
      setWanted(undefined);
    }
  }

  function toggle() {
    const isUnderWay = wish.current !== undefined;
    wish.current = !isOn;
    setWanted(!isOn);
    if (!isUnderWay) void carryOut();
  }

  return { isOn, list: kept[0]?.name, toggle };
}
