import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { useUser } from "../../lib/session.ts";
import { paths } from "../../lib/paths.ts";
import { isTyping, useSingleKeys } from "../../ui/table/useListKeys.ts";
import { managementFor, type ManagementKey } from "../managementPages.ts";
import { openPalette, usePalette } from "./palette.ts";
import { Palette } from "./Palette.tsx";

/** Where `g` followed by a letter leads. */
const places: Partial<Record<string, ManagementKey>> = {
  h: "managementDashboard",
  o: "managementOrders",
  r: "managementReceivables",
  t: "managementRetirements",
  u: "managementUsers",
  p: "managementProjects",
  s: "managementSupport",
  b: "managementBank",
  c: "managementCompanies",
};
const secondKeyWithinMs = 1500;

/** The operators' navigation shortcuts and the command palette. */
export default function OperatorKeys() {
  const { opened } = usePalette();
  const [single] = useSingleKeys();
  const navigate = useNavigate();
  const open = managementFor(useUser()?.permissions);
  const wentAt = useRef(0);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
      event.preventDefault();
      return openPalette();
    }
    if (!single || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("[role='dialog']")) return;
    const isSecond = event.timeStamp - wentAt.current < secondKeyWithinMs;
    wentAt.current = event.key === "g" && !isSecond ? event.timeStamp : 0;
    const place = isSecond ? places[event.key] : undefined;
    if (!place || !open.includes(place)) return;
    event.preventDefault();
    // Otherwise the list below would handle the letter as its own shortcut.
    event.stopImmediatePropagation();
    void navigate({ to: paths[place] });
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
  return opened ? <Palette /> : null;
}
