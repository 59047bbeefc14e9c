import { describe, expect, test } from "vitest";
import { Refusal } from "./errors.ts";
import {
  forLog,
  createOutage,
  isFileMissing,
  isFullDisk,
  isUnavailable,
  ExternalError,
} from "./outage.ts";

const coded = (code: string, more: object = {}) =>
  Object.assign(new Error("failed"), { code, ...more });

describe("an outage is", () => {
  test.each(
    [
      "57P01 57P02 57P03 53100 53200 53300 08000 08003 08006 08P01 57014 55P03 25P03 40001 40P01",
      "EPIPE ECONNRESET ECONNREFUSED ETIMEDOUT EAI_AGAIN ENOSPC EIO EROFS ESTALE EACCES EPERM",
    ].flatMap((codes) => codes.split(" ")),
  )("the code %s", (code) => expect(isUnavailable(coded(code))).toBe(true));

  test.each([
    "Connection terminated unexpectedly",
    "Connection terminated due to connection timeout",
    "Client has encountered a connection error and is not queryable",
    "timeout exceeded when trying to connect",
  ])("the driver's message without a code: %s", (message) =>
    expect(isUnavailable(new Error(message))).toBe(true),
  );

  test("an error caused by one, and one for every address of a host", () => {
    const cause = coded("ECONNREFUSED");
    expect(
      isUnavailable(new Error("Job failed", { cause: new Error("Unable to read", { cause }) })),
    ).toBe(true);
    expect(isUnavailable(new AggregateError([coded("EINVAL"), cause]))).toBe(true);
    expect(isUnavailable(coded("ENOENT", { syscall: "connect" }))).toBe(true);
  });

  test.each([
    ["a file that is missing", coded("ENOENT", { syscall: "open" })],
    ["a row that is there already", coded("23505")],
    ["a fault in a statement", coded("42601")],
    ["a fault of ours", new TypeError("Cannot read properties of undefined")],
    ["a refusal", new Refusal("NOT_FOUND")],
    ["a text", "ECONNRESET"],
    ["nothing", undefined],
  ])("not %s", (_, error) => expect(isUnavailable(error)).toBe(false));

  test.each([
    [{ httpStatusCode: 503 }, true],
    [{ httpStatusCode: 403 }, true],
    [{ httpStatusCode: 404 }, false],
  ])("a file store's response %j: %s", ($metadata, away) => {
    expect(isUnavailable(Object.assign(new Error("NoSuchKey"), { $metadata }))).toBe(away);
  });

  test("checked without looping on a circular cause", () => {
    const error = new Error("round");
    error.cause = error;
    expect(isUnavailable(error)).toBe(false);
  });
});

test("a missing file is distinguished from other errors", () => {
  const inFolder = coded("ENOENT", { syscall: "open" });
  const inBucket = Object.assign(new Error("no such key"), { name: "NoSuchKey" });
  for (const cause of [inFolder, inBucket]) {
    expect(isFileMissing(new Error("Unable to read the file", { cause }))).toBe(true);
  }
  expect(isFileMissing(coded("ENOENT", { syscall: "connect" }))).toBe(false);
  expect(isFileMissing(coded("EIO", { syscall: "open" }))).toBe(false);
});

test("a full disk is distinguished from other outages", () => {
  expect(["53100", "ENOSPC", "EDQUOT"].every((code) => isFullDisk(coded(code)))).toBe(true);
  expect(isFullDisk(coded("57P01"))).toBe(false);
});

test("a thousand failures at once make two lines and one report, and are all counted", async () => {
  const lines: string[] = [];
  const reports: unknown[] = [];
  const outage = createOutage(
    (line) => lines.push(line),
    (error) => reports.push(error),
  );
  const failed = Object.assign(new Error("Connection terminated\nunexpectedly"), { client: {} });
  for (let count = 0; count < 1000; count++) outage.note(failed);
  await expect.poll(() => lines).toHaveLength(2);
  expect(lines).toEqual([
    "Not available: Connection terminated unexpectedly",
    "Not available: Connection terminated unexpectedly (and 998 more since the last line)",
  ]);
  expect(reports).toEqual([failed]);
  expect(outage.isFull).toBe(false);
});

test("a refusal by another system is one line of the log, an error of ours keeps its stack", () => {
  const cause = Object.assign(new Error("550 no such\nuser"), { rejected: ["a@b.example"] });
  expect(forLog(new ExternalError("Mail 7 is given up", { cause }))).toBe(
    "Mail 7 is given up: 550 no such user",
  );
  const fault = new Error("x is not a function");
  expect(forLog(fault)).toBe(fault);
});
