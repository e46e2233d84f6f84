// Asks a witness to cosign a checkpoint (C2SP tlog-witness). The program calls the configured address and no other: it
// follows no redirect, waits only so long, and reads only so much.
import type { Witness } from "../../../config/log-witness.ts";
import { cosignatureIn, textOf } from "./cosignatures.ts";

const WITHIN_MS = 10_000;
const ANSWER_BYTES_MAX = 16_384;

export interface AskedCheckpoint {
  /** The signed note. */
  readonly note: string;
  readonly size: number;
  /** The consistency proof from an earlier size. */
  readonly proofFrom: (size: number) => Promise<readonly Buffer[]>;
}

/** A witness that has an address. */
export type AskedWitness = Witness & { readonly url: string };

export const isAsked = (witness: Witness): witness is AskedWitness => witness.url !== null;

/**
 * Returns the verified line of the witness. `known`: the size of the checkpoint that the witness is believed to know; if it
 * knows another one, it is asked once more. Throws a sentence that says what went wrong.
 */
export const askWitness = async (
  witness: AskedWitness,
  checkpoint: AskedCheckpoint,
  known: number,
  signal: AbortSignal,
): Promise<string> => {
  const first = await send(witness, checkpoint, known, signal);
  const answer = first.knows === null ? first : await send(witness, checkpoint, first.knows, signal);
  if (answer.knows !== null) throw new Error("the witness changes what it knows");
  const line = cosignatureIn(answer.body, textOf(checkpoint.note), witness);
  if (!line) throw new Error("the witness's signature is not right");
  return line;
};

/** `knows`: the size that the witness has instead. */
const send = async (
  { url }: AskedWitness,
  { note, size, proofFrom }: AskedCheckpoint,
  known: number,
  signal: AbortSignal,
): Promise<{ readonly body: string; readonly knows: number | null }> => {
  if (known > size) throw new Error(`the witness knows ${known} leaves, and the log has ${size}`);
  const proof = await proofFrom(known);
  const response = await fetch(`${url}/add-checkpoint`, {
    method: "POST",
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]),
    body: `old ${known}\n${proof.map((hash) => `${hash.toString("base64")}\n`).join("")}\n${note}`,
  });
  const body = await firstOf(response);
  if (response.status === 200) return { body, knows: null };
  const size409 = /^(0|[1-9]\d{0,15})\n$/.exec(body)?.[1];
  if (response.status === 409 && size409 !== undefined) return { body: "", knows: Number(size409) };
  throw new Error(`the witness answered ${response.status}`);
};

const firstOf = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > ANSWER_BYTES_MAX) throw new Error("the witness's answer is too long");
  }
  return Buffer.concat(chunks).toString();
};
