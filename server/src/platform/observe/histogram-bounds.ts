// The bounds of the histograms of times.

/** Bounds for times from a fraction of a millisecond to a database that hangs. */
export const BOUNDS_IN_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10,
] as const;
