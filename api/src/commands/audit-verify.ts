import { parseArgs } from "node:util";
import { StartupError } from "../core/startup.ts";
import {
  brokenLinks,
  checkpointMismatch,
  chainHead,
  prunedUpTo,
} from "../features/audit/audit.sql.ts";
import { runCommand } from "./command.ts";

const usage =
  "Usage: npm run audit:verify -- --expect POSITION:HASH, as in the server's output and in the mails to Admins.";

// Verifies that no entry of the audit log was changed or removed, nor the end cut off since the given checkpoints; prints each
// break, and then exits with 1.
await runCommand(expected, async (db, checkpoints) => {
  const head = await chainHead(db);
  const forgotten = await prunedUpTo(db);
  const broken = await brokenLinks(db);
  const breaks = broken.map(({ position, entryId, what }) => {
    const where = [
      position !== null && `position ${position}`,
      entryId !== null && `entry ${entryId}`,
    ];
    return `${where.filter(Boolean).join(", ")}: ${what}`;
  });
  for (const checkpoint of checkpoints) {
    const what = await checkpointMismatch(db, checkpoint);
    if (what) breaks.push(`checkpoint ${checkpoint.position}: ${what}`);
    else if (checkpoint.position <= forgotten)
      console.log(
        `checkpoint ${checkpoint.position}: older than the entries that are kept, and proves nothing`,
      );
  }
  for (const each of breaks) console.log(each);
  const note = forgotten > 0 ? ` (the first ${forgotten} were removed, as the settings say)` : "";
  console.log(
    breaks.length === 0
      ? `${head.position} entries${note}, the chain is whole; its checkpoint is ${head.position}:${head.hash}`
      : `${breaks.length === 1 ? "1 break" : `${breaks.length} breaks`} in a chain of ${head.position} entries`,
  );
  return breaks.length === 0 ? 0 : 1;
});

function expected() {
  const { values } = parseArgs({
    options: { expect: { type: "string", multiple: true, default: [] } },
  });
  return values.expect.map((given) => {
    const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(given.trim()) ?? [];
    if (!position || !hash) {
      throw new StartupError(`--expect ${JSON.stringify(given)} is not a checkpoint.\n${usage}`);
    }
    return { position: Number(position), hash };
  });
}
