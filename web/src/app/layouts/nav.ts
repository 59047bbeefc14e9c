import { IconBuildingStore, IconChartPie, IconShoppingCart, type Icon } from "@tabler/icons-react";
import type { Permission } from "@tonneline/contract/endpoint";
import { paths } from "../paths.ts";

export interface NavEntry {
  /** Key of its label below app.nav. */
  label: "marketplace" | "cart" | "portfolio";
  icon: Icon;
  to: string;
  /** Addresses below this one count as this entry. */
  below: string;
}

/** The entries of the side navigation in the specification's order, as far as their pages exist. */
export const navEntries: NavEntry[] = [
  { label: "portfolio", icon: IconChartPie, to: paths.portfolio, below: paths.portfolio },
  { label: "marketplace", icon: IconBuildingStore, to: paths.spot, below: paths.marketplace },
  { label: "cart", icon: IconShoppingCart, to: paths.cart, below: paths.cart },
];

export interface ManagementEntry {
  /** Key of its label below app.pages. */
  title: "managementOrders" | "managementRetirements";
  to: string;
  permission: Permission;
}

/** The operators' entries by group, as far as their pages exist. */
export const managementGroups: { name: "sales"; entries: ManagementEntry[] }[] = [
  {
    name: "sales",
    entries: [
      { title: "managementOrders", to: paths.managementOrders, permission: "orders:read" },
      {
        title: "managementRetirements",
        to: paths.managementRetirements,
        permission: "retirements:read",
      },
    ],
  },
];
