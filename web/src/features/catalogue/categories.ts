import type { Category } from "@tonneline/contract/catalogue";
import { paths } from "../../lib/paths.ts";

/** The path of each category's list. */
export const categoryPath = {
  CREDIT_SALE: paths.spot,
  FINANCING: paths.financing,
  SPONSORING: paths.sponsoring,
} as const satisfies Record<Category, string>;
