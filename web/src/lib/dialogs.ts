import { create } from "zustand";

/** The dialogs that any page may open; app/DialogArea.tsx says what each of them shows. */
export const dialogTypes = ["support", "marketing", "logOut"] as const;
export type DialogType = (typeof dialogTypes)[number];

export interface Dialog {
  type: DialogType;
  /** Instead of the type's own header. */
  header?: string;
  /** What the form is about, as a person would name it. */
  topic?: string;
  /** A sentence over the form; only the marketing type shows it. */
  lead?: string;
  /** What the dialog was opened beside, for whoever answers. */
  projectId?: number;
  orderId?: number;
  /** The app's own form, whatever form is configured. */
  own?: boolean;
}

/** The open dialog; at most one. */
export const useDialog = create<{ opened: Dialog | undefined }>()(() => ({ opened: undefined }));

/** Opens a dialog over the page, instead of one that is open. Throws for a type that nothing shows. */
export function openDialog(dialog: Dialog): void {
  if (!dialogTypes.includes(dialog.type)) {
    throw new Error("Dialog definition not found for dialogType");
  }
  useDialog.setState({ opened: dialog });
}

/** Closes the open dialog; nothing happens where none is. */
export function closeDialog(): void {
  useDialog.setState({ opened: undefined });
}
