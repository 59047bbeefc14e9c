import { redirect } from "@tanstack/react-router";
import { currentUser } from "../lib/session.ts";
import { paths } from "./paths.ts";

interface Place {
  location: { href: string; pathname: string };
}

/** Every page but the authentication screens: needs a login, and an Anonymous is sent to book a demo. */
export function membersOnly({ location }: Place): void {
  const user = currentUser();
  if (!user) throw redirect({ to: paths.login, search: { next: location.href }, replace: true });
  if (user.isAnonymous) throw redirect({ to: paths.bookDemo, replace: true });
}

/** /book-demo is for those who are not admitted yet. */
export function notYetAdmitted(): void {
  const user = currentUser();
  if (user && !user.isAnonymous) throw redirect({ to: paths.home, replace: true });
}
