import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { ContactDialog } from "../features/support/ContactDialog.tsx";
import { closeDialog, useDialog, type DialogType } from "../lib/dialogs.ts";
import { Queries } from "./Queries.tsx";

const definitions: Record<DialogType, typeof ContactDialog> = {
  support: ContactDialog,
  marketing: ContactDialog,
};

/** The open one of the dialogs that any page may open; another page closes it. */
export default function DialogArea() {
  const dialog = useDialog(({ opened }) => opened);
  const pathname = useLocation({ select: (location) => location.pathname });
  useEffect(() => closeDialog, [pathname]);
  if (!dialog) return null;
  const Definition = definitions[dialog.type];
  return (
    <Queries>
      <Definition dialog={dialog} onClose={closeDialog} />
    </Queries>
  );
}
