const filtered = "[Filtered]";
const secretKey = /password|token|secret|authorization|cookie/i;
const token = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
const tokenInAddress = /([?&#][\w-]*(?:token|password|secret)[\w-]*=)[^&#\s"'\\]*/gi;
/** Deeper than any report. */
const depthLimit = 20;

/** Copies a report without its passwords and tokens, whether under a key of that name or within a URL. */
export function scrub<T>(report: T): T {
  return clean(report, depthLimit) as T;
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === "string") {
    return value.replaceAll(token, filtered).replaceAll(tokenInAddress, `$1${filtered}`);
  }
  if (depth === 0) return value;
  if (Array.isArray(value)) return value.map((each) => clean(each, depth - 1));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      typeof each === "string" && secretKey.test(key) ? filtered : clean(each, depth - 1),
    ]),
  );
}

/** Objects of the reporter itself, such as its client, are not ours to copy. */
function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
