import { useLocation } from "@tanstack/react-router";
import { useEffect, type ComponentType } from "react";
import { ContactDialog } from "../features/support/ContactDialog.tsx";
import { closeDialog, useDialog, type Dialog, type DialogType } from "../lib/dialogs.ts";

const definitions: Record<DialogType, ComponentType<{ dialog: Dialog; onClose: () => void }>> = {
  support: ContactDialog,
  marketing: ContactDialog,
};

/** Where the dialogs that any page may open are shown; another page closes them. */
export function DialogArea() {
  const dialog = useDialog(({ opened }) => opened);
  const pathname = useLocation({ select: (location) => location.pathname });
  useEffect(() => closeDialog, [pathname]);
  if (!dialog) return null;
  const Definition = definitions[dialog.type];
  return <Definition dialog={dialog} onClose={closeDialog} />;
}
