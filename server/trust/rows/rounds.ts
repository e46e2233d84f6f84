// Runs the kinds of rounds of a row, one kind after the other, and adds up what they found.
import type { Played } from "../round/play-round.ts";
import { newSeed, type Random, randomOf } from "../round/random.ts";
import { CannotBeTried, type RowContext, type Tried } from "../row.ts";

interface Kind {
  readonly name: string;
  readonly what: string;
}

interface Rounds<K extends Kind, R> {
  readonly kinds: readonly K[];
  /** The names of the kinds that run; undefined: all. */
  readonly chosen: readonly string[] | undefined;
  run(kind: K, random: Random): Promise<R[]>;
  summaryOf(kind: K, rounds: readonly R[]): string[];
}

export const runKinds = async <K extends Kind, R extends { readonly findings: readonly string[] }>(
  { kinds, chosen, run, summaryOf }: Rounds<K, R>,
  say: RowContext["say"],
): Promise<Tried> => {
  const seed = newSeed();
  const random = randomOf(seed);
  const findings: string[] = [];
  const unknown = chosen?.filter((name) => kinds.every((kind) => kind.name !== name)) ?? [];
  if (unknown.length > 0) throw new Error(`there is no such kind: ${unknown.join(", ")}`);
  const notes: string[] = [`seed ${seed} (TRUST_SEED)`];
  let tried = 0;
  let bad = 0;
  let untried: CannotBeTried | undefined;
  for (const kind of kinds) {
    if (chosen && !chosen.includes(kind.name)) continue;
    say(kind.what);
    const rounds = await run(kind, random).catch((error: unknown) => {
      if (!(error instanceof CannotBeTried)) throw error;
      untried = error;
      notes.push(`${kind.name}: not tried, ${error.message}`);
      return null;
    });
    if (!rounds) continue;
    tried += rounds.length;
    bad += rounds.filter((round) => round.findings.length > 0).length;
    findings.push(...rounds.flatMap((round) => round.findings.map((finding) => `${kind.name}: ${finding}`)));
    notes.push(...summaryOf(kind, rounds));
  }
  if (tried === 0 && untried) throw untried;
  return { tried, bad, findings, notes };
};

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** `all`: milliseconds. */
export const spread = (all: readonly number[]): string => {
  const sorted = [...all].sort((a, b) => a - b);
  return `${seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)} (median), ${seconds(sorted.at(-1) ?? 0)} (at most)`;
};

/** "longest wait 3.4 s (bid:place)", and whose commands had no outcome in the end. */
export const waitWords = ({ longestWaitMs, longestWaitOf, unanswered }: Played): string => {
  const never = unanswered.length > 0 ? `; no outcome in the end: ${unanswered.join(", ")}` : "";
  return `longest wait ${seconds(longestWaitMs)} (${longestWaitOf}${never})`;
};
