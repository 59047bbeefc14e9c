import { differences, keyOf, applyFacts, vintageOf, type Fact } from "./facts.ts";
import type { ProjectFields } from "./form.ts";

/** A fact that differs between the two versions. `both`: both sides have changed it since they last agreed. */
export interface Conflict {
  fact: Fact;
  changedBy: "me" | "them" | "both";
}

/**
 * Returns the conflicts with what someone else saved meanwhile. `base` is the version that the form started from, `mine`
 * the current input, `theirs` what is saved now.
 */
export function conflictsOf(
  base: ProjectFields,
  mine: ProjectFields,
  theirs: ProjectFields,
): Conflict[] {
  const byMe = new Set(differences(base, mine).map(keyOf));
  const byThem = new Set(differences(base, theirs).map(keyOf));
  return differences(mine, theirs).map((fact) => {
    // Changing a column of a vintage also counts as wanting to keep the vintage.
    const touched = (keys: Set<string>) =>
      keys.has(keyOf(fact)) ||
      (fact.kind === "vintage" && [...keys].some((key) => key.startsWith(`${fact.vintage}.`)));
    const [me, them] = [touched(byMe), touched(byThem)];
    return { fact, changedBy: me && them ? "both" : them ? "them" : "me" };
  });
}

/** Returns the form after resolving: mine, except for the facts whose keys are in `takeTheirs`. */
export function resolved(
  mine: ProjectFields,
  theirs: ProjectFields,
  conflicts: readonly Conflict[],
  takeTheirs: ReadonlySet<string>,
): ProjectFields {
  const accepted = conflicts.map(({ fact }) => fact).filter((fact) => takeTheirs.has(keyOf(fact)));
  const merged = applyFacts(mine, theirs, accepted);
  return {
    ...merged,
    // A vintage that they deleted and I keep has to be created again.
    vintages: merged.vintages.map((row) =>
      vintageOf(theirs, row.key) ? row : { ...row, vintageId: null },
    ),
  };
}
