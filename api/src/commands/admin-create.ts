import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { personName, roleNames } from "@tonneline/contract/accounts";
import { email } from "@tonneline/contract/shapes";
import { commandLine, recordAudit } from "../core/audit.ts";
import { inTransaction } from "../core/db.ts";
import { Refusal } from "../core/errors.ts";
import { StartupError } from "../core/startup.ts";
import { demoPassword } from "../demo.ts";
import { createAccount } from "../features/accounts/accounts.service.ts";
import { requireAcceptablePassword } from "../features/accounts/password.service.ts";
import { runCommand } from "./command.ts";

const usage =
  "Usage: npm run admin:create -- --username EMAIL [--first-name NAME] [--last-name NAME]; the password is read from standard input.";

// Creates the first Admin of a database without demonstration accounts.
await runCommand(readArguments, async (db, person) => {
  const { username } = person;
  const password = await readPassword();
  await requireUsable(password, username);
  const roleName = roleNames.admin;
  const account = { ...person, password, roleName };
  const made = await inTransaction(db, async (tx) => {
    const id = await createAccount(tx, { ...account, demonstration: false });
    if (id === undefined) return false;
    const thing = { type: "user", id, name: username };
    const [before, after] = [{ role: null }, { role: roleName }];
    await recordAudit(tx, commandLine, { action: "user.change", thing, before, after });
    return true;
  });
  console.log(made ? `${username} can log in now.` : `${username} is already registered.`);
  return made ? 0 : 1;
});

function readArguments() {
  const { values } = parseArgs({
    options: {
      username: { type: "string" },
      "first-name": { type: "string", default: "First" },
      "last-name": { type: "string", default: "Admin" },
    },
  });
  const username = email.safeParse(values.username);
  if (!username.success) {
    const what =
      values.username === undefined
        ? "--username is missing: the email address of the Admin."
        : `--username ${JSON.stringify(values.username)} is not an email address such as name@company.example.`;
    throw new StartupError(`${what}\n${usage}`);
  }
  return {
    username: username.data,
    firstName: nameOf("first-name", values["first-name"]),
    lastName: nameOf("last-name", values["last-name"]),
  };
}

/** Applies the rules for every user's name. */
function nameOf(option: string, given: string): string {
  const name = personName.safeParse(given);
  if (name.success) return name.data;
  throw new StartupError(
    `--${option} must be a name of 1 to 100 characters, without web or email addresses.`,
  );
}

/** Applies the rules for every user's password: an Admin's must not be weaker. */
async function requireUsable(password: string, username: string): Promise<void> {
  if (password.toLowerCase() === demoPassword)
    throw new StartupError(
      "The password was not accepted: it is the one that the README shows to everybody.",
    );
  try {
    await requireAcceptablePassword(password, username);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const why = error.facts.fieldErrors?.[0]?.message ?? error.message;
    throw new StartupError(`The password was not accepted. ${why}.`);
  }
}

/** Reads the first line; typed input is not shown at a terminal. Throws StartupError if there is none. */
async function readPassword(): Promise<string> {
  const { isTTY: terminal } = process.stdin;
  // Without an output it does not echo its input.
  const lines = createInterface({ input: process.stdin, terminal });
  if (terminal) process.stderr.write("Password (not shown): ");
  for await (const line of lines) {
    lines.close();
    if (terminal) process.stderr.write("\n");
    if (line) return line;
    break;
  }
  // The input is empty, or Ctrl-C or Ctrl-D was pressed.
  throw new StartupError(
    "No password was given: type it, or pass it as the first line of standard input.",
  );
}
