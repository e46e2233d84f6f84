// Reads the checkpoints that witnesses have signed, as the site shows them. Each witness may have signed another one last.
import { fromUtf8, isEqual } from "@jara/proof/bytes";
import { type Checkpoint, type Cosignature, cosignaturesOf, isSignedBy, parseCheckpoint } from "@jara/proof/checkpoint";
import type { GrowingTree } from "@jara/proof/growing-tree";
import type { Key } from "@jara/proof/signed-note";
import type { Findings } from "./findings.ts";
import { type Source, Unread } from "./source.ts";

export interface Witnessed extends Checkpoint {
  /** Empty for the newest checkpoint, which is checked anyway. */
  readonly text: string;
  readonly cosignatures: readonly Cosignature[];
}

interface ReadLog {
  readonly number: number;
  readonly origin: string;
  readonly keys: readonly Key[];
  readonly witnesses: readonly Key[];
}

/**
 * The newest checkpoint that has a cosignature comes first, because the newest one of all is often too new for that.
 * Then come those of witnesses that have signed only older ones, each with the cosignatures of these witnesses alone.
 */
export const readWitnessed = async (
  source: Source,
  log: ReadLog,
  newest: Checkpoint,
): Promise<readonly Witnessed[]> => {
  const where = `log/${log.number}/checkpoint/witnessed`;
  const onNewest = { ...newest, text: "", cosignatures: cosignaturesOf(newest, log.witnesses) };
  const found = onNewest.cosignatures.length > 0 ? [onNewest] : await readOlder(source, where, log, newest);
  const missing = log.witnesses.filter((key) => !found.some(({ cosignatures }) => isIn(cosignatures, key)));
  for (const key of missing) {
    const asked = `${where}?witness=${encodeURIComponent(key.name)}`;
    found.push(...(await readOlder(source, asked, { ...log, witnesses: [key] }, newest)));
  }
  return found;
};

const isIn = (cosignatures: readonly Cosignature[], key: Key): boolean =>
  cosignatures.some(({ witness }) => witness === key);

const readOlder = async (
  source: Source,
  where: string,
  { origin, keys, witnesses }: ReadLog,
  newest: Checkpoint,
): Promise<Witnessed[]> => {
  const bytes = await source.read(where).catch((error: unknown) => {
    if (error instanceof Unread) return null;
    throw error;
  });
  const text = bytes && fromUtf8(bytes);
  const older = text ? parseCheckpoint(text) : null;
  if (!text || older?.origin !== origin || older.size > newest.size || !isSignedBy(older, keys)) return [];
  const cosignatures = cosignaturesOf(older, witnesses);
  return cosignatures.length > 0 ? [{ ...older, text, cosignatures }] : [];
};

/** Call when the tree has the size of the checkpoint. */
export const checkWitnessed = (
  { origin, size, root, text }: Witnessed,
  tree: GrowingTree,
  note: string,
  findings: Findings,
): void => {
  if (isEqual(tree.root(), root) || text === "") return;
  findings.contradiction(
    `The house runs two logs: witnesses were shown ${size} entries of ${origin} that are not those shown here. Both signatures are kept.`,
    `${origin}-two-logs`,
    text,
    note,
  );
};

/** A witness that has signed, as the house says, and whose signature fits no checkpoint that the house shows. */
export const sayHidden = (
  claimed: readonly { readonly witness: Key; readonly size: number }[],
  origin: string,
  shown: readonly Key[],
  findings: Findings,
): void => {
  for (const { witness, size } of claimed) {
    if (size === 0 || shown.includes(witness)) continue;
    findings.notice(
      `The house says that ${witness.name} signed ${size} entries of ${origin}, and shows no signature of it that fits this log. The log may have been changed since: ask the witness what it signed.`,
    );
  }
};
