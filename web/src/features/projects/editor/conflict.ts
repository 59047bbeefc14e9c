import { differences, keyOf, taking, vintageOf, type Fact } from "./facts.ts";
import type { ProjectFields } from "./form.ts";

/** A fact that the two versions say differently. `both`: both sides have changed it since they last agreed. */
export interface Conflict {
  fact: Fact;
  changedBy: "me" | "them" | "both";
}

/**
 * What has to be chosen when somebody else has saved meanwhile. `base` is the version that the form began with, `mine`
 * what is typed, `theirs` what is saved now.
 */
export function conflictsOf(
  base: ProjectFields,
  mine: ProjectFields,
  theirs: ProjectFields,
): Conflict[] {
  const byMe = new Set(differences(base, mine).map(keyOf));
  const byThem = new Set(differences(base, theirs).map(keyOf));
  return differences(mine, theirs).map((fact) => {
    // Whoever changed a column of a vintage has a say in whether the vintage stays.
    const touched = (keys: Set<string>) =>
      keys.has(keyOf(fact)) ||
      (fact.kind === "vintage" && [...keys].some((key) => key.startsWith(`${fact.vintage}.`)));
    const [me, them] = [touched(byMe), touched(byThem)];
    return { fact, changedBy: me && them ? "both" : them ? "them" : "me" };
  });
}

/** The form after the choice: mine, except for the facts whose keys are in `takeTheirs`. */
export function resolved(
  mine: ProjectFields,
  theirs: ProjectFields,
  conflicts: readonly Conflict[],
  takeTheirs: ReadonlySet<string>,
): ProjectFields {
  const taken = conflicts.map(({ fact }) => fact).filter((fact) => takeTheirs.has(keyOf(fact)));
  const merged = taking(mine, theirs, taken);
  return {
    ...merged,
    // A vintage that they have deleted and I keep can only be made again.
    vintages: merged.vintages.map((row) =>
      vintageOf(theirs, row.key) ? row : { ...row, vintageId: null },
    ),
  };
}
