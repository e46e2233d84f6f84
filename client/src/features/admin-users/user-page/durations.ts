// The durations of a suspension that staff can choose.

const DAY_MS = 24 * 60 * 60 * 1000;

export const durations = { "1": "1 day", "7": "7 days", "30": "30 days", lifted: "Until lifted" } as const;
export type Duration = keyof typeof durations;

/** The end of a suspension that begins now. Null: until somebody of the staff lifts it. */
export const untilOf = (duration: Duration, nowMs: number): string | null =>
  duration === "lifted" ? null : new Date(nowMs + Number(duration) * DAY_MS).toISOString();
