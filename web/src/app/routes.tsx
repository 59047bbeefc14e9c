import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { AccountLayout, accountTabs } from "./layouts/AccountLayout.tsx";
import { membersOnly, notYetAdmitted } from "./guards.ts";
import { resetLink, verifyLink } from "./mailedLinks.ts";
import { CheckingLink } from "../features/accounts/CheckingLink.tsx";
import { ErrorPage } from "./pages/ErrorPage.tsx";
import { NotFoundPage } from "./pages/NotFoundPage.tsx";
import { paths } from "./paths.ts";
import { Root } from "./Root.tsx";
import { parseSearch, stringifySearch } from "./search.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** `blank` for the authentication screens; the default layout otherwise. */
    layout?: "blank" | "default";
    title?: string;
  }
  interface HistoryState {
    /** What /error shows. */
    message?: string;
    /** Whom a mail was just sent to. */
    username?: string;
    /** Whose email was just verified. */
    verified?: string;
  }
  interface Register {
    router: typeof router;
  }
}

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
});
const open = createRoute({ getParentRoute: () => root, id: "open" });
const members = createRoute({ getParentRoute: () => root, id: "members", beforeLoad: membersOnly });

const account = createRoute({
  getParentRoute: () => members,
  id: "account",
  component: AccountLayout,
});

const blank = (title: string) => ({ layout: "blank" as const, title });
const titled = (title: string) => ({ layout: "default" as const, title });
const goTo = (to: string) => () => {
  throw redirect({ to, replace: true });
};

const openRoutes = [
  createRoute({
    getParentRoute: () => open,
    path: paths.login,
    staticData: blank("Log in"),
    component: lazyRouteComponent(() => import("../features/accounts/LoginPage.tsx"), "LoginPage"),
  }),
  createRoute({
    getParentRoute: () => open,
    path: paths.registration,
    staticData: blank("Create an account"),
    component: lazyRouteComponent(
      () => import("../features/accounts/RegistrationPage.tsx"),
      "RegistrationPage",
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: paths.registrationSuccess,
    staticData: blank("Check your email"),
    component: lazyRouteComponent(
      () => import("../features/accounts/outcomes.tsx"),
      "RegistrationSuccessPage",
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: paths.verify,
    staticData: blank("Checking your link"),
    beforeLoad: verifyLink,
    pendingComponent: CheckingLink,
    pendingMs: 0,
  }),
  createRoute({
    getParentRoute: () => open,
    path: paths.verifyExpired,
    staticData: blank("Link expired"),
    component: lazyRouteComponent(
      () => import("../features/accounts/outcomes.tsx"),
      "VerifyExpiredPage",
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: paths.passwordReminder,
    staticData: blank("Forgot your password?"),
    component: lazyRouteComponent(
      () => import("../features/accounts/PasswordReminderPage.tsx"),
      "PasswordReminderPage",
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: paths.passwordReminderSuccess,
    staticData: blank("Check your email"),
    component: lazyRouteComponent(
      () => import("../features/accounts/outcomes.tsx"),
      "PasswordReminderSuccessPage",
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: paths.passwordReset,
    staticData: blank("Choose a new password"),
    beforeLoad: (place) => resetLink(place),
    component: lazyRouteComponent(
      () => import("../features/accounts/PasswordResetPage.tsx"),
      "PasswordResetPage",
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: paths.passwordResetSuccess,
    staticData: blank("Password changed"),
    component: lazyRouteComponent(
      () => import("../features/accounts/outcomes.tsx"),
      "PasswordResetSuccessPage",
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: paths.passwordResetExpired,
    staticData: blank("Link expired"),
    component: lazyRouteComponent(
      () => import("../features/accounts/outcomes.tsx"),
      "PasswordResetExpiredPage",
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: paths.bookDemo,
    staticData: blank("Book a demo"),
    beforeLoad: notYetAdmitted,
    component: lazyRouteComponent(
      () => import("../features/accounts/BookDemoPage.tsx"),
      "BookDemoPage",
    ),
  }),
  createRoute({
    getParentRoute: () => open,
    path: paths.error,
    staticData: blank("Error"),
    component: ErrorPage,
  }),
];

const memberRoutes = [
  createRoute({ getParentRoute: () => members, path: paths.home, beforeLoad: goTo(paths.spot) }),
  createRoute({
    getParentRoute: () => members,
    path: paths.marketplace,
    beforeLoad: goTo(paths.spot),
  }),
  createRoute({
    getParentRoute: () => members,
    path: paths.spot,
    staticData: titled("Spot credits"),
    component: lazyRouteComponent(() => import("../features/catalogue/listPages.tsx"), "SpotPage"),
  }),
  createRoute({
    getParentRoute: () => members,
    path: paths.financing,
    staticData: titled("Financing"),
    component: lazyRouteComponent(
      () => import("../features/catalogue/listPages.tsx"),
      "FinancingPage",
    ),
  }),
  createRoute({
    getParentRoute: () => members,
    path: paths.sponsoring,
    staticData: titled("Sponsoring"),
    component: lazyRouteComponent(
      () => import("../features/catalogue/listPages.tsx"),
      "SponsoringPage",
    ),
  }),
  createRoute({
    getParentRoute: () => members,
    path: paths.project,
    staticData: titled("Project"),
    component: lazyRouteComponent(
      () => import("../features/catalogue/ProjectPage.tsx"),
      "ProjectPage",
    ),
  }),
  createRoute({
    getParentRoute: () => members,
    path: paths.cart,
    staticData: titled("Shopping cart"),
    component: lazyRouteComponent(() => import("../features/cart/CartPage.tsx"), "CartPage"),
  }),
  createRoute({
    getParentRoute: () => members,
    path: paths.paymentDetails,
    staticData: titled("Invoice details"),
    component: lazyRouteComponent(
      () => import("../features/cart/PaymentDetailsPage.tsx"),
      "PaymentDetailsPage",
    ),
  }),
  createRoute({
    getParentRoute: () => members,
    path: paths.checkout,
    staticData: titled("Review and order"),
    component: lazyRouteComponent(
      () => import("../features/cart/CheckoutPage.tsx"),
      "CheckoutPage",
    ),
  }),
  createRoute({
    getParentRoute: () => members,
    path: paths.settings,
    beforeLoad: goTo(accountTabs[0].to),
  }),
  account.addChildren([
    createRoute({
      getParentRoute: () => account,
      path: paths.orders,
      staticData: titled("Orders"),
      component: lazyRouteComponent(
        () => import("../features/orders/OrdersPage.tsx"),
        "OrdersPage",
      ),
    }),
  ]),
  createRoute({
    getParentRoute: () => members,
    path: paths.order,
    staticData: titled("Order"),
    component: lazyRouteComponent(() => import("../features/orders/OrderPage.tsx"), "OrderPage"),
  }),
  createRoute({
    getParentRoute: () => members,
    path: paths.dataSources,
    staticData: titled("Data sources"),
    component: lazyRouteComponent(
      () => import("../features/catalogue/DataSourcesPage.tsx"),
      "DataSourcesPage",
    ),
  }),
];

export const routeTree = root.addChildren([
  open.addChildren(openRoutes),
  members.addChildren(memberRoutes),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: "intent",
});
