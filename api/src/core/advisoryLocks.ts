/**
 * The numbers that identify advisory locks. Each is used once, since only the number distinguishes a lock. Servers of two
 * releases run side by side: a number never changes its meaning.
 */
export const advisoryLocks = {
  /** Held while changing the schema. */
  migration: 1146001,
  /** Held by a transaction that fills the catalogue in bulk. */
  bulkChange: 1146002,
  /** With the hash of the name under which a running process takes jobs. */
  workers: 1146003,
  /** Held while a server compares its configuration with the other servers'. */
  joining: 1146009,
  /** With a hash of it: the secret that all servers share. */
  secret: 1146010,
  /** With a hash of it: the file store that all servers share. */
  files: 1146011,
  /** Held while restoring a backup. */
  restore: 1146012,
  /** With the id of a mail in flight. */
  mails: 1146020,
} as const;
