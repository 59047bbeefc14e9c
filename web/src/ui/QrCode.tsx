import QRCode from "qrcode";

/** Modules of white around the code: readers need them. */
const quiet = 4;

interface Props {
  text: string;
  /** What the picture is for, said instead of it. */
  label: string;
  className?: string | undefined;
  /** No recording of the screen shows it. */
  secret?: true;
}

/** A QR code (error correction M), black on white in either colour scheme: readers may refuse the inverse. */
export function QrCode({ text, label, className, secret }: Props) {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
  const size = modules.size + 2 * quiet;
  const bars: string[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (!modules.get(row, column)) continue;
      const from = column;
      while (column < modules.size && modules.get(row, column)) column += 1;
      bars.push(`M${from + quiet} ${row + quiet}h${column - from}v1H${from + quiet}z`);
    }
  }
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={className}
      shapeRendering="crispEdges"
      data-sentry-block={secret}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={bars.join("")} />
    </svg>
  );
}
