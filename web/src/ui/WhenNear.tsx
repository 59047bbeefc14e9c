import { startTransition, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";

interface Props {
  /** Placeholder as tall as the content, to avoid a layout shift. */
  placeholder: ReactNode;
  children: ReactNode;
}

/**
 * Defers expensive content further down the page: rendered once it is less than half a screen away, or for printing.
 * It must hold no text that exists only here, as nobody can find or read it before.
 */
export function WhenNear({ placeholder, children }: Props) {
  const marker = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const render = () => startTransition(() => setNear(true));
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && render(),
      { rootMargin: "50% 0px" },
    );
    if (marker.current) observer.observe(marker.current);
    // The browser captures the page for printing as soon as this returns.
    const renderNow = () => flushSync(() => setNear(true));
    window.addEventListener("beforeprint", renderNow);
    return () => {
      observer.disconnect();
      window.removeEventListener("beforeprint", renderNow);
    };
  }, []);
  if (!isNear) return <div ref={marker}>{placeholder}</div>;
  return <Suspense fallback={placeholder}>{children}</Suspense>;
}
