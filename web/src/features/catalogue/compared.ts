import type { Project, ProjectSummary } from "@tonneline/contract/catalogue";
import { create } from "zustand";
import { currentUser } from "../../lib/session.ts";

/** Same as in the contract, whose schemas the list does not load. */
export const maxCompared = 6;

/** A vintage ticked for comparison through its project. */
export interface Compared {
  projectId: number;
  name: string;
  /** Undefined while it is being looked up. */
  vintageId: number | undefined;
}

// Tabs are shared: one account's comparison must not show up for the next.
const key = () => `compared:${currentUser()?.username ?? ""}`;

function stored(): Compared[] {
  try {
    const list: unknown = JSON.parse(window.sessionStorage.getItem(key()) ?? "[]");
    return Array.isArray(list) ? list.filter(isCompared).slice(0, maxCompared) : [];
  } catch {
    return [];
  }
}

function isCompared(one: unknown): one is Compared {
  const { projectId, name, vintageId } = (one ?? {}) as Partial<Compared>;
  return [projectId, vintageId].every(Number.isInteger) && typeof name === "string";
}

/** What the current user has ticked in this browser tab. */
export const useComparedList = create<{ list: readonly Compared[] }>(() => ({ list: stored() }));

/**
 * Replaces the ticked list for this tab; a vintage still being looked up does not survive a reload. Does not enforce
 * `maxCompared`: callers check it before adding.
 */
export function setCompared(list: readonly Compared[]): void {
  useComparedList.setState({ list });
  const found = list.filter(({ vintageId }) => vintageId !== undefined);
  window.sessionStorage.setItem(key(), JSON.stringify(found));
}

/** Returns the issued vintage on sale with the most tonnes; an expected one only if none is issued. */
export function bestVintage({ vintages }: Pick<Project, "vintages">): number | undefined {
  const rank = ({ creditType, price }: Project["vintages"][number]) =>
    (creditType.id === "EX_POST" ? 2 : 0) + (price === null ? 0 : 1);
  const [best] = vintages.toSorted(
    (a, b) => rank(b) - rank(a) || b.availableCredits - a.availableCredits || a.id - b.id,
  );
  return best?.id;
}

/** Whether a project has vintages to compare. */
export const hasVintages = ({ vintagesAvailable }: ProjectSummary) => vintagesAvailable !== null;
