/** Returns the URL of the video's own page. */
export function videoPage(videoId: string): string {
  return `https://www.youtube.com/watch?v=${encodeURIComponent(videoId)}`;
}

/** Returns the URL of the player, on the host that sets no cookies before playing. */
export function videoAddress(videoId: string): string {
  return `https://www.youtube-nocookie.com/embed/${encodeURIComponent(videoId)}?autoplay=1&rel=0`;
}
