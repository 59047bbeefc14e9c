import "@fontsource-variable/hanken-grotesk/index.css";
import "@fontsource-variable/red-hat-mono/index.css";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./tokens.css";
import "./global.css";
import "../lib/i18n.ts";
import { useStockMessages } from "@tonneline/contract/messages";
import { z } from "zod";
import { createRoot } from "react-dom/client";
import { followOtherTabs } from "../lib/session.ts";
import { App } from "./App.tsx";
import { startSession } from "./startSession.ts";

// Compiling validators at run time would need eval, which the security policy forbids.
z.config({ jitless: true });
useStockMessages();
followOtherTabs();
await startSession();
createRoot(document.getElementById("root")!).render(<App />);
