// What the command line asks of every section.
export interface BenchOptions {
  /** Shorter and fewer rounds: a smoke test rather than a measurement. */
  readonly quick: boolean;
  readonly rounds: number | null;
}
