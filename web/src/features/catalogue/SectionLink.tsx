import type { ReactNode } from "react";
import { goToSection } from "./useCurrentSection.ts";

interface Props {
  id: string;
  isCurrent: boolean;
  onGo: (id: string) => void;
  children: ReactNode;
}

/** A link to a section of the same page. */
export function SectionLink({ id, isCurrent, onGo, children }: Props) {
  return (
    <a
      href={`#${id}`}
      aria-current={isCurrent ? "true" : undefined}
      onClick={(event) => {
        // A jump within the page adds no history entry: Back leads to the list.
        event.preventDefault();
        goToSection(id);
        onGo(id);
      }}
    >
      {children}
    </a>
  );
}
