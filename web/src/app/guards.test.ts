import { roleNames } from "@tonneline/contract/accounts";
import { isRedirect } from "@tanstack/react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { clearTokens, storeTokens } from "../lib/session.ts";
import { tokenFor } from "../test/tokens.ts";
import { firstManagementPage, membersOnly, notYetAdmitted, operatorsWith } from "./guards.ts";
import { managementFor, managementPages } from "./managementPages.ts";
import { safeNext } from "../lib/paths.ts";

const place = { location: { href: "/marketplace/7?q=a%20b#docs", pathname: "/marketplace/7" } };

/** Returns where a guard redirects to; undefined if it lets the user in. */
function redirectOf(guard: () => void): { to: unknown; search: unknown } | undefined {
  try {
    guard();
    return undefined;
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown;
    return { to: thrown.options.to, search: thrown.options.search };
  }
}
const logIn = (roleName: string) =>
  storeTokens({ authToken: tokenFor({ roleName }), refreshToken: "refresh" });

beforeEach(clearTokens);

describe("a page that needs a login", () => {
  const enter = () => redirectOf(() => membersOnly(place));

  it("redirects a logged-out visitor to the login with the full path", () => {
    expect(enter()).toEqual({ to: "/login", search: { next: "/marketplace/7?q=a%20b#docs" } });
  });
  it("redirects an anonymous user to book a demo", () => {
    logIn(roleNames.anonymous);
    expect(enter()).toMatchObject({ to: "/book-demo" });
  });
  it.each([roleNames.user, roleNames.admin])("lets a %s in", (roleName) => {
    logIn(roleName);
    expect(enter()).toBeUndefined();
  });
});

describe("a user who must set up a second factor", () => {
  const enter = (pathname: string) =>
    redirectOf(() => membersOnly({ location: { href: pathname, pathname } }));

  it.each(["/", "/management/users", "/cart", "/user/settings/orders"])(
    "is redirected from %s to do so",
    (pathname) => {
      const token = tokenFor({ roleName: roleNames.admin, needsSecondFactor: true });
      storeTokens({ authToken: token, refreshToken: "refresh" });
      expect(enter(pathname)).toMatchObject({ to: "/user/settings/details" });
      expect(enter("/user/settings/details")).toBeUndefined();
    },
  );
});

describe("/book-demo", () => {
  const enter = () => redirectOf(notYetAdmitted);

  it("is open to visitors and anonymous users", () => {
    expect(enter()).toBeUndefined();
    logIn(roleNames.anonymous);
    expect(enter()).toBeUndefined();
  });
  it("redirects everybody else to the default route", () => {
    logIn(roleNames.user);
    expect(enter()).toMatchObject({ to: "/" });
  });
});

describe("the operators' pages", () => {
  const logInWith = (...permissions: string[]) =>
    storeTokens({ authToken: tokenFor({ permissions }), refreshToken: "refresh" });

  it("are open to users with the page's permission, and redirect others to the default route", () => {
    logInWith("orders:read");
    expect(redirectOf(operatorsWith(["orders:read"]))).toBeUndefined();
    expect(redirectOf(operatorsWith(["retirements:read"]))).toMatchObject({ to: "/" });
  });
  it("open the overview to users who may read a part of it", () => {
    const { permissions } = managementPages.managementDashboard;
    for (const area of ["orders", "retirements", "users", "settings", "projects"]) {
      logInWith(`${area}:read`);
      expect(redirectOf(operatorsWith(permissions))).toBeUndefined();
      expect(managementFor(new Set([`${area}:read`]))).toContain("managementDashboard");
    }
    logInWith("reports:read", "audit:read", "directory:read");
    expect(redirectOf(operatorsWith(permissions))).toMatchObject({ to: "/" });
  });
  it("start with the first one that the user may see", () => {
    logInWith("retirements:read");
    expect(firstManagementPage()).toBe("/management/retirements");
    logInWith("retirements:read", "orders:read");
    expect(firstManagementPage()).toBe("/management/orders");
    logInWith("orders:read", "projects:read");
    expect(firstManagementPage()).toBe("/management/projects");
    logInWith();
    expect(firstManagementPage()).toBe("/");
  });
});

describe("next", () => {
  it("accepts paths of this app, with query and fragment", () => {
    expect(safeNext("/cart?x=1#y")).toBe("/cart?x=1#y");
  });
  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "cart",
    "",
    "/login?next=/login",
    undefined,
    ["/cart", "/cart"],
  ])("%j leads to the default route", (next) => {
    expect(safeNext(next)).toBe("/");
  });
});
