import { useEffect } from "react";
import { create } from "zustand";

const useTitleStore = create<{ title: string | undefined }>(() => ({ title: undefined }));

/** Sets the document title to what the page shows, such as a project; the brand is appended. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    useTitleStore.setState({ title });
    return () => useTitleStore.setState({ title: undefined });
  }, [title]);
}

/** Returns the title set by the current page's content. */
export function useTitleOfContent(): string | undefined {
  return useTitleStore((store) => store.title);
}
