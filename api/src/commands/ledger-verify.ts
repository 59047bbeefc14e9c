import { differences, movementCount } from "../features/ledger/ledger.sql.ts";
import { noArguments, runCommand } from "./command.ts";

// Verifies that every count agrees with the ledger; prints each that does not, and then exits with 1.
await runCommand(noArguments, async (db) => {
  const started = Date.now();
  const count = await movementCount(db);
  const found = await differences(db);
  for (const { what, vintageId, counted, ledger } of found) {
    const where = vintageId === null ? "" : ` of vintage ${vintageId}`;
    console.log(`${what}${where}: counted ${counted}, the ledger says ${ledger}`);
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const outcome =
    found.length === 0
      ? "all counts agree"
      : `${found.length} ${found.length === 1 ? "difference" : "differences"}`;
  console.log(`${count} movements checked in ${seconds} s: ${outcome}`);
  return found.length === 0 ? 0 : 1;
});
