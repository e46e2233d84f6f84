// The type of the command-line options that every section gets.
export interface BenchOptions {
  /** Shorter and fewer rounds: a smoke test instead of a measurement. */
  readonly quick: boolean;
  readonly rounds: number | null;
}
