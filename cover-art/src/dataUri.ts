/** Encodes an SVG document as a data URI for `<img>`. */
export function dataUri(svg: string): string {
  // Escapes only what a URI cannot contain; encodeURIComponent would double the length.
  const escaped = svg.replaceAll('"', "'").replaceAll("%", "%25").replaceAll("#", "%23");
  return `data:image/svg+xml,${escaped.replaceAll("<", "%3C").replaceAll(">", "%3E")}`;
}
