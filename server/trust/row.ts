// The type of one row of docs/trust.md: something tried many times, and how often it went wrong.

export interface Tried {
  readonly tried: number;
  readonly bad: number;
  /** The faults, in words; not necessarily all of them. */
  readonly findings: readonly string[];
  /** Figures without a limit: how long a recovery took, or what could not be done here. */
  readonly notes?: readonly string[];
}

export interface RowContext {
  /** A tenth of the tries or fewer: for a first look, and for `npm test`. */
  readonly quick: boolean;
  /** How many rounds, and from which version an upgrade starts: a tag, branch or commit. For rows that have these. */
  readonly rounds?: number;
  readonly from?: string;
  /** For floods: the seconds of each, a part of the names of those that are tried, and the folder of another checkout. */
  readonly seconds?: number;
  readonly only?: string;
  readonly checkout?: string;
  /** Reports progress, one line at a time. */
  say(line: string): void;
}

export interface Row {
  /** The name with which `pnpm trust <name>` runs it alone. */
  readonly name: string;
  /** Describes the trial in the words of docs/trust.md. */
  readonly what: string;
  run(context: RowContext): Promise<Tried>;
}

/** A row that cannot be run on this machine, and what it needs. */
export class CannotBeTried extends Error {}
