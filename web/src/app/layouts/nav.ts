import { IconBuildingStore, IconChartPie, IconShoppingCart, type Icon } from "@tabler/icons-react";
import { paths } from "../../lib/paths.ts";

export interface NavEntry {
  /** Key of its label below app.nav. */
  label: "marketplace" | "cart" | "portfolio";
  icon: Icon;
  to: string;
  /** The entry is current on these paths and all below them. */
  at: string[];
}

/** The entries of the side navigation in the order of the specification, as far as their pages exist. */
export const navEntries: NavEntry[] = [
  { label: "portfolio", icon: IconChartPie, to: paths.portfolio, at: [paths.portfolio] },
  {
    label: "marketplace",
    icon: IconBuildingStore,
    to: paths.spot,
    at: [paths.marketplace, paths.compare, paths.shortlists],
  },
  { label: "cart", icon: IconShoppingCart, to: paths.cart, at: [paths.cart] },
];
