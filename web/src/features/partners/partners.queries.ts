import { listPartners } from "@tonneline/contract/partners";
import { listOf } from "../../lib/lists.ts";

/** Partners who refer buyers, filtered by the search parameters. */
export const partners = listOf(listPartners, {
  key: ["management", "partners"],
  file: "partners",
  sort: "name",
});
