import type { Project, Vintage } from "@tonneline/contract/catalogue";

/** Returns the vintages of a project that are or were expected, soonest first. */
export const expectedVintages = ({ status, vintages }: Pick<Project, "status" | "vintages">) =>
  status.id === "COMING_SOON"
    ? []
    : vintages
        .filter(({ deliveryState }) => deliveryState !== null)
        .toSorted((a, b) => dueOf(a).localeCompare(dueOf(b)) || a.year - b.year);

// Without a date: last.
const dueOf = ({ expectedDelivery }: Vintage) => expectedDelivery ?? "9";
