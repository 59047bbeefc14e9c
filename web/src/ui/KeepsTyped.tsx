import { useBlocker } from "@tanstack/react-router";
import { useRef, type ReactNode } from "react";
import { Unsaved } from "./unsaved.ts";
import { UnsavedQuestion } from "./UnsavedQuestion.tsx";

/** A page with forms: it asks before somebody leaves what they typed in one of them and did not save. */
export function KeepsTyped({ children }: { children: ReactNode }) {
  const unsaved = useRef(0);
  const mustAsk = () => unsaved.current > 0;
  const blocker = useBlocker({
    // Another search of the same page leaves nothing.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && mustAsk(),
    enableBeforeUnload: mustAsk,
    withResolver: true,
  });
  return (
    <Unsaved value={unsaved}>
      {children}
      <UnsavedQuestion
        opened={blocker.status === "blocked"}
        onStay={() => blocker.reset?.()}
        onDiscard={() => blocker.proceed?.()}
      />
    </Unsaved>
  );
}
