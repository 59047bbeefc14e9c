import { listPartners } from "@tonneline/contract/partners";
import { listOf } from "../../lib/lists.ts";

/** Who brings buyers, as the address has them. */
export const partners = listOf(listPartners, {
  key: ["management", "partners"],
  file: "partners",
  sort: "name",
});
