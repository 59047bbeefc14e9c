import { redirect } from "@tanstack/react-router";
import type { Permission } from "@tonneline/contract/endpoint";
import { currentUser } from "../lib/session.ts";
import { managementFor } from "./managementPages.ts";
import { paths } from "../lib/paths.ts";

interface Place {
  location: { href: string; pathname: string };
}

/**
 * Every page but the authentication screens: needs a login. An Anonymous is sent to book a demo, and whoever lacks the
 * second factor that they need, to set it up.
 */
export function membersOnly({ location }: Place): void {
  const user = currentUser();
  if (!user) throw redirect({ to: paths.login, search: { next: location.href }, replace: true });
  if (user.isAnonymous) throw redirect({ to: paths.bookDemo, replace: true });
  if (user.needsSecondFactor && location.pathname !== paths.details) {
    throw redirect({ to: paths.details, replace: true });
  }
}

/** /book-demo is for those who are not admitted yet. */
export function notYetAdmitted(): void {
  const user = currentUser();
  if (user && !user.isAnonymous) throw redirect({ to: paths.home, replace: true });
}

/** A page of the operators: whoever has none of its permissions goes to the default route. */
export function operatorsWith(permissions: readonly Permission[]): () => void {
  return () => {
    if (!permissions.some((each) => currentUser()?.permissions.has(each))) {
      throw redirect({ to: paths.home, replace: true });
    }
  };
}

/** Where /management leads: the projects, else the first page that this operator may see. */
export function firstManaged(): string {
  const open = managementFor(currentUser()?.permissions);
  // The overview is where one goes to look, not where the work is.
  const key =
    open.find((each) => each === "managementProjects") ??
    open.find((each) => each !== "managementDashboard");
  return key ? paths[key] : paths.home;
}
