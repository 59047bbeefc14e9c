import { hasAllPermissions, permissions } from "@tonneline/contract/people";

/**
 * Whether a reader of the inbox sees the actual links in mails, which give access to accounts. Only if no
 * mail leaves this machine, as nobody would get them otherwise, and only for readers with all permissions.
 */
export function showsLinks(sendsMails: boolean, mine: readonly string[]): boolean {
  return !sendsMails && hasAllPermissions(mine, permissions);
}
