import { accounts } from "./en/accounts.ts";
import { app } from "./en/app.ts";
import { cart } from "./en/cart.ts";
import { catalogue } from "./en/catalogue.ts";
import { orders } from "./en/orders.ts";

/** Every text of the app, a file for each feature. */
export const en = { app, accounts, cart, catalogue, orders };
