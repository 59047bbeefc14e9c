/** The font of workbooks: readers have no common default, and some take another one for headings. */
export const sheetFont = { fontFamily: "Calibri", fontSize: 11 } as const;

// In points: of a line, and of the highest row that Excel allows.
const [lineHeight, highest] = [15, 409];

/** Returns the look of a text that wraps at `width` characters. Not all readers raise its row themselves. */
export function wrapped(text: string, width: number): { wrap: true; height?: number } {
  // Lines break between words, before they are full.
  const lines = text
    .split("\n")
    .reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / (width * 0.9))), 0);
  return { wrap: true, ...(lines > 1 && { height: Math.min(highest, lines * lineHeight) }) };
}
