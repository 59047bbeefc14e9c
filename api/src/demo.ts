import { roleNames } from "@tonneline/contract/accounts";
import type { Config } from "./config.ts";
import type { Db } from "./core/db.ts";
import { createAccount } from "./features/accounts/accounts.service.ts";

/** The initial password of every demonstration account. */
export const demoPassword = "carbon-demo-2026";

export const demoAccounts = [
  {
    username: "admin@demo.example",
    firstName: "Noor",
    lastName: "Halvard",
    companyName: "Tonneline",
    roleName: roleNames.admin,
  },
  {
    username: "buyer@demo.example",
    firstName: "Ilse",
    lastName: "Varendonk",
    companyName: "Varendonk Shipping",
    roleName: roleNames.user,
  },
  {
    username: "anonymous@demo.example",
    firstName: "Tomas",
    lastName: "Wend",
    companyName: "Wend Ceramics",
    roleName: roleNames.anonymous,
  },
];

/** Creates the demonstration accounts that do not exist yet. */
export async function createDemoAccounts(db: Db): Promise<void> {
  for (const account of demoAccounts) {
    await createAccount(db, { ...account, password: demoPassword, demonstration: true });
  }
}

/** Returns what a start prints about existing demonstration accounts, and about those that are not possible. */
export function demonstrationLines(
  config: Pick<Config, "demonstrationAccounts" | "production" | "databaseUrl" | "host">,
  usernames: readonly string[],
): string[] {
  if (config.demonstrationAccounts) {
    const width = Math.max(...demoAccounts.map(({ username }) => username.length));
    return [
      `Demonstration accounts, all with the password ${demoPassword}:`,
      ...demoAccounts.map(({ username, roleName }) => `  ${username.padEnd(width)}  ${roleName}`),
    ];
  }
  const lines: string[] = [];
  if (usernames.length > 0) {
    lines.push(
      `Demonstration accounts of this database cannot log in: ${usernames.join(", ")}.`,
      "  To end them permanently: npm run demo:end",
    );
  }
  if (!config.production && !config.databaseUrl) {
    lines.push(
      `HOST ${config.host} can be reached from other machines, so there are no demonstration accounts: everybody knows their password.`,
      "  In a network that you trust: NODE_ENV=development. Otherwise make an account: npm run admin:create -- --username you@company.example",
    );
  }
  return lines;
}
