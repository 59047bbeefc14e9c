import { expect, test } from "vitest";
import { reasonIn } from "./reasons.rules.ts";

const at = "2026-11-26 14:39:08.394 UTC [11350]";
const diskFull = `${at} FATAL:  could not write to file "base/4/3394_vm": No space left on device`;
const diskFullPanic = `${at} PANIC:  could not write to file "pg_wal/xlogtemp.29": No space left on device`;
const notYet = `${at} FATAL:  the database system is not yet accepting connections`;
const checkpoint = `${at} FATAL:  checkpoint request failed`;
const hint = `${at} HINT:  Consult recent messages in the server log for details.`;
const panic = `${at} PANIC:  could not locate a valid checkpoint record`;
const older = `${at} FATAL:  database files are incompatible with server`;
const removing = 'initdb: removing data directory "/data/postgres.11340"';

test.each([
  ["a full disk, not what came of it", [diskFull, checkpoint, hint], diskFull],
  ["a full disk, not who was sent away", [diskFullPanic, notYet, notYet], diskFullPanic],
  [
    "a full disk, not the last step of initdb",
    ["creating files ... ok", diskFull, removing],
    diskFull,
  ],
  ["what ended all of it", [panic, checkpoint], panic],
  ["what ended the start, not who was sent away", [older, notYet, hint], older],
  ["the last that ended something", [older, checkpoint, hint], checkpoint],
  ["who was sent away, when nothing else is said", [notYet, hint], notYet],
  ["an error of initdb", ["initdb: error: no permission", "ok"], "initdb: error: no permission"],
  ["an error of a statement", [`${at} ERROR:  no such table`, hint], `${at} ERROR:  no such table`],
  ["its last line else", ["creating files ... ok", " Segmentation fault "], "Segmentation fault"],
  ["nothing of a silent one", [""], ""],
])("the reason is %s", (_, lines, reason) => {
  expect(reasonIn(`${lines.join("\n")}\n`)).toBe(reason);
});
