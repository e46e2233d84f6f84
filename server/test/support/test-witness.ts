// A small witness for tests (C2SP tlog-witness): it knows one log, checks consistency, and cosigns.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isConsistent, openNote } from "./check-log.ts";

export interface TestWitness {
  readonly name: string;
  readonly vkey: string;
  /** The value of LOG_WITNESSES. */
  readonly setting: string;
  /** The sizes that it signed, in order. */
  readonly signed: number[];
  /** It answers this instead of doing its work. */
  broken: { readonly status: number; readonly body: string } | null;
  /** Sets what it knows of the log. */
  know(size: number, root: Buffer): void;
  close(): Promise<void>;
}

const keyIdOf = (name: string, typed: Buffer): Buffer =>
  createHash("sha256").update(`${name}\n`).update(typed).digest().subarray(0, 4);

export const startTestWitness = async (name: string): Promise<TestWitness> => {
  const { privateKey } = generateKeyPairSync("ed25519");
  const key = createPrivateKey(privateKey.export({ format: "pem", type: "pkcs8" }));
  const raw = Buffer.from(createPublicKey(key).export({ format: "jwk" }).x ?? "", "base64url");
  const typed = Buffer.concat([Buffer.of(4), raw]);
  let known: readonly [number, Buffer] = [0, Buffer.alloc(32)];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const answer = (status: number, text: string): void => void response.writeHead(status).end(text);
    if (witness.broken) return answer(witness.broken.status, witness.broken.body);
    if (request.method !== "POST" || request.url !== "/witness/add-checkpoint") return answer(404, "");
    const end = body.indexOf("\n\n");
    const [first = "", ...proof] = body.slice(0, end).split("\n");
    const old = Number(/^old (\d+)$/.exec(first)?.[1]);
    const note = openNote(body.slice(end + 2), []);
    if (old !== known[0]) return answer(409, `${known[0]}\n`);
    const hashes = proof.map((hash) => Buffer.from(hash, "base64"));
    if (old > 0 && !isConsistent(known, [note.size, note.root], hashes)) return answer(422, "");
    known = [note.size, note.root];
    witness.signed.push(note.size);
    const time = Math.floor(Date.now() / 1000);
    const text = body.slice(end + 2, body.indexOf("\n\n", end + 2) + 1);
    const stamp = Buffer.alloc(8);
    stamp.writeBigUInt64BE(BigInt(time));
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${text}`), key);
    answer(200, `— ${name} ${Buffer.concat([keyIdOf(name, typed), stamp, signature]).toString("base64")}\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const vkey = `${name}+${keyIdOf(name, typed).toString("hex")}+${typed.toString("base64")}`;
  const { port } = server.address() as AddressInfo;
  const witness: TestWitness = {
    name,
    vkey,
    signed: [],
    broken: null,
    setting: `${vkey} http://127.0.0.1:${port}/witness`,
    know: (size, root) => {
      known = [size, root];
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return witness;
};
