import { lazyRouteComponent as lazy, type RouteComponent } from "@tanstack/react-router";
import type { Permission } from "@tonneline/contract/endpoint";
import type { app } from "../locales/en/app.ts";
import { paths } from "./paths.ts";

/** The groups of the operators' navigation in their order; their names are texts below management.groups. */
export const managementGroups = ["catalogue", "sales", "people", "directory", "system"] as const;

interface ManagementPage {
  /** Where the navigation lists it; null for a page that another one leads to. */
  group: (typeof managementGroups)[number] | null;
  /** Whoever lacks it neither sees the entry nor enters. */
  permission: Permission;
  component: RouteComponent;
}

const page = (
  group: ManagementPage["group"],
  permission: Permission,
  component: RouteComponent,
): ManagementPage => ({ group, permission, component });

const orders = () => import("../features/orders/admin/ManagedOrdersPage.tsx");
const support = () => import("../features/support/admin/ManagedSupportPage.tsx");
const retirements = () => import("../features/retirements/admin/ManagedRetirementsPage.tsx");
const flags = () => import("../features/flags/FlagsPage.tsx");
const mails = () => import("../features/mails/MailsPage.tsx");

/**
 * Every page of the operators, one line each, in the order of the navigation. The key is its address in `paths` and
 * its title in the texts, below app.pages.
 */
export const managementPages = {
  managementOrders: page("sales", "orders:read", lazy(orders, "ManagedOrdersPage")),
  managementRetirements: page(
    "sales",
    "retirements:read",
    lazy(retirements, "ManagedRetirementsPage"),
  ),
  managementFlags: page("system", "settings:read", lazy(flags, "FlagsPage")),
  managementMails: page("system", "settings:read", lazy(mails, "MailsPage")),
  managementSupport: page("people", "users:read", lazy(support, "ManagedSupportPage")),
} as const satisfies Partial<Record<keyof typeof paths & keyof typeof app.pages, ManagementPage>>;

export type ManagementKey = keyof typeof managementPages;
export const managementKeys = Object.keys(managementPages) as ManagementKey[];

/** The pages that somebody with these permissions may enter, in the order of the navigation. */
export function managementFor(permissions: ReadonlySet<string> | undefined): ManagementKey[] {
  return managementKeys.filter((key) => permissions?.has(managementPages[key].permission));
}
