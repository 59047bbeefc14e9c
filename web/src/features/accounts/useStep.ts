import { useEffect, useRef, useState } from "react";

/**
 * A step of a section that stands in place of what the section shows otherwise, none at first. The form of a step goes
 * with the button that was pressed in it: by `close` the focus goes to `region`, which stands there again and has a
 * `tabIndex` of -1. The next step takes the focus itself.
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
