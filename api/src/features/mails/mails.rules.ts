import { mayDoAll, permissions } from "@tonneline/contract/people";

/**
 * Whether a reader of the inbox is shown the links of mails as they are, which open accounts. Only where no mail leaves
 * this machine, since nobody else would get them, and only to those who may do everything anyway.
 */
export function showsLinks(mailsLeave: boolean, mine: readonly string[]): boolean {
  return !mailsLeave && mayDoAll(mine, permissions);
}
