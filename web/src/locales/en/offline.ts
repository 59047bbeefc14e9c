import { addTexts } from "../../lib/i18n.ts";

/** What is said while there is no network. */
export const offline = addTexts("offline", {
  waits: "You are offline. What you save or order waits for the network: keep this page open.",
});
