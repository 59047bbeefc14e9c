import { IconChevronRight } from "@tabler/icons-react";
import { Children, type ReactNode } from "react";
import styles from "./Crumbs.module.css";

/** Breadcrumbs: each child links to an ancestor of the page; the last may be the page itself. */
export function Crumbs({ label, children }: { label: string; children: ReactNode }) {
  const steps = Children.toArray(children);
  return (
    <nav aria-label={label}>
      <ol className={styles.crumbs}>
        {steps.map((step, nth) => (
          <li key={nth}>
            {step}
            {nth < steps.length - 1 && <IconChevronRight size={14} stroke={2} aria-hidden />}
          </li>
        ))}
      </ol>
    </nav>
  );
}
