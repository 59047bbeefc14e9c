const minuteMs = 60_000;

/** What is left of a hold: in days and hours, on its last day in hours and minutes, amber then; 0 when it is over. */
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
