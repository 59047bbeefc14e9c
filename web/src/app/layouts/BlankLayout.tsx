import { Suspense, type ReactNode } from "react";
import { lazyChunk } from "../../lib/chunk.ts";
import { Brand } from "./Brand.tsx";
import styles from "./BlankLayout.module.css";
import { SmallFooter } from "./SmallFooter.tsx";

const Landscape = lazyChunk(() => import("./Landscape.tsx"));

/** The authentication screens: a column with a form, or two when `wide`, and a landscape in the remaining space. */
export function BlankLayout({ children, wide }: { children: ReactNode; wide: boolean }) {
  // The same breakpoint as in the styles: rendered only where it is visible.
  const hasRoom = window.matchMedia(`(min-width: ${wide ? 960 : 600}px)`).matches;
  return (
    <div className={wide ? `${styles.blank} ${styles.wide}` : styles.blank}>
      <div className={styles.column}>
        <header className={styles.brand}>
          <Brand size={28} />
        </header>
        <main className={styles.main}>{children}</main>
        <SmallFooter />
      </div>
      <Suspense fallback={<div className={styles.art} />}>
        {hasRoom ? <Landscape /> : <div className={styles.art} />}
      </Suspense>
    </div>
  );
}
