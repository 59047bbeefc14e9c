import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { AccountLayout, accountTabs } from "./layouts/AccountLayout.tsx";
import { membersOnly, notYetAdmitted } from "./guards.ts";
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
