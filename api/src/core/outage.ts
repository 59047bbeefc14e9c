// What PostgreSQL and the system say when they cannot serve for now, and would serve the same again later.
const awayCodes = new Set(
  [
    // Ended by an administrator, after a crash, not yet or no longer taking connections, idle for too long.
    "57P01 57P02 57P03 57P04 57P05 25P03 25P04",
    // A statement took too long, a lock was not had in time, a standby refuses to write.
    "57014 55P03 25006",
    // Others stood in the way again and again.
    "40001 40P01",
    // No room on the disk, no memory, no connection left, a limit of the server's; a file could not be read or written.
    "53000 53100 53200 53300 53400 58000 58030",
    "ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH EAI_AGAIN ENOTFOUND",
    "ENOSPC EDQUOT EMFILE ENFILE",
    // A disk that failed or was set to be read only, a folder of another machine that is gone.
    "EIO EROFS ESTALE ENOTCONN EHOSTDOWN ENODEV",
    // One that belongs to another account, as after a restore by root.
    "EACCES EPERM",
  ].flatMap((codes) => codes.split(" ")),
);

// What the driver says without any code.
const awayMessages =
  /^(Connection terminated|Client has encountered a connection error and is not queryable|timeout exceeded when trying to connect|timeout expired|Query read timeout|Postgres connection has been discarded)/;

// The names that an S3 client gives to what its server, or the way there, could not do.
const awayNames = new Set(
  "TimeoutError SlowDown ServiceUnavailable InternalError NoSuchBucket".split(" "),
);

/** Of an S3 server that cannot, or takes our key no more. A file that is missing from its bucket is 404. */
const isAwayStatus = (status: number) => status >= 500 || status === 401 || status === 403;

const fullDisk = new Set(["53100", "ENOSPC", "EDQUOT"]);

interface ErrorLike {
  code?: unknown;
  message?: unknown;
  name?: unknown;
  syscall?: unknown;
  cause?: unknown;
  errors?: unknown;
  $metadata?: { httpStatusCode?: number };
}

/** Whether a database, a disk or a file store cannot serve for now: the error, or what caused it, says so. */
export function isUnavailable(error: unknown): boolean {
  return somewhere(error, says);
}

/** Whether something could not be written since there is no room on a disk. */
export function isFullDisk(error: unknown): boolean {
  return somewhere(error, ({ code }) => fullDisk.has(String(code)));
}

/** Whether bytes that should be kept are not in their folder or bucket. */
export function isFileMissing(error: unknown): boolean {
  return somewhere(
    error,
    ({ code, name, syscall }) => name === "NoSuchKey" || (code === "ENOENT" && syscall === "open"),
  );
}

function says({ code, message, name, syscall, $metadata }: ErrorLike): boolean {
  if (typeof code === "string") {
    if (awayCodes.has(code) || code.startsWith("08")) return true;
    // A Unix socket that is not there; a file that is missing is another matter.
    if (code === "ENOENT" && syscall === "connect") return true;
  }
  if (typeof message === "string" && awayMessages.test(message)) return true;
  return awayNames.has(String(name)) || isAwayStatus($metadata?.httpStatusCode ?? 0);
}

function somewhere(error: unknown, matches: (errorLike: ErrorLike) => boolean, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 5) return false;
  const errorLike = error as ErrorLike;
  if (matches(errorLike)) return true;
  const inner = [
    errorLike.cause,
    ...(Array.isArray(errorLike.errors) ? (errorLike.errors as unknown[]) : []),
  ];
  return inner.some((each) => somewhere(each, matches, depth + 1));
}

const lineEveryMs = 1000;
const reportEveryMs = 60_000;

export interface Outage {
  /** Hears of every failure that is an outage. */
  note(error: unknown): void;
  /** There was no room for something, and nobody has written since. */
  isFull: boolean;
}

/**
 * Tells of an outage in single lines, at most one a second whoever speaks: without stacks, which say nothing here. What was
 * left out is counted in the next line. Its first error, and then one a minute, is reported as well.
 */
export function createOutage(
  write: (line: string) => void,
  report: (error: unknown) => void,
): Outage {
  let toldAt = -Infinity;
  let reportedAt = -Infinity;
  let leftOut = 0;
  let later: NodeJS.Timeout | undefined;
  const tell = (error: unknown) => {
    const more = leftOut > 0 ? ` (and ${leftOut} more since the last line)` : "";
    write(`Not available: ${errorMessage(error)}${more}`);
    toldAt = performance.now();
    leftOut = 0;
    if (toldAt - reportedAt < reportEveryMs) return;
    reportedAt = toldAt;
    report(error);
  };
  return {
    isFull: false,
    note(error) {
      if (isFullDisk(error)) this.isFull = true;
      const wait = toldAt + lineEveryMs - performance.now();
      if (wait <= 0 && !later) return tell(error);
      leftOut++;
      // The last ones of an outage are counted too, when nobody speaks after them.
      later ??= setTimeout(() => {
        later = undefined;
        leftOut--;
        tell(error);
      }, wait).unref();
    },
  };
}

/** Hears nothing. */
export const noOutage = (): Outage => ({ isFull: false, note: () => {} });

/** What was refused elsewhere: its words say all, and where it was thrown says nothing. */
export class RefusedElsewhere extends Error {}

/** An error as the log has it: in one line when it was refused elsewhere, else whole. */
export const asLogged = (error: unknown): unknown =>
  error instanceof RefusedElsewhere ? errorMessage(error) : error;

/** The outer and the innermost words of an error, in one line. */
export function errorMessage(error: unknown): string {
  const words: string[] = [];
  for (let each = error as ErrorLike | undefined, depth = 0; each && depth <= 5; depth++) {
    const text = String(each.message || each.code || each.name || each);
    words.push(text.replaceAll(/\s+/g, " "));
    const [first] = Array.isArray(each.errors) ? (each.errors as ErrorLike[]) : [];
    each = (each.cause as ErrorLike | undefined) ?? first;
  }
  return [...new Set([words[0], words.at(-1)])].join(": ").slice(0, 300);
}
