import { lazy, type ComponentType } from "react";

/**
 * Loads a chunk of the app. Offline, it waits for a connection and retries: until then the page and the user's input
 * stay as they are. Any other failure is thrown to the caller.
 */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
  }
  await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
  reloadFailedStyles();
  return loadChunk(load);
}

/** Creates a component whose code is loaded when it is first rendered. */
export function lazyChunk<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => loadChunk(load));
}

// The chunk loader requests its styles only once, and takes those that failed to load for loaded.
function reloadFailedStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (!link.sheet) link.replaceWith(link.cloneNode());
  }
}
