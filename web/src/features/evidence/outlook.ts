import type { Project, Vintage } from "@tonneline/contract/catalogue";

/** The vintages of a project that are expected or were, from the one that comes first. */
export const expectedVintages = ({ status, vintages }: Pick<Project, "status" | "vintages">) =>
  status.id === "COMING_SOON"
    ? []
    : vintages
        .filter(({ deliveryState }) => deliveryState !== null)
        .toSorted((a, b) => dueOf(a).localeCompare(dueOf(b)) || a.year - b.year);

// Nobody has said when: last.
const dueOf = ({ expectedDelivery }: Vintage) => expectedDelivery ?? "9";
