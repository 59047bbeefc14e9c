/** Logs something that went wrong with its facts. `facts`: never names, passwords or tokens. */
export function report(error: unknown, facts: Record<string, string | number> = {}): void {
  console.error(error instanceof Error ? error : new Error(String(error)), facts);
}
