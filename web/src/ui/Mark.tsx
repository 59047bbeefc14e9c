import type { CSSProperties } from "react";

/** The brand's logo mark. */
export function Mark({ size }: { size: number }) {
  const style: CSSProperties = { width: size, height: size, display: "block", flex: "none" };
  return (
    <svg viewBox="0 0 28 28" fill="none" aria-hidden style={style}>
      <path
        d="M1.6 22.4C4.6 20.8 6 17.4 8 12.6 10 7.8 12.2 4.2 15.2 4.2c3.3 0 4.8 4 6.4 8.3 1.6 4.4 2.7 7.9 4.8 9.9"
        stroke="#0C61F7"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path
        d="M7.2 22.6c2-1.4 3-3.7 4.2-6.5 1.1-2.8 2.2-4.7 3.8-4.7 1.8 0 2.7 2.2 3.7 4.9.9 2.6 1.6 4.8 2.8 6.3"
        stroke="#37CAE7"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <path
        d="M12.6 22.7c.9-.9 1.2-1.9 1.6-2.8.4-.9.7-1.4 1.2-1.4.6 0 .9.7 1.2 1.6.3 1 .5 1.8 1.1 2.6"
        stroke="#40DDA9"
        strokeWidth="2.3"
        strokeLinecap="round"
      />
    </svg>
  );
}
