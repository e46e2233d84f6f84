// Checks and stores the witnesses' cosignatures of checkpoints (C2SP tlog-cosignature). Only verified ones are stored.
import { createPublicKey, verify } from "node:crypto";
import { and, desc, eq, inArray, lte } from "drizzle-orm";
import type { Witness } from "../../../config/log-witness.ts";
import type { Database } from "../../../platform/database/database.ts";
import { logCosignatures } from "../../../platform/database/schema/public-log.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";

type Queries = Pick<Database, "db">;

/** These bytes precede the 32 bytes of an Ed25519 public key in its DER form (RFC 8410). */
const KEY_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
const TIME_BYTES = 8;
const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 64;

/** The line of the witness among these, if it signs the checkpoint. `text`: the checkpoint without its signatures. */
export const cosignatureIn = (lines: string, text: string, witness: Witness): string | null => {
  const prefix = `— ${witness.name} `;
  for (const line of lines.split("\n")) {
    if (!line.startsWith(prefix)) continue;
    const bytes = Buffer.from(line.slice(prefix.length), "base64");
    if (bytes.length !== KEY_ID_BYTES + TIME_BYTES + SIGNATURE_BYTES) continue;
    if (!bytes.subarray(0, KEY_ID_BYTES).equals(witness.keyId)) continue;
    const time = bytes.readBigUInt64BE(KEY_ID_BYTES);
    const message = Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
    const key = createPublicKey({ key: Buffer.concat([KEY_PREFIX, witness.publicKey]), format: "der", type: "spki" });
    if (verify(null, message, key, bytes.subarray(KEY_ID_BYTES + TIME_BYTES))) return `${line}\n`;
  }
  return null;
};

/** The part of a note that is signed. */
export const textOf = (note: string): string => note.slice(0, note.indexOf("\n\n") + 1);

/** The first one for a size stays. */
export const storeCosignature = async (
  { db }: Queries,
  of: { readonly log: number; readonly size: number; readonly witness: string; readonly line: string },
): Promise<void> => {
  await db
    .insert(logCosignatures)
    .values({ ...of, signedAt: clockNow })
    .onConflictDoNothing();
};

/** The lines of all witnesses that are stored for a size, as they were stored. */
export const storedCosignatures = async ({ db }: Queries, log: number, size: number): Promise<string> => {
  const rows = await db
    .select({ line: logCosignatures.line })
    .from(logCosignatures)
    .where(and(eq(logCosignatures.log, log), eq(logCosignatures.size, size)))
    .orderBy(logCosignatures.witness);
  return rows.map(({ line }) => line).join("");
};

/**
 * The lines of these witnesses that sign the text. Stored lines are verified again, so that a cosignature of leaves
 * that were in the database before never stands below others.
 */
export const verifiedCosignatures = (stored: string, text: string, witnesses: readonly Witness[]): string =>
  witnesses.map((witness) => cosignatureIn(stored, text, witness) ?? "").join("");

/** The newest size that the witness signed; 0 if none. */
export const newestSigned = async ({ db }: Queries, log: number, witness: string): Promise<number> => {
  const [row] = await db
    .select({ size: logCosignatures.size })
    .from(logCosignatures)
    .where(and(eq(logCosignatures.log, log), eq(logCosignatures.witness, witness)))
    .orderBy(desc(logCosignatures.size))
    .limit(1);
  return row?.size ?? 0;
};

/** The newest size up to `atMost` that any of these witnesses signed; null if none did. */
export const newestWitnessed = async (
  { db }: Queries,
  log: number,
  witnesses: readonly Pick<Witness, "name">[],
  atMost: number,
): Promise<number | null> => {
  if (witnesses.length === 0) return null;
  const names = witnesses.map(({ name }) => name);
  const [row] = await db
    .select({ size: logCosignatures.size })
    .from(logCosignatures)
    .where(
      and(eq(logCosignatures.log, log), lte(logCosignatures.size, atMost), inArray(logCosignatures.witness, names)),
    )
    .orderBy(desc(logCosignatures.size))
    .limit(1);
  return row?.size ?? null;
};
