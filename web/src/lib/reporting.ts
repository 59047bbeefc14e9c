/** Where events go beside the console; the error service puts itself here when it is configured. */
type Reporter = (error: Error, facts: Record<string, string | number>) => void;
const reporters = new Set<Reporter>();

/** Hears every later report; call the answer to stop. */
export function addReporter(reporter: Reporter): () => void {
  reporters.add(reporter);
  return () => void reporters.delete(reporter);
}

/** Logs something that went wrong and hands it to the error service. `facts`: never names, passwords or tokens. */
export function report(error: unknown, facts: Record<string, string | number> = {}): void {
  const known = error instanceof Error ? error : new Error(String(error));
  console.error(known, facts);
  for (const reporter of reporters) reporter(known, facts);
}
