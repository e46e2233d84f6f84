// One row of docs/trust.md: something tried many times, and how often it came out wrong.

export interface Tried {
  readonly tried: number;
  readonly bad: number;
  /** What was wrong, in words; not necessarily all of it. */
  readonly findings: readonly string[];
  /** Figures that nobody is held to: how long a recovery took, what could not be made here. */
  readonly notes?: readonly string[];
}

export interface RowContext {
  /** A tenth of the tries or less: for a first look, and for `npm test`. */
  readonly quick: boolean;
  /** Progress, a line at a time. */
  say(line: string): void;
}

export interface Row {
  /** By which `pnpm trust <name>` runs it alone. */
  readonly name: string;
  /** What is tried, in the words of docs/trust.md. */
  readonly what: string;
  run(context: RowContext): Promise<Tried>;
}

/** A row that cannot be run on this machine, and what it would need. */
export class CannotBeTried extends Error {}
