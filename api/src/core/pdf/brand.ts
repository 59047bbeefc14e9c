/** Colours of the product's design. */
export const ink = {
  text: "#0F1E3D",
  quiet: "#404F6C",
  faint: "#5A6883",
  hairline: "#DEE5F0",
  edge: "#C7D0DE",
  tint: "#F6F9FD",
  blue: "#0C61F7",
  mint: "#067E5E",
} as const;

/** The strokes of the mark, on a square of 28. */
export const markStrokes = [
  {
    path: "M1.6 22.4C4.6 20.8 6 17.4 8 12.6 10 7.8 12.2 4.2 15.2 4.2c3.3 0 4.8 4 6.4 8.3 1.6 4.4 2.7 7.9 4.8 9.9",
    color: "#0C61F7",
    width: 2.6,
  },
  {
    path: "M7.2 22.6c2-1.4 3-3.7 4.2-6.5 1.1-2.8 2.2-4.7 3.8-4.7 1.8 0 2.7 2.2 3.7 4.9.9 2.6 1.6 4.8 2.8 6.3",
    color: "#37CAE7",
    width: 2.4,
  },
  {
    path: "M12.6 22.7c.9-.9 1.2-1.9 1.6-2.8.4-.9.7-1.4 1.2-1.4.6 0 .9.7 1.2 1.6.3 1 .5 1.8 1.1 2.6",
    color: "#40DDA9",
    width: 2.3,
  },
];
