/**
 * The numbers of the advisory locks that are known by one: each of them once, since they are all that keeps one lock from
 * another. Servers of two releases work side by side: a number keeps its meaning.
 */
export const advisoryLocks = {
  /** Who changes the schema. */
  migration: 1146001,
  /** The transaction that fills the catalogue in bulk. */
  bulkChange: 1146002,
  /** With the hash of a name, under which a process that lives takes jobs. */
  workers: 1146003,
  /** Who says what it has in common with the other servers. */
  joining: 1146009,
  /** With a hash of it: the secret that the servers have in common. */
  secret: 1146010,
  /** With a hash of it: the store for files that they have in common. */
  files: 1146011,
  /** Who restores a backup. */
  restore: 1146012,
  /** With the id of a mail that is under way. */
  mails: 1146020,
} as const;
