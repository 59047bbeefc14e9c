import "@fontsource-variable/hanken-grotesk/index.css";
import "@fontsource-variable/red-hat-mono/index.css";
import "./fonts.css";
import "./mantineStyles.ts";
import "./tokens.css";
import "./fields.css";
import "./global.css";
import "./waiting.css";
import "../locales/en/app.ts";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { guardMarkup } from "../lib/trustedTypes.ts";
import { report, startReporting } from "../lib/reporting.ts";
import { followOtherTabs, isLoggedIn } from "../lib/session.ts";
import { App } from "./App.tsx";
import { followFlags } from "./followFlags.ts";
import { preparePage } from "./preparePage.ts";
import { router } from "./routes.tsx";
import "../locales/en/accounts.ts";
import { startSession } from "./startSession.ts";

// A page of an older release asks for a part that the new release no longer has. Once is enough: it may be the network.
window.addEventListener("vite:preloadError", (event) => {
  // Without a network nothing would come instead of the page, and what is typed on it would be lost: `loadPart` waits.
  if (!navigator.onLine) return;
  const key = "reloaded-for-release";
  if (sessionStorage.getItem(key) === __VERSION__) return;
  sessionStorage.setItem(key, __VERSION__);
  event.preventDefault();
  window.location.reload();
});

/** Not awaited at the top of the file: all parts of the app stand on this one, and would wait for its end. */
async function start(): Promise<void> {
  guardMarkup();
  followOtherTabs();
  const root = createRoot(document.getElementById("root")!, {
    onCaughtError: (error) => report(error),
    onUncaughtError: (error) => report(error),
  });
  // Nothing of these waits for another. In a frame of ours the session is not waited for.
  followFlags();
  const prepared = isLoggedIn() && window.parent === window ? preparePage() : undefined;
  await startSession();
  await Promise.allSettled([router.load(), prepared]);
  // All of the page in one go and in slices: what is touched or typed meanwhile is answered between them. Drawn before the
  // router is done, the page would be one long task, as the router tells its state by a store, and React draws at once what
  // a store tells.
  startTransition(() => root.render(<App />));
  await startReporting(router);
}

// In a task of its own: to run the app's code up to here is a long one on a phone.
setTimeout(() => void start());
