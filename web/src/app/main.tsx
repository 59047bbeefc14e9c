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
import { installDefaultPolicy } from "../lib/trustedTypes.ts";
import { report, startReporting } from "../lib/reporting.ts";
import { followOtherTabs, isLoggedIn } from "../lib/session.ts";
import { App } from "./App.tsx";
import { followFlags } from "./followFlags.ts";
import { preparePage } from "./preparePage.ts";
import { router } from "./routes.tsx";
import "../locales/en/accounts.ts";
import { startSession } from "./startSession.ts";
import { allowTranslation } from "./translation.ts";

// A page of an older release requests a chunk that the new release no longer has. Reload only once: the network may
// be the cause.
window.addEventListener("vite:preloadError", (event) => {
  // Offline, a reload would lose the page and its unsaved input: `loadChunk` waits instead.
  if (!navigator.onLine) return;
  const key = "reloaded-for-release";
  if (sessionStorage.getItem(key) === __VERSION__) return;
  sessionStorage.setItem(key, __VERSION__);
  event.preventDefault();
  window.location.reload();
});

/** No top-level await: all chunks of the app import this module, and would wait for it to finish. */
async function start(): Promise<void> {
  installDefaultPolicy();
  allowTranslation();
  followOtherTabs();
  const root = createRoot(document.getElementById("root")!, {
    onCaughtError: (error) => report(error),
    onUncaughtError: (error) => report(error),
  });
  // These run in parallel. In one of our iframes, the session is not waited for.
  followFlags();
  const prepared = isLoggedIn() && window.parent === window ? preparePage() : undefined;
  await startSession();
  await Promise.allSettled([router.load(), prepared]);
  // The whole page renders in one transition, in time slices between which the browser handles input. If rendered
  // before the router has loaded, it would be one long task: the router keeps its state in an external store, and
  // React renders store updates synchronously.
  startTransition(() => root.render(<App />));
  await startReporting(router);
}

// In a separate task: evaluating the app's code up to here is already a long one on a phone.
setTimeout(() => void start());
