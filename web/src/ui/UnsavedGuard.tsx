import { useBlocker } from "@tanstack/react-router";
import { useRef, type ReactNode } from "react";
import { Unsaved } from "./unsaved.ts";
import { UnsavedQuestion } from "./UnsavedQuestion.tsx";

/** A page with forms: asks for confirmation before the user leaves with unsaved input. */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const unsaved = useRef(0);
  const hasUnsavedInput = () => unsaved.current > 0;
  const blocker = useBlocker({
    // Changing only the search parameters does not leave the page.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsavedInput(),
    enableBeforeUnload: hasUnsavedInput,
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
