import { accounts } from "./en/accounts.ts";
import { app } from "./en/app.ts";

/** Every text of the app, a file for each feature. */
export const en = { app, accounts };
