import QRCode from "qrcode";

/** The quiet zone around the code in modules: scanners need it. */
const quiet = 4;

interface Props {
  text: string;
  /** Alternative text: what the code is for. */
  label: string;
  className?: string | undefined;
  /** Excluded from session recordings. */
  secret?: true;
}

/** A QR code (error correction M), black on white in either colour scheme: scanners may not read the inverse. */
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
