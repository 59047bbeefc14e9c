import "../lib/zodSetup.ts";
import "@fontsource-variable/hanken-grotesk/index.css";
import "@fontsource-variable/red-hat-mono/index.css";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./tokens.css";
import "./fields.css";
import "./global.css";
import "../lib/i18n.ts";
import { useStockMessages } from "@tonneline/contract/messages";
import { createRoot } from "react-dom/client";
import { followOtherTabs } from "../lib/session.ts";
import { App } from "./App.tsx";
import { startSession } from "./startSession.ts";

useStockMessages();
followOtherTabs();
await startSession();
createRoot(document.getElementById("root")!).render(<App />);
