import { useEffect } from "react";

const storageKey = "scroll-before-reload";

/** How long a page may take to become as tall as it was. */
const timeoutMs = 10_000;

const interruptions = ["wheel", "touchmove", "pointerdown", "keydown", "popstate"] as const;

/**
 * Scrolls a reloaded page to where it was while its content comes: the router tries once, when there is hardly any yet.
 * Ends when the user does anything.
 */
export function useScrollAfterReload(): void {
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const remember = () =>
      sessionStorage.setItem(storageKey, JSON.stringify({ at: location.href, top: scrollY }));
    window.addEventListener("pagehide", remember, { signal });
    const finish = scrollBack();
    for (const type of interruptions) window.addEventListener(type, finish, { signal });
    return () => {
      ending.abort();
      finish();
    };
  }, []);
}

function isReloaded(): boolean {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return load?.type === "reload";
}

/** Scrolls with every growth of the page until it is where it was; the returned function ends that. */
function scrollBack(): () => void {
  const stored = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  const { at, top } = JSON.parse(stored ?? "{}") as { at?: string; top: number };
  if (at !== location.href || !isReloaded()) return () => {};
  const observer = new ResizeObserver(() => {
    window.scrollTo({ top });
    if (scrollY >= top - 1) finish();
  });
  const timer = setTimeout(finish, timeoutMs);
  function finish(): void {
    observer.disconnect();
    clearTimeout(timer);
  }
  observer.observe(document.body);
  return finish;
}
