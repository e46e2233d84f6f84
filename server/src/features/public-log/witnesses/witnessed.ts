// The checkpoints that witnesses have signed, as readers get them. A signature and a verification are made once for
// each answer and not for each request: they are remembered by everything that decides them.
import type { Config } from "../../../config.ts";
import type { Database } from "../../../platform/database/database.ts";
import { createBoundedCache } from "../../../platform/lib/bounded-cache.ts";
import { checkpointText } from "../../../platform/signing/signed-note.ts";
import type { PublishedLog } from "../published/published.ts";
import { logSigner } from "../signers.ts";
import { subtreeHash } from "../tree/proofs.ts";
import { newestWitnessed, storedCosignatures, textOf, verifiedCosignatures } from "./cosignatures.ts";

/** The number of checkpoints that are kept. A site has few logs, and readers ask for the newest sizes of each. */
const KEPT = 64;

export interface WitnessedCheckpoint {
  readonly size: number;
  /** The signed note with the witnesses' cosignatures. */
  readonly note: string;
}

export interface Witnessed {
  /**
   * The newest checkpoint that a configured witness has signed. Null without one, and if the newest stored cosignatures
   * are of other leaves than the log has now (docs/decisions/0149-witnesses-are-asked-beside-the-log.md).
   * `by`: that witness has signed it.
   */
  newest(log: PublishedLog, by?: string): Promise<WitnessedCheckpoint | null>;
  /** The log's newest checkpoint with the cosignatures of its size. */
  current(log: PublishedLog): Promise<string>;
}

export const createWitnessed = (
  database: Pick<Database, "db">,
  { log: keys, witnesses }: Pick<Config, "log" | "witnesses">,
): Witnessed => {
  // By text. The text names the log, its size and its root, so a log that was rewritten has another text.
  const signed = createBoundedCache<string, string>(KEPT);
  const verified = createBoundedCache<string, string>(KEPT);

  const linesBelow = async (log: number, size: number, text: string): Promise<string> => {
    if (witnesses.length === 0) return "";
    const stored = await storedCosignatures(database, log, size);
    const key = `${text}\n${stored}`;
    const lines = verified.get(key) ?? verifiedCosignatures(stored, text, witnesses);
    verified.set(key, lines);
    return lines;
  };

  return {
    newest: async (log, by) => {
      const among = witnesses.filter(({ name }) => by === undefined || name === by);
      const size = await newestWitnessed(database, log.log, among, log.size);
      if (size === null || keys === null) return null;
      const text = checkpointText(log.origin, size, await subtreeHash(log.tiles.readOf(size), 0, size));
      const lines = await linesBelow(log.log, size, text);
      if (lines === "") return null;
      // A new signature is the same as the earlier one, because Ed25519 uses no randomness.
      const note = signed.get(text) ?? logSigner(keys, log.origin).note(text);
      signed.set(text, note);
      return { size, note: note + lines };
    },
    current: async ({ log, size, checkpoint }) => checkpoint + (await linesBelow(log, size, textOf(checkpoint))),
  };
};
