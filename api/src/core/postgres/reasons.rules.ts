// The first of these that a line speaks of: what has no room says so before all that fails by it, and what a server
// answers to those who come meanwhile is no reason.
const telling = [
  /No space left on device/,
  /\bPANIC:/,
  /\bFATAL:(?! +the database system is )/,
  /\bFATAL:/,
  /\berror:/i,
];

/** The line of what a program of PostgreSQL wrote that says why it ended; its last one when none does. */
export function reasonIn(output: string): string {
  const lines = output.trim().split("\n");
  const [reason = lines.at(-1)!] = telling.flatMap(
    (pattern) => lines.findLast((line) => pattern.test(line)) ?? [],
  );
  return reason.trim();
}
