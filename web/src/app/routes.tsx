import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
  type RouteComponent,
} from "@tanstack/react-router";
import { CheckingLink } from "../features/accounts/CheckingLink.tsx";
import type { app } from "../locales/en/app.ts";
import { firstManagementPage, membersOnly, notYetAdmitted, operatorsWith } from "./guards.ts";
import { CrashPage } from "./pages/CrashPage.tsx";
import { ErrorPage } from "./pages/ErrorPage.tsx";
import { managementKeys, managementPages, type ManagementKey } from "./managementPages.ts";
import { loadChunk } from "../lib/chunk.ts";
import { paths } from "../lib/paths.ts";
import { Root } from "./Root.tsx";
import { parseSearch, stringifySearch } from "./search.ts";

type Title = keyof typeof app.pages;

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /**
     * `blank` for the authentication screens, `open` for public pages, `bare` for pages in an iframe; the default
     * layout otherwise.
     */
    layout?: "blank" | "bare" | "open" | "default";
    /** On the blank layout: two columns instead of one beside the landscape. */
    wide?: boolean;
    /** Key of the texts below app.pages. */
    title?: Title;
    /** Starts the page's first requests, for the current URL. */
    prepare?: () => Promise<void>;
  }
  interface HistoryState {
    /** The message on /error. */
    message?: string;
    /** Vintages to put into the cart again. */
    addToCart?: { vintageId: number; credits: number }[];
    /** The order that was placed at checkout. */
    placed?: number;
    /** The recipient of the mail just sent. */
    username?: string;
    /** The user whose email was just verified. */
    verified?: string;
  }
  interface Register {
    router: typeof router;
  }
}

const lazy: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadChunk(load), name);

const root = createRootRoute({
  component: Root,
  errorComponent: CrashPage,
});
const open = createRoute({ getParentRoute: () => root, id: "open" });
/** Routes that need the query client; the default layout provides it itself. */
const withQueries = createRoute({
  getParentRoute: () => open,
  id: "asking",
  component: lazy(() => import("./Queries.tsx"), "QueryOutlet"),
});
const members = createRoute({ getParentRoute: () => root, id: "members", beforeLoad: membersOnly });
const account = createRoute({
  getParentRoute: () => members,
  id: "account",
  component: lazy(() => import("./layouts/AccountLayout.tsx"), "AccountLayout"),
});

const management = createRoute({ getParentRoute: () => members, id: "operators" });

interface Options {
  layout?: "blank" | "bare" | "open";
  wide?: boolean;
  prepare?: () => Promise<void>;
  /** Runs before the page is entered; throws a redirect to refuse. */
  beforeLoad?: (place: {
    search: Record<string, unknown>;
    abortController: AbortController;
  }) => void | Promise<void>;
  /** Shown immediately while `beforeLoad` is pending. */
  pendingComponent?: RouteComponent;
  pendingMs?: number;
}

/** Creates the route of a page from its audience (the parent), path, title and component. */
function page<const Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  title: Title,
  component: RouteComponent,
  { layout, wide = false, prepare, ...options }: Options = {},
) {
  const staticData = { title, layout: layout ?? ("default" as const), wide, prepare };
  return createRoute({ getParentRoute: () => parent, path, component, staticData, ...options });
}

/** Creates a route that only redirects, keeping the path parameters. */
function redirectTo<const Path extends string>(
  path: Path,
  to: string | (() => string),
  parent: AnyRoute = members,
) {
  const beforeLoad = ({ params }: { params: object }) => {
    throw redirect({ to: typeof to === "string" ? to : to(), params, replace: true });
  };
  return createRoute({ getParentRoute: () => parent, path, beforeLoad });
}

const login = () => import("../features/accounts/LoginPage.tsx");
const registration = () => import("../features/accounts/RegistrationPage.tsx");
const reminder = () => import("../features/accounts/PasswordReminderPage.tsx");
const reset = () => import("../features/accounts/PasswordResetPage.tsx");
const invitation = () => import("../features/accounts/InvitationPage.tsx");
const company = () => import("../features/company/CompanyPage.tsx");
const outcomes = () => import("../features/accounts/outcomes.tsx");
const certificate = () => import("../features/retirements/CertificatePage.tsx");
const bookDemo = () => import("../features/accounts/BookDemoPage.tsx");
const supportForm = () => import("../features/support/SupportFormPage.tsx");
const lists = () => import("../features/catalogue/listPages.tsx");
const project = () => import("../features/catalogue/ProjectPage.tsx");
const sources = () => import("../features/catalogue/DataSourcesPage.tsx");
const compare = () => import("../features/compare/ComparePage.tsx");
const shortlists = () => import("../features/shortlists/ShortlistsPage.tsx");
const shared = () => import("../features/shortlists/SharedPage.tsx");
const cart = () => import("../features/cart/CartPage.tsx");
const payment = () => import("../features/cart/PaymentDetailsPage.tsx");
const checkout = () => import("../features/cart/CheckoutPage.tsx");
const requests = () => import("../features/approvals/ApprovalsPage.tsx");
const request = () => import("../features/approvals/ApprovalPage.tsx");
const details = () => import("../features/accounts/DetailsPage.tsx");
const quotes = () => import("../features/quotes/QuotesPage.tsx");
const questions = () => import("../features/support/QuestionsPage.tsx");
const question = () => import("../features/support/QuestionPage.tsx");
const quote = () => import("../features/quotes/QuotePage.tsx");
const orders = () => import("../features/orders/OrdersPage.tsx");
const order = () => import("../features/orders/OrderPage.tsx");
const documents = () => import("../features/documents/DocumentsPage.tsx");
const retirements = () => import("../features/retirements/RetirementsPage.tsx");
const notFound = () => import("./pages/NotFoundPage.tsx");
const portfolio = () => import("../features/portfolio/PortfolioPage.tsx");
const outcome = (name: keyof Awaited<ReturnType<typeof outcomes>>) => lazy(outcomes, name);

/** Creates the route of an authentication screen: public, on the blank layout. */
function auth<const Path extends string>(
  path: Path,
  title: Title,
  component: RouteComponent,
  options?: Options,
) {
  return page(withQueries, path, title, component, { ...options, layout: "blank" });
}
const mailedLinks = () => import("./mailedLinks.ts");
const checking: Options = {
  beforeLoad: async (place) => (await mailedLinks()).verifyLink(place),
  pendingComponent: CheckingLink,
  pendingMs: 0,
};
const dated: Options = { beforeLoad: async (place) => (await mailedLinks()).resetLink(place) };
const waiting: Options = { beforeLoad: notYetAdmitted, wide: true };

function managedPage<const Key extends ManagementKey>(key: Key) {
  const { component, permissions } = managementPages[key];
  const options = { beforeLoad: operatorsWith(permissions) };
  return page(management, paths[key], key, component, options);
}
/** The routes of the operators' pages. */
const managed = Object.fromEntries(
  managementKeys.map((key) => [key, managedPage(key)]),
) as unknown as { [Key in ManagementKey]: ReturnType<typeof managedPage<Key>> };

const routeTree = root.addChildren([
  open.addChildren([
    redirectTo(paths.certificateInShort, paths.certificate, open),
    page(open, paths.login, "login", lazy(login, "LoginPage"), { layout: "blank" }),
    page(open, paths.error, "error", ErrorPage, { layout: "blank" }),
    withQueries.addChildren([
      auth(paths.registration, "registration", lazy(registration, "RegistrationPage")),
      auth(paths.registrationSuccess, "checkEmail", outcome("RegistrationSuccessPage")),
      auth(paths.verify, "verify", CheckingLink, checking),
      auth(paths.verifyExpired, "linkExpired", outcome("VerifyExpiredPage")),
      auth(paths.passwordReminder, "passwordReminder", lazy(reminder, "PasswordReminderPage")),
      auth(paths.passwordReminderSuccess, "checkEmail", outcome("PasswordReminderSuccessPage")),
      auth(paths.passwordReset, "passwordReset", lazy(reset, "PasswordResetPage"), dated),
      auth(paths.passwordResetSuccess, "passwordChanged", outcome("PasswordResetSuccessPage")),
      auth(paths.passwordResetExpired, "linkExpired", outcome("PasswordResetExpiredPage")),
      auth(paths.invitation, "invitation", lazy(invitation, "InvitationPage")),
      auth(paths.bookDemo, "bookDemo", lazy(bookDemo, "BookDemoPage"), waiting),
      page(withQueries, paths.certificate, "certificate", lazy(certificate, "CertificatePage"), {
        layout: "open",
      }),
      page(withQueries, paths.shared, "shared", lazy(shared, "SharedPage"), { layout: "open" }),
      page(withQueries, paths.supportForm, "supportForm", lazy(supportForm, "SupportFormPage"), {
        layout: "bare",
      }),
    ]),
  ]),
  members.addChildren([
    redirectTo(paths.home, paths.spot),
    redirectTo(paths.marketplace, paths.spot),
    page(members, paths.spot, "spot", lazy(lists, "SpotPage"), {
      prepare: async () => (await lists()).prepareList("CREDIT_SALE"),
    }),
    page(members, paths.financing, "financing", lazy(lists, "FinancingPage")),
    page(members, paths.sponsoring, "sponsoring", lazy(lists, "SponsoringPage")),
    page(members, paths.project, "project", lazy(project, "ProjectPage"), {
      prepare: async () => (await project()).prepareProject(),
    }),
    page(members, paths.compare, "compare", lazy(compare, "ComparePage")),
    page(members, paths.shortlists, "shortlists", lazy(shortlists, "ShortlistsPage")),
    page(members, paths.cart, "cart", lazy(cart, "CartPage")),
    page(members, paths.paymentDetails, "paymentDetails", lazy(payment, "PaymentDetailsPage")),
    page(members, paths.checkout, "checkout", lazy(checkout, "CheckoutPage")),
    page(members, paths.requests, "requests", lazy(requests, "ApprovalsPage")),
    page(members, paths.request, "request", lazy(request, "ApprovalPage")),
    redirectTo(paths.settings, paths.details),
    account.addChildren([
      page(account, paths.details, "details", lazy(details, "DetailsPage")),
      page(account, paths.company, "company", lazy(company, "CompanyPage")),
      page(account, paths.quotes, "quotes", lazy(quotes, "QuotesPage")),
      page(account, paths.quote, "quote", lazy(quote, "QuotePage")),
      page(account, paths.orders, "orders", lazy(orders, "OrdersPage")),
      page(account, paths.order, "order", lazy(order, "OrderPage")),
      page(account, paths.documents, "documents", lazy(documents, "DocumentsPage")),
      page(account, paths.questions, "questions", lazy(questions, "QuestionsPage")),
      page(account, paths.question, "question", lazy(question, "QuestionPage")),
      page(account, paths.retirements, "retirements", lazy(retirements, "RetirementsPage")),
    ]),
    redirectTo(paths.management, firstManagementPage),
    management.addChildren(managed),
    page(members, paths.portfolio, "portfolio", lazy(portfolio, "PortfolioPage")),
    page(members, paths.dataSources, "dataSources", lazy(sources, "DataSourcesPage")),
    // Any path without a page, also below an existing one: whether a page exists is not disclosed without a login.
    page(members, "$", "error", lazy(notFound, "NotFoundPage")),
  ]),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: "intent",
  defaultErrorComponent: CrashPage,
});
