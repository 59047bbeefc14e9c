import { createContext, useContext } from "react";

interface EditorContextValue {
  /** Undefined for a project that is not saved yet. */
  projectId: number | undefined;
  /** Without it the page is read-only. */
  canWrite: boolean;
}

const EditorContext = createContext<EditorContextValue>({ projectId: undefined, canWrite: false });
export const EditorProvider = EditorContext.Provider;

/** Returns which project the parts of the editor belong to, and whether it may be edited. */
export function useEditor(): EditorContextValue {
  return useContext(EditorContext);
}
