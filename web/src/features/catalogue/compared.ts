import type { Project, ProjectSummary } from "@tonneline/contract/catalogue";
import { create } from "zustand";
import { currentUser } from "../../lib/session.ts";

/** As the contract says; the list does without its schemas. */
export const mostCompared = 6;

/** A vintage that was ticked for the comparison, by way of its project. */
export interface Compared {
  projectId: number;
  name: string;
  /** Undefined while it is being found. */
  vintageId: number | undefined;
}

// A tab may be handed on: what one account compares is no concern of the next.
const key = () => `compared:${currentUser()?.username ?? ""}`;

function stored(): Compared[] {
  try {
    const list: unknown = JSON.parse(window.sessionStorage.getItem(key()) ?? "[]");
    return Array.isArray(list) ? list.filter(isCompared).slice(0, mostCompared) : [];
  } catch {
    return [];
  }
}

function isCompared(one: unknown): one is Compared {
  const { projectId, name, vintageId } = (one ?? {}) as Partial<Compared>;
  return [projectId, vintageId].every(Number.isInteger) && typeof name === "string";
}

/** What was ticked in this tab of the browser by whoever is logged in. */
export const useComparedList = create<{ list: readonly Compared[] }>(() => ({ list: stored() }));

/**
 * Replaces what is ticked, for this tab; a vintage that is still being found does not survive a reload. It does not
 * stop at `mostCompared`: who adds looks first.
 */
export function setCompared(list: readonly Compared[]): void {
  useComparedList.setState({ list });
  const found = list.filter(({ vintageId }) => vintageId !== undefined);
  window.sessionStorage.setItem(key(), JSON.stringify(found));
}

/** The issued vintage on sale with most tonnes; an expected one only where none is issued. */
export function bestVintage({ vintages }: Pick<Project, "vintages">): number | undefined {
  const rank = ({ creditType, price }: Project["vintages"][number]) =>
    (creditType.id === "EX_POST" ? 2 : 0) + (price === null ? 0 : 1);
  const [best] = vintages.toSorted(
    (a, b) => rank(b) - rank(a) || b.availableCredits - a.availableCredits || a.id - b.id,
  );
  return best?.id;
}

/** Whether there is something of it to compare. */
export const hasVintages = ({ vintagesAvailable }: ProjectSummary) => vintagesAvailable !== null;
