import { create } from "zustand";

/** The dialogs that any page may open; app/DialogArea.tsx defines what each of them shows. */
export const dialogTypes = ["support", "marketing", "logOut"] as const;
export type DialogType = (typeof dialogTypes)[number];

export interface Dialog {
  type: DialogType;
  /** Replaces the type's default header. */
  header?: string;
  /** What the form is about, in words for people. */
  topic?: string;
  /** A sentence above the form; only the marketing type shows it. */
  lead?: string;
  /** The project or order that the dialog was opened from, for the person who answers. */
  projectId?: number;
  orderId?: number;
  /** Uses the app's own form, whatever form is configured. */
  own?: boolean;
}

/** The open dialog; at most one. */
export const useDialog = create<{ opened: Dialog | undefined }>()(() => ({ opened: undefined }));

/** Opens a dialog over the page, replacing any open one. Throws for an unknown type. */
export function openDialog(dialog: Dialog): void {
  if (!dialogTypes.includes(dialog.type)) {
    throw new Error("Dialog definition not found for dialogType");
  }
  useDialog.setState({ opened: dialog });
}

/** Closes the open dialog, if any. */
export function closeDialog(): void {
  useDialog.setState({ opened: undefined });
}
