// By priority: a full disk is reported before the errors it causes, and the server's answers to connections that arrive
// meanwhile are not a reason.
const telling = [
  /No space left on device/,
  /\bPANIC:/,
  /\bFATAL:(?! +the database system is )/,
  /\bFATAL:/,
  /\berror:/i,
];

/** Returns the line of a PostgreSQL program's output that explains why it ended; the last line if none does. */
export function reasonIn(output: string): string {
  const lines = output.trim().split("\n");
  const [reason = lines.at(-1)!] = telling.flatMap(
    (pattern) => lines.findLast((line) => pattern.test(line)) ?? [],
  );
  return reason.trim();
}
