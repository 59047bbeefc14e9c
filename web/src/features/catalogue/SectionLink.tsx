import type { ReactNode } from "react";
import { goToSection } from "./useCurrentSection.ts";

interface Props {
  id: string;
  isCurrent: boolean;
  onGo: (id: string) => void;
  children: ReactNode;
}

/** Leads to a section of its page. */
export function SectionLink({ id, isCurrent, onGo, children }: Props) {
  return (
    <a
      href={`#${id}`}
      aria-current={isCurrent ? "true" : undefined}
      onClick={(event) => {
        // A jump inside the page is no step of its own: Back leads to the list.
        event.preventDefault();
        goToSection(id);
        onGo(id);
      }}
    >
      {children}
    </a>
  );
}
