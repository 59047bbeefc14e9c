import { useEffect, useRef, useState } from "react";

/**
 * Asks for confirmation before a dialog closes, or its page is left, if anything was typed since it opened; a dialog
 * that knows better what would be lost passes `losesInput`.
 */
export function useConfirmedClose(onClose: () => void, losesInput: boolean | undefined) {
  const typed = useRef(false);
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) =>
      (losesInput ?? typed.current) && event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [losesInput]);
  return {
    /** Whether the confirmation is open. */
    asking,
    /** For the form that contains all fields. */
    onInput: () => {
      typed.current = true;
    },
    close: () => {
      // Deferred, as the same press of Escape would otherwise close the confirmation too.
      if (losesInput ?? typed.current) setTimeout(() => setAsking(true));
      else onClose();
    },
    stay: () => setAsking(false),
  };
}
