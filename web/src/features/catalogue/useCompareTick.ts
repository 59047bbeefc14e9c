import type { ProjectSummary } from "@tonneline/contract/catalogue";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { queryClient } from "../../lib/queryClient.ts";
import { showToast } from "../../ui/toast.tsx";
import { projectOptions } from "./catalogue.queries.ts";
import { bestVintage, maxCompared, setCompared, useComparedList } from "./compared.ts";

/** Returns the vintage that represents a project in comparisons; undefined if it has none. */
export async function foundVintage(projectId: number): Promise<number | undefined> {
  return bestVintage(await queryClient.fetchQuery(projectOptions(projectId)));
}

/** Whether a project is ticked, and a toggle for it: updates optimistically, and is reverted if no vintage is available. */
export function useCompareTick({ id, name }: Pick<ProjectSummary, "id" | "name">) {
  const { t } = useTranslation();
  const isOn = useComparedList(({ list }) => list.some(({ projectId }) => projectId === id));
  const current = () => useComparedList.getState().list;
  const remove = () => setCompared(current().filter(({ projectId }) => projectId !== id));

  async function add() {
    if (current().length >= maxCompared)
      return showToast({ tone: "bad", text: t("catalogue.compare.full") });
    setCompared([...current(), { projectId: id, name, vintageId: undefined }]);
    try {
      const vintageId = await foundVintage(id);
      if (vintageId === undefined) throw new Error(t("catalogue.compare.none"));
      setCompared(current().map((one) => (one.projectId === id ? { ...one, vintageId } : one)));
    } catch (error) {
      remove();
      const text = t("catalogue.compare.failed", { name, reason: refusalText(error) });
      showToast({ tone: "bad", text });
    }
  }

  return { isOn, toggle: () => (isOn ? remove() : void add()) };
}
