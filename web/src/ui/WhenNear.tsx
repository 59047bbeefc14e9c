import { startTransition, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";

interface Props {
  /** As high as what comes, so that nothing moves. */
  room: ReactNode;
  children: ReactNode;
}

/**
 * What is dear to draw and stands further down: drawn once it is less than half a screen away, or printed. Nobody may find
 * or read words in it only, as they are not there before.
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
    // The browser takes its picture of the page as soon as this returns.
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
