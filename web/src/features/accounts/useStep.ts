import { useEffect, useRef, useState } from "react";

/**
 * A step that replaces the content of a section; none at first. The pressed button disappears with the form of its
 * step, so `close` moves the focus to `region`, which is rendered again and has a `tabIndex` of -1. The next step
 * takes the focus itself.
 */
export function useStep<Step>() {
  const [step, setStep] = useState<Step>();
  const region = useRef<HTMLDivElement>(null);
  const isClosing = useRef(false);
  useEffect(() => {
    if (step || !isClosing.current) return;
    isClosing.current = false;
    region.current?.focus();
  }, [step]);
  function close(): void {
    isClosing.current = true;
    setStep(undefined);
  }
  return { step, setStep, close, region };
}
