import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { showToast } from "../../ui/toast.tsx";
import { useHeartWrites, useShortlistEntries } from "./shortlists.queries.ts";
import "../../locales/en/hearts.ts";

export interface HeartOptions {
  project: { id: number; name: string };
  /** Returns the vintage that represents the project. */
  vintageOf: (projectId: number) => Promise<number | undefined>;
}

/**
 * Whether a vintage of a project is on a shortlist, and on which; `toggle` adds its best one to the first shortlist,
 * created if there is none, or removes all. Updates optimistically, reverted on failure; presses meanwhile are applied
 * afterwards.
 */
export function useHeart({ project, vintageOf }: HeartOptions) {
  const { t } = useTranslation();
  const entries = useShortlistEntries(project.id);
  const { add, remove } = useHeartWrites();
  const [optimistic, setOptimistic] = useState<boolean>();
  const target = useRef<boolean>(undefined);
  const isOn = optimistic ?? entries.length > 0;

  async function change(on: boolean) {
    if (!on) return await remove(project.id);
    const vintageId = await vintageOf(project.id);
    if (vintageId === undefined) throw new Error(t("hearts.noVintage"));
    const firstName = t("hearts.firstName");
    const list = await add({ projectId: project.id, vintageId, firstName });
    return showToast({ tone: "good", text: t("hearts.kept", { list }) });
  }

  /** Applies changes until the state matches the last press. */
  async function applyChanges() {
    let applied = isOn;
    try {
      while (target.current !== undefined && target.current !== applied) {
        const on = target.current;
        await change(on);
        applied = on;
      }
    } catch (error) {
      const text = t("hearts.failed", { reason: refusalText(error) });
      showToast({ tone: "bad", text });
    } finally {
      target.current = undefined;
      setOptimistic(undefined);
    }
  }

  function toggle() {
    const isRunning = target.current !== undefined;
    target.current = !isOn;
    setOptimistic(!isOn);
    if (!isRunning) void applyChanges();
  }

  return { isOn, list: entries[0]?.name, toggle };
}
