// Collects what the verifier found, in sentences: faults, notices, and pairs of signed notes that contradict each
// other.
export interface Finding {
  /** `fault`: the house broke a rule or its own word. `notice`: allowed, and worth knowing. */
  readonly kind: "fault" | "notice";
  /** Null: about the log as a whole. */
  readonly auction: string | null;
  readonly sentence: string;
}

/** Two things that the house signed and that cannot both be true. */
export interface Evidence {
  readonly name: string;
  readonly text: string;
}

export class Findings {
  readonly all: Finding[] = [];
  readonly evidence: Evidence[] = [];

  fault(sentence: string, auction: string | null = null): void {
    this.all.push({ kind: "fault", auction, sentence });
  }

  notice(sentence: string, auction: string | null = null): void {
    this.all.push({ kind: "notice", auction, sentence });
  }

  /** Keeps the notes: whoever has them can show the contradiction to anybody. `name`: of the files, made fit for one. */
  contradiction(sentence: string, name: string, ...notes: readonly string[]): void {
    this.fault(sentence);
    const file = name.replaceAll(/[^A-Za-z0-9.-]/g, "-");
    for (const [index, text] of notes.entries()) this.evidence.push({ name: `${file}-${index + 1}.txt`, text });
  }

  get hasFault(): boolean {
    return this.all.some(({ kind }) => kind === "fault");
  }
}
