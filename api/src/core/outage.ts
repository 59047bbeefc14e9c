// Errors of PostgreSQL and the system that mean "temporarily unavailable": the same request may succeed later.
const outageCodes = new Set(
  [
    // Ended by an administrator or after a crash, not accepting connections yet or any more, idle for too long.
    "57P01 57P02 57P03 57P04 57P05 25P03 25P04",
    // Statement timeout, lock timeout, write on a standby.
    "57014 55P03 25006",
    // Repeated conflicts with other transactions.
    "40001 40P01",
    // Disk full, out of memory, no connection left, a limit of the server's configuration; I/O error on a file.
    "53000 53100 53200 53300 53400 58000 58030",
    "ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH EAI_AGAIN ENOTFOUND",
    "ENOSPC EDQUOT EMFILE ENFILE",
    // A disk that failed or became read-only, a network folder that is gone.
    "EIO EROFS ESTALE ENOTCONN EHOSTDOWN ENODEV",
    // A file of another account, as after a restore by root.
    "EACCES EPERM",
  ].flatMap((codes) => codes.split(" ")),
);

// Messages of the driver's errors that have no code.
const outageMessages =
  /^(Connection terminated|Client has encountered a connection error and is not queryable|timeout exceeded when trying to connect|timeout expired|Query read timeout|Postgres connection has been discarded)/;

// Names that an S3 client gives to errors of its server or the network.
const outageNames = new Set(
  "TimeoutError SlowDown ServiceUnavailable InternalError NoSuchBucket".split(" "),
);

/** The S3 server fails, or does not accept our key any more. A file missing from its bucket is a 404. */
const isOutageStatus = (status: number) => status >= 500 || status === 401 || status === 403;

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

/** Returns whether an error, or one of its causes, means that a database, disk or file store is temporarily unavailable. */
export function isUnavailable(error: unknown): boolean {
  return anyCause(error, isOutageError);
}

/** Returns whether a write failed because a disk is full. */
export function isFullDisk(error: unknown): boolean {
  return anyCause(error, ({ code }) => fullDisk.has(String(code)));
}

/** Returns whether a stored file is missing from its folder or bucket. */
export function isFileMissing(error: unknown): boolean {
  return anyCause(
    error,
    ({ code, name, syscall }) => name === "NoSuchKey" || (code === "ENOENT" && syscall === "open"),
  );
}

function isOutageError({ code, message, name, syscall, $metadata }: ErrorLike): boolean {
  if (typeof code === "string") {
    if (outageCodes.has(code) || code.startsWith("08")) return true;
    // A missing Unix socket; a missing file is not an outage.
    if (code === "ENOENT" && syscall === "connect") return true;
  }
  if (typeof message === "string" && outageMessages.test(message)) return true;
  return outageNames.has(String(name)) || isOutageStatus($metadata?.httpStatusCode ?? 0);
}

function anyCause(error: unknown, matches: (errorLike: ErrorLike) => boolean, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 5) return false;
  const errorLike = error as ErrorLike;
  if (matches(errorLike)) return true;
  const inner = [
    errorLike.cause,
    ...(Array.isArray(errorLike.errors) ? (errorLike.errors as unknown[]) : []),
  ];
  return inner.some((each) => anyCause(each, matches, depth + 1));
}

const lineEveryMs = 1000;
const reportEveryMs = 60_000;

export interface Outage {
  /** Called with every error that is an outage. */
  note(error: unknown): void;
  /** A disk was full, and no write has succeeded since. */
  isFull: boolean;
}

/**
 * Logs outages in single lines without stack traces, which are no help here: at most one a second from all callers. The next
 * line counts those that were left out. Reports the first error, and then one a minute.
 */
export function createOutage(
  write: (line: string) => void,
  report: (error: unknown) => void,
): Outage {
  let loggedAt = -Infinity;
  let reportedAt = -Infinity;
  let leftOut = 0;
  let later: NodeJS.Timeout | undefined;
  const log = (error: unknown) => {
    const more = leftOut > 0 ? ` (and ${leftOut} more since the last line)` : "";
    write(`Not available: ${errorMessage(error)}${more}`);
    loggedAt = performance.now();
    leftOut = 0;
    if (loggedAt - reportedAt < reportEveryMs) return;
    reportedAt = loggedAt;
    report(error);
  };
  return {
    isFull: false,
    note(error) {
      if (isFullDisk(error)) this.isFull = true;
      const wait = loggedAt + lineEveryMs - performance.now();
      if (wait <= 0 && !later) return log(error);
      leftOut++;
      // Makes sure that the last errors of an outage are counted even if no others follow.
      later ??= setTimeout(() => {
        later = undefined;
        leftOut--;
        log(error);
      }, wait).unref();
    },
  };
}

/** Ignores all errors. */
export const noOutage = (): Outage => ({ isFull: false, note: () => {} });

/** An error of another system: its message is sufficient, and the stack trace is no help. */
export class ExternalError extends Error {}

/** Returns an error for the log: one line if another system refused, otherwise the whole error. */
export const forLog = (error: unknown): unknown =>
  error instanceof ExternalError ? errorMessage(error) : error;

/** Returns the messages of an error and of its innermost cause, in one line. */
export function errorMessage(error: unknown): string {
  const words: string[] = [];
  for (let each = error as ErrorLike | undefined, depth = 0; each && depth <= 5; depth++) {
    const text = String(each.message || each.code || each.name || each);
    words.push(text.replaceAll(/\s+/g, " "));
    const [first] = Array.isArray(each.errors) ? (each.errors as ErrorLike[]) : [];
    each = (each.cause as ErrorLike | undefined) ?? first;
  }
  const [first = "", last = ""] = [words[0], words.at(-1)];
  // Some errors quote their cause.
  return (first.includes(last) ? first : `${first}: ${last}`).slice(0, 300);
}
