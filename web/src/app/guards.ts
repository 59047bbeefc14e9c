import { redirect } from "@tanstack/react-router";
import type { Permission } from "@tonneline/contract/endpoint";
import { currentUser } from "../lib/session.ts";
import { managementFor } from "./managementPages.ts";
import { paths } from "../lib/paths.ts";

interface GuardContext {
  location: { href: string; pathname: string };
}

/**
 * For every page but the authentication screens: requires a login. Redirects anonymous users to book a demo, and
 * users without the second factor required of them to set it up.
 */
export function membersOnly({ location }: GuardContext): void {
  const user = currentUser();
  if (!user) throw redirect({ to: paths.login, search: { next: location.href }, replace: true });
  if (user.isAnonymous) throw redirect({ to: paths.bookDemo, replace: true });
  if (user.needsSecondFactor && location.pathname !== paths.details) {
    throw redirect({ to: paths.details, replace: true });
  }
}

/** /book-demo is for users who are not admitted yet. */
export function notYetAdmitted(): void {
  const user = currentUser();
  if (user && !user.isAnonymous) throw redirect({ to: paths.home, replace: true });
}

/** Guards an operators' page: redirects users with none of its permissions to the default route. */
export function operatorsWith(permissions: readonly Permission[]): () => void {
  return () => {
    if (!permissions.some((each) => currentUser()?.permissions.has(each))) {
      throw redirect({ to: paths.home, replace: true });
    }
  };
}

/** Where /management redirects to: the projects, else the first page that the operator may see. */
export function firstManagementPage(): string {
  const open = managementFor(currentUser()?.permissions);
  // The overview is for looking around, not for working.
  const key =
    open.find((each) => each === "managementProjects") ??
    open.find((each) => each !== "managementDashboard");
  return key ? paths[key] : paths.home;
}
