const minuteMs = 60_000;

/**
 * Returns the time left of a hold: in days and hours, on its last day in hours and minutes, then amber; 0 once it has
 * expired.
 */
export function timeLeft(until: string, nowMs: number) {
  const minutes = Math.max(0, Math.floor((Date.parse(until) - nowMs) / minuteMs));
  const hours = Math.floor(minutes / 60);
  return {
    days: Math.floor(hours / 24),
    hours: hours % 24,
    minutes: minutes % 60,
    isLastDay: hours < 24,
  };
}
