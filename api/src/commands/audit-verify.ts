import { brokenLinks, chainHead } from "../features/audit/audit.sql.ts";
import { runCommand } from "./command.ts";

// Proves that no entry of the audit log was changed or taken out; prints each break, and then ends with 1.
await runCommand(async (db) => {
  const [head, broken] = [await chainHead(db), await brokenLinks(db)];
  for (const { position, entryId, what } of broken) {
    const where = [
      position !== null && `position ${position}`,
      entryId !== null && `entry ${entryId}`,
    ];
    console.log(`${where.filter(Boolean).join(", ")}: ${what}`);
  }
  console.log(
    broken.length === 0
      ? `${head.position} entries, the chain is whole; its last hash is ${head.hash}`
      : `${broken.length} breaks in a chain of ${head.position} entries`,
  );
  return broken.length === 0 ? 0 : 1;
});
