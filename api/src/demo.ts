import { roleNames } from "@tonneline/contract/accounts";
import type { Db } from "./core/db.ts";
import { createAccount } from "./features/accounts/accounts.service.ts";

/** The password of every demonstration account; production mode never makes them. */
export const demoPassword = "carbon-demo-2026";

export const demoAccounts = [
  {
    username: "admin@demo.example",
    firstName: "Noor",
    lastName: "Halvard",
    roleName: roleNames.admin,
  },
  {
    username: "buyer@demo.example",
    firstName: "Ilse",
    lastName: "Varendonk",
    roleName: roleNames.user,
  },
  {
    username: "anonymous@demo.example",
    firstName: "Tomas",
    lastName: "Wend",
    roleName: roleNames.anonymous,
  },
];

/** Makes the demonstration accounts that are not there yet. */
export async function makeDemoAccounts(db: Db): Promise<void> {
  for (const account of demoAccounts) {
    await createAccount(db, { ...account, password: demoPassword, demonstration: true });
  }
}
