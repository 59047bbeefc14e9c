import type { FastifyInstance } from "fastify";
import type { Db } from "./core/db.ts";
import type { ImageWorker } from "./core/drawing.ts";
import type { Feature } from "./core/feature.ts";
import type { FileStore } from "./core/files.ts";
import type { Serve } from "./core/http/serve.ts";
import { accounts } from "./features/accounts/accounts.feature.ts";
import { approvals } from "./features/approvals/approvals.feature.ts";
import { audit } from "./features/audit/audit.feature.ts";
import { bank } from "./features/bank/bank.feature.ts";
import { bookkeeping } from "./features/bookkeeping/bookkeeping.feature.ts";
import { cart } from "./features/cart/cart.feature.ts";
import { catalogue } from "./features/catalogue/catalogue.feature.ts";
import { compare } from "./features/compare/compare.feature.ts";
import { company } from "./features/company/company.feature.ts";
import { dashboard } from "./features/dashboard/dashboard.feature.ts";
import { documents } from "./features/documents/documents.feature.ts";
import { demo } from "./features/demo/demo.feature.ts";
import { directory } from "./features/directory/directory.feature.ts";
import { evidence } from "./features/evidence/evidence.feature.ts";
import { flags } from "./features/flags/flags.feature.ts";
import { imports } from "./features/imports/imports.feature.ts";
import { invoices } from "./features/invoices/invoices.feature.ts";
import { mails } from "./features/mails/mails.feature.ts";
import { notifications } from "./features/notifications/notifications.feature.ts";
import { orders } from "./features/orders/orders.feature.ts";
import { partners } from "./features/partners/partners.feature.ts";
import { priceLists } from "./features/priceLists/priceLists.feature.ts";
import { prices } from "./features/prices/prices.feature.ts";
import { people } from "./features/people/people.feature.ts";
import { portfolio } from "./features/portfolio/portfolio.feature.ts";
import { privacy } from "./features/privacy/privacy.feature.ts";
import { projects } from "./features/projects/projects.feature.ts";
import { receivables } from "./features/receivables/receivables.feature.ts";
import { quotes } from "./features/quotes/quotes.feature.ts";
import { records } from "./features/records/records.feature.ts";
import { reports } from "./features/reports/reports.feature.ts";
import { retirements } from "./features/retirements/retirements.feature.ts";
import { settings } from "./features/settings/settings.feature.ts";
import { shortlists } from "./features/shortlists/shortlists.feature.ts";
import { support } from "./features/support/support.feature.ts";
import { vatChecks } from "./features/vatChecks/vatChecks.feature.ts";
import { views } from "./features/views/views.feature.ts";
import type { Access } from "./features/accounts/access.service.ts";
import type { AttemptLimits } from "./features/accounts/limits.service.ts";
import type { LiveCatalogue } from "./features/catalogue/live.service.ts";
import type { Outside } from "./features/settings/client.routes.ts";
import type { SalesTerms } from "./features/settings/salesTerms.service.ts";
import type { SettingsService } from "./features/settings/settings.service.ts";

/** The services that every feature's endpoints may use. */
export interface Base {
  app: FastifyInstance;
  serve: Serve;
  db: Db;
  files: FileStore;
  publicUrl: string;
  settings: SettingsService;
  limits: AttemptLimits;
  access: Access;
  catalogue: LiveCatalogue;
  salesTerms: SalesTerms;
  /** Decodes uploaded pictures. */
  imageWorker: ImageWorker;
  outside: Outside;
  sendsMails: boolean;
}

/** The services that the features' jobs may use. */
export interface JobBase {
  db: Db;
  files: FileStore;
  publicUrl: string;
  settings: SettingsService;
  imageWorker: ImageWorker;
  report: (error: unknown) => void;
  /** The folder in which the bank's files arrive. */
  bankFolder?: string;
}

/** Every feature once: their declarations make up the server's endpoints and jobs. */
export const features: readonly Feature<Base, JobBase>[] = [
  flags,
  settings,
  accounts,
  people,
  partners,
  prices,
  priceLists,
  catalogue,
  compare,
  shortlists,
  projects,
  directory,
  imports,
  demo,
  evidence,
  records,
  views,
  reports,
  company,
  mails,
  notifications,
  vatChecks,
  orders,
  bank,
  receivables,
  invoices,
  approvals,
  bookkeeping,
  documents,
  portfolio,
  retirements,
  cart,
  quotes,
  support,
  privacy,
  audit,
  dashboard,
];
