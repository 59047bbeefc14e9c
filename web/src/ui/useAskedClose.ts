import { useEffect, useRef, useState } from "react";

/**
 * Closing a dialog, or leaving its page, asks first when something was typed in it since it opened; a dialog that knows
 * better what would be lost says so itself.
 */
export function useAskedClose(onClose: () => void, wouldLose?: boolean) {
  const typed = useRef(false);
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) =>
      (wouldLose ?? typed.current) && event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [wouldLose]);
  return {
    /** Whether the question stands over the dialog. */
    asking,
    /** For the form around all fields. */
    onInput: () => {
      typed.current = true;
    },
    close: () => {
      // Later, or the same press of Escape would close the question as well.
      if (wouldLose ?? typed.current) setTimeout(() => setAsking(true));
      else onClose();
    },
    stay: () => setAsking(false),
  };
}
