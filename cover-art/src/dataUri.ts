/** An SVG document as an address for `<img>`. */
export function dataUri(svg: string): string {
  // Only what an address cannot hold is escaped; encodeURIComponent would double the length.
  const escaped = svg.replaceAll('"', "'").replaceAll("%", "%25").replaceAll("#", "%23");
  return `data:image/svg+xml,${escaped.replaceAll("<", "%3C").replaceAll(">", "%3E")}`;
}
