import { account } from "./en/account.ts";
import { accounts } from "./en/accounts.ts";
import { app } from "./en/app.ts";
import { approvals } from "./en/approvals.ts";
import { audit } from "./en/audit.ts";
import { bookkeeping } from "./en/bookkeeping.ts";
import { cart } from "./en/cart.ts";
import { catalogue } from "./en/catalogue.ts";
import { characters } from "./en/characters.ts";
import { companies } from "./en/companies.ts";
import { company } from "./en/company.ts";
import { compare } from "./en/compare.ts";
import { corrections } from "./en/corrections.ts";
import { dashboard } from "./en/dashboard.ts";
import { deletion } from "./en/deletion.ts";
import { directory } from "./en/directory.ts";
import { documents } from "./en/documents.ts";
import { editor } from "./en/editor.ts";
import { evidence } from "./en/evidence.ts";
import { finding } from "./en/finding.ts";
import { flags } from "./en/flags.ts";
import { certificates } from "./en/certificates.ts";
import { forecast } from "./en/forecast.ts";
import { hearts } from "./en/hearts.ts";
import { imports } from "./en/imports.ts";
import { bank } from "./en/bank.ts";
import { quotes } from "./en/quotes.ts";
import { receivables } from "./en/receivables.ts";
import { records } from "./en/records.ts";
import { mails } from "./en/mails.ts";
import { mailTexts } from "./en/mailTexts.ts";
import { managedProjects } from "./en/projects.ts";
import { projectPage } from "./en/projectPage.ts";
import { managedReports } from "./en/managedReports.ts";
import { managedRetirements } from "./en/managedRetirements.ts";
import { management } from "./en/management.ts";
import { notifications } from "./en/notifications.ts";
import { offline } from "./en/offline.ts";
import { orders } from "./en/orders.ts";
import { partners } from "./en/partners.ts";
import { people } from "./en/people.ts";
import { portfolio } from "./en/portfolio.ts";
import { priceLists } from "./en/priceLists.ts";
import { prices } from "./en/prices.ts";
import { privacy } from "./en/privacy.ts";
import { reports } from "./en/reports.ts";
import { retirements } from "./en/retirements.ts";
import { runs } from "./en/runs.ts";
import { settings } from "./en/settings.ts";
import { shortlists } from "./en/shortlists.ts";
import { sources } from "./en/sources.ts";
import { support } from "./en/support.ts";
import { table } from "./en/table.ts";

/** All texts of the app, one file per feature. */
export const en = {
  app,
  approvals,
  account,
  accounts,
  cart,
  catalogue,
  characters,
  projectPage,
  audit,
  companies,
  company,
  bookkeeping,
  compare,
  corrections,
  dashboard,
  deletion,
  directory,
  settings,
  documents,
  editor,
  evidence,
  finding,
  flags,
  partners,
  people,
  certificates,
  notifications,
  offline,
  orders,
  portfolio,
  prices,
  priceLists,
  privacy,
  reports,
  retirements,
  runs,
  managedProjects,
  managedReports,
  forecast,
  hearts,
  imports,
  managedRetirements,
  management,
  bank,
  quotes,
  receivables,
  records,
  mails,
  mailTexts,
  shortlists,
  sources,
  support,
  table,
};
