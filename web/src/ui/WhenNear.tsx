import { startTransition, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";

interface Props {
  /** Placeholder as tall as the content, to avoid a layout shift. */
  room: ReactNode;
  children: ReactNode;
}

/**
 * Defers expensive content further down the page: rendered once it is less than half a screen away, or for printing.
 * It must hold no text that exists only here, as nobody can find or read it before.
 */
export function WhenNear({ room, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const draw = () => startTransition(() => setNear(true));
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && draw(),
      { rootMargin: "50% 0px" },
    );
    if (place.current) observer.observe(place.current);
    // The browser captures the page for printing as soon as this returns.
    const drawAtOnce = () => flushSync(() => setNear(true));
    window.addEventListener("beforeprint", drawAtOnce);
    return () => {
      observer.disconnect();
      window.removeEventListener("beforeprint", drawAtOnce);
    };
  }, []);
  if (!isNear) return <div ref={place}>{room}</div>;
  return <Suspense fallback={room}>{children}</Suspense>;
}
