// Earlier checkpoints of the house that the newest one must continue: the verifier's own from its last run, and those
// that other people were shown.
import { isEqual } from "@jara/proof/bytes";
import { type Checkpoint, isSignedBy, parseCheckpoint } from "@jara/proof/checkpoint";
import type { GrowingTree } from "@jara/proof/growing-tree";
import type { Key } from "@jara/proof/signed-note";
import type { Findings } from "./findings.ts";

interface Signed {
  readonly origin: string;
  readonly keys: readonly Key[];
  /** The note of the newest checkpoint that held before. */
  readonly remembered: string | null;
  /** The notes of checkpoints that other people were shown. */
  readonly others: readonly string[];
}

export interface Anchor extends Checkpoint {
  readonly text: string;
  /** False: the checkpoint is another person's, who may have been shown another log. */
  readonly isOwn: boolean;
}

/** The checkpoints, the smallest first. Another person's checkpoint counts only with the house's signature. */
export const anchorsOf = ({ origin, keys, remembered, others }: Signed): Anchor[] => {
  const all = [...(remembered === null ? [] : [{ text: remembered, isOwn: true }])].concat(
    others.map((text) => ({ text, isOwn: false })),
  );
  return all
    .flatMap(({ text, isOwn }) => {
      const checkpoint = parseCheckpoint(text);
      const counts = checkpoint?.origin === origin && (isOwn || isSignedBy(checkpoint, keys));
      return counts ? [{ ...checkpoint, text, isOwn }] : [];
    })
    .sort((a, b) => a.size - b.size);
};

/** Finds two checkpoints that cannot both be honest, before any entry is read. */
export const contradicts = (old: Anchor, now: Checkpoint, note: string, findings: Findings): boolean => {
  const { origin, size, text, isOwn } = old;
  if (now.size > size) return false;
  if (now.size === size) {
    if (isEqual(now.root, old.root)) return false;
    const sentence = `The house runs two logs: it signed two different ones of ${size} entries as ${origin}. Both signatures are kept.`;
    findings.contradiction(sentence, `${origin}-two-logs`, text, note);
    return true;
  }
  if (isOwn) {
    const sentence = `The log ${origin} had ${size} entries, which the house signed, and has ${now.size} now.`;
    findings.contradiction(sentence, `${origin}-shrunk`, text, note);
    return true;
  }
  findings.notice(
    `Another person has seen ${size} entries of ${origin}; here it has ${now.size}. Compare again in a minute.`,
  );
  return false;
};

export const checkPast = (
  old: Anchor | undefined,
  tree: GrowingTree,
  now: Checkpoint,
  note: string,
  findings: Findings,
): void => {
  if (!old || isEqual(tree.root(), old.root)) return;
  const { origin, size, text, isOwn } = old;
  const name = `${origin}-${isOwn ? "past-changed" : "two-logs"}`;
  const sentence = isOwn
    ? `The past was changed: the first ${size} entries of ${origin} are not those that the house signed before (it now signs ${now.size}).`
    : `The house runs two logs: another person was shown ${size} entries of ${origin} that are not those shown here.`;
  findings.contradiction(`${sentence} Both signatures are kept.`, name, text, note);
};
