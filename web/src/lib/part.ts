import { lazy, type ComponentType } from "react";

/**
 * Loads a part of the app. Without a network it waits for one and tries again: until then the page and what is typed on it
 * stay as they are. Any other failure is the caller's.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
  }
  await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
  askAgainForStyles();
  return loadPart(load);
}

/** A component whose code is loaded when it is first drawn. */
export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => loadPart(load));
}

// What loads a part asks for its styles once, and takes those that never came for loaded.
function askAgainForStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (!link.sheet) link.replaceWith(link.cloneNode());
  }
}
