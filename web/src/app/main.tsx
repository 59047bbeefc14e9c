import "../lib/zodSetup.ts";
import "@fontsource-variable/hanken-grotesk/index.css";
import "@fontsource-variable/red-hat-mono/index.css";
import "./fonts.css";
import "./mantineStyles.ts";
import "./tokens.css";
import "./fields.css";
import "./global.css";
import "../lib/i18n.ts";
import { useStockMessages } from "@tonneline/contract/messages";
import { createRoot } from "react-dom/client";
import { followFlags } from "../lib/flags.ts";
import { guardMarkup } from "../lib/trustedTypes.ts";
import { report, startReporting } from "../lib/reporting.ts";
import { followOtherTabs, isLoggedIn } from "../lib/session.ts";
import { App } from "./App.tsx";
import { router } from "./routes.tsx";
import { startSession } from "./startSession.ts";

// A page of an older release asks for a part that the new release no longer has. Once is enough: it may be the network.
window.addEventListener("vite:preloadError", (event) => {
  const key = "reloaded-for-release";
  if (sessionStorage.getItem(key) === __VERSION__) return;
  sessionStorage.setItem(key, __VERSION__);
  event.preventDefault();
  window.location.reload();
});

guardMarkup();
useStockMessages();
followOtherTabs();
await startSession();
void startReporting(router);
createRoot(document.getElementById("root")!, {
  onCaughtError: (error) => report(error),
  onUncaughtError: (error) => report(error),
}).render(<App />);

// The login page needs no flag: its own parts come first.
if (isLoggedIn()) followFlags();
else setTimeout(followFlags, 1000);
