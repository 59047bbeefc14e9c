import { useEffect } from "react";
import { create } from "zustand";

const useTitleStore = create<{ title: string | undefined }>(() => ({ title: undefined }));

/** Names the page in the browser's tab after what it shows, such as a project; the brand is added. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    useTitleStore.setState({ title });
    return () => useTitleStore.setState({ title: undefined });
  }, [title]);
}

/** The name that the shown page has given itself. */
export function useTitleOfContent(): string | undefined {
  return useTitleStore((store) => store.title);
}
