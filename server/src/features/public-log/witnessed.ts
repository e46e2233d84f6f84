// The newest checkpoint that a configured witness has signed. The newest one of all is often too new for that.
import type { Config } from "../../config.ts";
import type { Database } from "../../platform/database/database.ts";
import { cosignaturesOf, newestWitnessed } from "./cosignatures.ts";
import { subtreeHash } from "./proofs.ts";
import type { PublishedLog } from "./published.ts";
import { logSigner } from "./signers.ts";

/**
 * Null without one, and if the stored cosignatures are of other leaves than the log has now. `note`: with its cosignatures.
 */
export const witnessedCheckpoint = async (
  database: Pick<Database, "db">,
  { log: keys, witnesses }: Pick<Config, "log" | "witnesses">,
  log: PublishedLog,
): Promise<{ readonly size: number; readonly note: string } | null> => {
  const size = await newestWitnessed(database, log.log, witnesses);
  if (size === null || size > log.size || keys === null) return null;
  // The signature is the same as it was, because Ed25519 signs without chance.
  const root = await subtreeHash(log.tiles.readOf(size), 0, size);
  const note = logSigner(keys, log.origin).checkpoint(size, root);
  const lines = await cosignaturesOf(database, witnesses, { log: log.log, size, note });
  return lines === "" ? null : { size, note: note + lines };
};
