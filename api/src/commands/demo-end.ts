import { endDemonstrationAccounts } from "../features/accounts/demonstration.service.ts";
import { noArguments, runCommand } from "./command.ts";

// Ends the demonstration accounts of a database that stays in use without them.
await runCommand(noArguments, async (db) => {
  const usernames = await endDemonstrationAccounts(db);
  console.log(
    usernames.length === 0
      ? "There are no demonstration accounts that could log in."
      : `Permanently blocked and logged out: ${usernames.join(", ")}`,
  );
  return 0;
});
