import { addTexts } from "../../lib/i18n.ts";

/** Texts shown while the network is down. */
export const offline = addTexts("offline", {
  waits:
    "You are offline. What you save or order is sent once you are back online: keep this page open.",
});
