/** Every path of the app, in the router's syntax: `$id` is filled from `params`. */
export const paths = {
  home: "/",
  error: "/error",
  login: "/login",
  registration: "/registration",
  registrationSuccess: "/registration/success",
  verify: "/registration/verify",
  verifyExpired: "/registration/verify/expired",
  passwordReminder: "/password-reminder",
  passwordReminderSuccess: "/password-reminder/success",
  passwordReset: "/password-reset",
  passwordResetSuccess: "/password-reset/success",
  passwordResetExpired: "/password-reset/expired",
  bookDemo: "/book-demo",
  certificate: "/certificates/$number",
  certificateInShort: "/c/$number",
  supportForm: "/support-form",
  marketplace: "/marketplace",
  spot: "/marketplace/spot",
  financing: "/marketplace/financing",
  sponsoring: "/marketplace/sponsoring",
  project: "/marketplace/$id",
  compare: "/compare",
  shortlists: "/shortlists",
  shared: "/shared/$key",
  cart: "/cart",
  paymentDetails: "/cart/payment-details",
  checkout: "/cart/checkout",
  invitation: "/invitation",
  requests: "/cart/requests",
  request: "/cart/requests/$id",
  settings: "/user/settings",
  details: "/user/settings/details",
  company: "/user/settings/company",
  quotes: "/user/settings/quotes",
  quote: "/user/settings/quotes/$id",
  orders: "/user/settings/orders",
  order: "/user/settings/orders/$id",
  documents: "/user/settings/documents",
  questions: "/user/settings/support",
  question: "/user/settings/support/$id",
  retirements: "/user/settings/retirements",
  portfolio: "/portfolio",
  dataSources: "/data-sources",
  management: "/management",
  managementProjects: "/management/projects",
  managementReports: "/management/reports",
  managementDashboard: "/management/dashboard",
  managementProject: "/management/projects/update",
  managementPrices: "/management/prices",
  managementPriceLists: "/management/price-lists",
  managementImports: "/management/projects/import",
  managementImport: "/management/projects/import/$id",
  managementOrders: "/management/orders",
  managementQuotes: "/management/quotes",
  managementBank: "/management/bank",
  managementBankRules: "/management/bank/rules",
  managementRefunds: "/management/bank/refunds",
  managementStatements: "/management/bank/statements",
  managementReceivables: "/management/receivables",
  managementRetirements: "/management/retirements",
  managementCompanies: "/management/companies",
  managementCompany: "/management/companies/$id",
  managementUsers: "/management/users",
  managementRoles: "/management/roles",
  managementPartners: "/management/partners",
  managementAuditors: "/management/auditors",
  managementDevelopers: "/management/developers",
  managementRegistries: "/management/registries",
  managementProjectTypes: "/management/project-types",
  managementBookkeeping: "/management/bookkeeping",
  managementSettings: "/management/settings",
  managementAudit: "/management/audit",
  managementFlags: "/management/flags",
  managementMails: "/management/mails",
  managementMailTexts: "/management/mails/texts",
  managementSupport: "/management/support-requests",
} as const;

/** Returns where to go after a login: `next` if it is an address of this app, else the default route. */
export function safeNext(next: unknown): string {
  if (typeof next !== "string") return paths.home;
  try {
    const url = new URL(next, window.location.origin);
    const own = url.origin === window.location.origin && next.startsWith("/");
    return own && url.pathname !== paths.login ? url.pathname + url.search + url.hash : paths.home;
  } catch {
    return paths.home;
  }
}

/** In the URL of the quotes page: the dialog for a new quote is open. */
export const newQuote = "new";
/** Permissions needed to make a quote: its buyer and vintage are chosen from lists of their own. */
export const quotePermissions = ["orders:write", "users:read", "projects:read"] as const;
