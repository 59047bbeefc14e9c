import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** How long to wait for the heading of a page that is still loading. */
const timeoutMs = 5000;

/**
 * Moves the focus to the new page's h1 when the path changes, for screen readers and Tab: not on the first page, not
 * out of a dialog, and not if the user has moved the focus meanwhile.
 */
export function useFocusOnHeading(): void {
  const router = useRouter();
  useEffect(() => {
    let stop = () => {};
    const unsubscribe = router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
      if (!pathChanged || !fromLocation) return;
      stop();
      stop = focusHeading();
    });
    return () => {
      unsubscribe();
      stop();
    };
  }, [router]);
}

function focusHeading(): () => void {
  const from = document.activeElement;
  const observer = new MutationObserver(attempt);
  const timer = setTimeout(finish, timeoutMs);

  function finish(): void {
    observer.disconnect();
    clearTimeout(timer);
  }
  function attempt(): void {
    const active = document.activeElement;
    if (active !== from && active !== document.body) return finish();
    // The menu drawer of narrow screens is still open after its link was followed: it may close yet.
    if (document.querySelector('[role="dialog"]')) return;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading) return;
    finish();
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  observer.observe(document.body, { childList: true, subtree: true });
  attempt();
  return finish;
}
