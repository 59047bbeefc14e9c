import { IconBuildingStore, IconChartPie, IconShoppingCart, type Icon } from "@tabler/icons-react";
import { paths } from "../../lib/paths.ts";

export interface NavEntry {
  /** Key of its label below app.nav. */
  label: "marketplace" | "cart" | "portfolio";
  icon: Icon;
  to: string;
  /** The entry is current on all paths below this one. */
  below: string;
}

/** The entries of the side navigation in the order of the specification, as far as their pages exist. */
export const navEntries: NavEntry[] = [
  { label: "portfolio", icon: IconChartPie, to: paths.portfolio, below: paths.portfolio },
  { label: "marketplace", icon: IconBuildingStore, to: paths.spot, below: paths.marketplace },
  { label: "cart", icon: IconShoppingCart, to: paths.cart, below: paths.cart },
];
