import { lazyRouteComponent as lazy, type RouteComponent } from "@tanstack/react-router";
import type { Permission } from "@tonneline/contract/endpoint";
import type { app } from "../locales/en/app.ts";
import { paths } from "../lib/paths.ts";
import type { User } from "../lib/session.ts";

/** The groups of the operators' navigation in order; their names are texts below management.groups. */
export const managementGroups = [
  "overview",
  "sales",
  "money",
  "people",
  "catalogue",
  "directory",
  "system",
] as const;
export type ManagementGroup = (typeof managementGroups)[number];

interface ManagementPage {
  /** The group that lists it in the navigation; null for a page that is linked from another one. */
  group: ManagementGroup | null;
  /** Users with none of these permissions neither see the entry nor may open the page. */
  permissions: readonly Permission[];
  component: RouteComponent;
}

const page = (
  group: ManagementPage["group"],
  permissions: Permission | readonly Permission[],
  component: RouteComponent,
): ManagementPage => ({ group, permissions: [permissions].flat(), component });

const projects = () => import("../features/projects/admin/ManagedProjectsPage.tsx");
const editor = () => import("../features/projects/editor/EditorPage.tsx");
const prices = () => import("../features/prices/PricesPage.tsx");
const priceLists = () => import("../features/priceLists/PriceListsPage.tsx");
const imports = () => import("../features/imports/ImportsPage.tsx");
const importPage = () => import("../features/imports/ImportPage.tsx");
const orders = () => import("../features/orders/admin/ManagedOrdersPage.tsx");
const quotes = () => import("../features/quotes/admin/ManagedQuotesPage.tsx");
const support = () => import("../features/support/admin/ManagedSupportPage.tsx");
const retirements = () => import("../features/retirements/admin/ManagedRetirementsPage.tsx");
const flags = () => import("../features/flags/FlagsPage.tsx");
const mails = () => import("../features/mails/MailsPage.tsx");
const mailTexts = () => import("../features/mails/MailTextsPage.tsx");

const reminders = () => import("../features/receivables/RemindersPage.tsx");
const bank = () => import("../features/bank/BankPage.tsx");
const bankRules = () => import("../features/bank/BankRulesPage.tsx");
const refunds = () => import("../features/bank/RefundsPage.tsx");
const statements = () => import("../features/bank/StatementsPage.tsx");
const companies = () => import("../features/company/admin/CompaniesPage.tsx");
const company = () => import("../features/company/admin/CompanyRecordPage.tsx");
const users = () => import("../features/people/UsersPage.tsx");
const reports = () => import("../features/reports/admin/ManagedReportsPage.tsx");
const dashboard = () => import("../features/dashboard/DashboardPage.tsx");
const bookkeeping = () => import("../features/bookkeeping/BookkeepingPage.tsx");
const settings = () => import("../features/settings/SettingsPage.tsx");
const audit = () => import("../features/audit/AuditPage.tsx");
const roles = () => import("../features/people/RolesPage.tsx");
const partners = () => import("../features/partners/PartnersPage.tsx");
const directory = () => import("../features/directory/DirectoryPage.tsx");

/** Each of these permissions opens a part of the overview. */
const overview = [
  "orders:read",
  "retirements:read",
  "users:read",
  "settings:read",
  "projects:read",
] as const;

/**
 * All operators' pages, one per line, in their order within the group. The key is that of its path in `paths` and of
 * its title in the texts below app.pages.
 */
export const managementPages = {
  managementDashboard: page("overview", overview, lazy(dashboard, "DashboardPage")),
  managementOrders: page("sales", "orders:read", lazy(orders, "ManagedOrdersPage")),
  managementQuotes: page("sales", "orders:read", lazy(quotes, "ManagedQuotesPage")),
  managementRetirements: page(
    "sales",
    "retirements:read",
    lazy(retirements, "ManagedRetirementsPage"),
  ),
  managementSupport: page("sales", "users:read", lazy(support, "ManagedSupportPage")),
  managementBank: page("money", "orders:read", lazy(bank, "BankPage")),
  managementBankRules: page(null, "orders:read", lazy(bankRules, "BankRulesPage")),
  managementRefunds: page(null, "orders:read", lazy(refunds, "RefundsPage")),
  managementStatements: page(null, "orders:read", lazy(statements, "StatementsPage")),
  managementReceivables: page("money", "orders:read", lazy(reminders, "RemindersPage")),
  managementProjects: page("catalogue", "projects:read", lazy(projects, "ManagedProjectsPage")),
  managementPrices: page("catalogue", "projects:read", lazy(prices, "PricesPage")),
  managementPriceLists: page("catalogue", "projects:read", lazy(priceLists, "PriceListsPage")),
  managementReports: page("catalogue", "reports:read", lazy(reports, "ManagedReportsPage")),
  managementImports: page("catalogue", "projects:read", lazy(imports, "ImportsPage")),
  managementCompanies: page("people", "users:read", lazy(companies, "CompaniesPage")),
  managementUsers: page("people", "users:read", lazy(users, "UsersPage")),
  managementRoles: page("people", "users:read", lazy(roles, "RolesPage")),
  managementPartners: page("people", "directory:read", lazy(partners, "PartnersPage")),
  managementAuditors: page("directory", "directory:read", lazy(directory, "AuditorsPage")),
  managementDevelopers: page("directory", "directory:read", lazy(directory, "DevelopersPage")),
  managementRegistries: page("directory", "directory:read", lazy(directory, "RegistriesPage")),
  managementProjectTypes: page("directory", "directory:read", lazy(directory, "ProjectTypesPage")),
  managementBookkeeping: page("money", "orders:read", lazy(bookkeeping, "BookkeepingPage")),
  managementSettings: page("system", "settings:read", lazy(settings, "SettingsPage")),
  managementFlags: page("system", "settings:read", lazy(flags, "FlagsPage")),
  managementMails: page("system", "settings:read", lazy(mails, "MailsPage")),
  managementMailTexts: page(null, "settings:read", lazy(mailTexts, "MailTextsPage")),
  managementAudit: page("system", "audit:read", lazy(audit, "AuditPage")),
  managementProject: page(null, "projects:read", lazy(editor, "EditorPage")),
  managementCompany: page(null, "users:read", lazy(company, "CompanyRecordPage")),
  managementImport: page(null, "projects:read", lazy(importPage, "ImportPage")),
} as const satisfies Partial<Record<keyof typeof paths & keyof typeof app.pages, ManagementPage>>;

export type ManagementKey = keyof typeof managementPages;
/** In the order of the navigation, whatever the order above. */
export const managementKeys = (Object.keys(managementPages) as ManagementKey[]).toSorted(
  (one, other) => placeOf(one) - placeOf(other),
);

function placeOf(key: ManagementKey): number {
  const { group } = managementPages[key];
  return group === null ? managementGroups.length : managementGroups.indexOf(group);
}

/** Returns the pages that the navigation lists for these permissions, in its order. */
export function managementFor(permissions: ReadonlySet<string> | undefined): ManagementKey[] {
  return managementKeys.filter((key) => {
    const { group, permissions: sufficient } = managementPages[key];
    return group !== null && sufficient.some((each) => permissions?.has(each));
  });
}

/** Whether a user has any of them: the operators' navigation, search and keys are theirs. */
export const isOperator = (user: User | undefined) =>
  !user?.needsSecondFactor && managementFor(user?.permissions).length > 0;

/** Returns the listed page that a path belongs to: of two matching pages, the nearer one; undefined outside of management. */
export function managementAt(pathname: string): ManagementKey | undefined {
  return managementKeys
    .filter((key) => managementPages[key].group !== null)
    .filter((key) => pathname === paths[key] || pathname.startsWith(`${paths[key]}/`))
    .toSorted((one, other) => paths[other].length - paths[one].length)[0];
}
