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
  useReturnedFocus(dialog !== undefined);
  if (!dialog) return null;
  const Definition = definitions[dialog.type];
  return <Definition dialog={dialog} onClose={closeDialog} />;
}

/** Gives the focus back to what opened the dialog, unless it has gone elsewhere. */
function useReturnedFocus(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    return () => {
      // The dialog, and the frame that had the focus in it, are gone by the next turn.
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (lost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}
