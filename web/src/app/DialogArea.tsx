import { useLocation } from "@tanstack/react-router";
import { useEffect, type ComponentProps, type ReactNode } from "react";
import { logOut } from "../features/accounts/logOut.ts";
import { ContactDialog } from "../features/support/ContactDialog.tsx";
import { closeDialog, useDialog, type DialogType } from "../lib/dialogs.ts";
import { UnsavedQuestion } from "../ui/UnsavedQuestion.tsx";
import { Queries } from "./Queries.tsx";

type Props = ComponentProps<typeof ContactDialog>;

const definitions: Record<DialogType, (props: Props) => ReactNode> = {
  support: ContactDialog,
  marketing: ContactDialog,
  logOut: LogOutQuestion,
};

/** Confirms logging out with unsaved input on the page, as following a link would. */
function LogOutQuestion({ onClose }: Props) {
  const discard = () => {
    onClose();
    void logOut();
  };
  return <UnsavedQuestion opened onStay={onClose} onDiscard={discard} />;
}

/** Renders the open dialog of those that any page may open; navigating to another page closes it. */
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
