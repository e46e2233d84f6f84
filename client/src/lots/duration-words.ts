// A duration in words: "30 seconds", "1 minute", "2 hours". Uses the largest unit that gives a whole number.
const units = [
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

export const durationWords = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  const [size, unit] = units.find(([size]) => whole >= size && whole % size === 0) ?? [1, "second"];
  const count = whole / size;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
};
