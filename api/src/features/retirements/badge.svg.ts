import { ink, markStrokes } from "../../core/pdf/brand.ts";
import { formatInteger } from "../../core/formats.ts";

const tones = {
  light: { ground: "#FFFFFF", edge: ink.edge, text: ink.text, quiet: ink.faint },
  dark: { ground: ink.text, edge: ink.text, text: "#FFFFFF", quiet: ink.edge },
} as const;

const size = { width: 232, height: 56 };

type BadgeTone = keyof typeof tones;

/**
 * Returns the badge of a certificate for other websites: only its tonnes and number, so that we make nobody's claim. An SVG
 * without script, font or link.
 */
export function badgeSvg(quantity: number, number: string, tone: BadgeTone): string {
  return badge(`${formatInteger(quantity)} t retired`, number, tones[tone]);
}

function badge(title: string, number: string, tone: (typeof tones)[BadgeTone]): string {
  const { width, height } = size;
  const mark = markStrokes
    .map(
      (stroke) =>
        `<path d="${stroke.path}" stroke="${stroke.color}" stroke-width="${stroke.width}"/>`,
    )
    .join("");
  const text = (y: number, look: string, words: string) =>
    `<text x="52" y="${y}" font-family="system-ui, sans-serif" ${look}>${words}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}, certificate ${number}"><rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="6" fill="${tone.ground}" stroke="${tone.edge}"/><g transform="translate(14 14)" fill="none" stroke-linecap="round">${mark}</g>${text(25, `font-size="14" font-weight="600" fill="${tone.text}"`, title)}${text(42, `font-size="11" fill="${tone.quiet}"`, `Certificate ${number}`)}</svg>`;
}
