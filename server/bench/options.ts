// The command-line options for every section.
export interface BenchOptions {
  /** Shorter and fewer rounds: a smoke test instead of a measurement. */
  readonly quick: boolean;
  readonly rounds: number | null;
}
