import { createContext, useContext } from "react";

interface EditorPlace {
  /** Undefined for a project that is not saved yet. */
  projectId: number | undefined;
  /** Without it the page shows everything and offers nothing. */
  canWrite: boolean;
}

const EditorContext = createContext<EditorPlace>({ projectId: undefined, canWrite: false });
export const EditorProvider = EditorContext.Provider;

/** Which project the parts of the editor belong to, and whether it may be changed. */
export function useEditor(): EditorPlace {
  return useContext(EditorContext);
}
