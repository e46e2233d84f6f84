// The witness over HTTP: `POST /add-checkpoint`, and `GET /` with its key and the trees that it has cosigned.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { cosign } from "@jara/proof/checkpoint";
import { publicKeyOf } from "@jara/proof/ed25519";
import { COSIGNATURE, type Key, makeKey, signatureLine, toVkey } from "@jara/proof/signed-note";
import { addCheckpoint } from "./add-checkpoint.ts";
import type { WitnessFolder } from "./witness-folder.ts";

export interface Witness {
  readonly name: string;
  readonly logKeys: readonly Key[];
  readonly folder: WitnessFolder;
}

/** A checkpoint with a hundred signatures and a proof of 63 hashes is well below it. */
const MOST_BYTES = 64 * 1024;

export const witnessKey = ({ name, folder }: Witness): Key => makeKey(name, COSIGNATURE, publicKeyOf(folder.seed));

export const createWitnessServer = (witness: Witness): Server =>
  createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    handle(witness, request, response).catch(() => {
      if (!response.headersSent)
        answer(response, 500, "The witness could not write down what it saw, so it signs nothing.\n");
      else response.destroy();
    });
  });

const answer = (response: ServerResponse, status: number, body: string, type = "text/plain; charset=utf-8"): void => {
  response.writeHead(status, { "content-type": type }).end(body);
};

const handle = async (witness: Witness, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const where = new URL(request.url ?? "/", "http://witness").pathname;
  if (where === "/" && request.method === "GET") {
    answer(response, 200, aboutOf(witness));
    return;
  }
  if (where !== "/add-checkpoint") {
    answer(response, 404, "There is only GET / and POST /add-checkpoint.\n");
    return;
  }
  if (request.method !== "POST") {
    answer(response, 405, "Use POST.\n");
    return;
  }
  const body = await bodyOf(request);
  if (body === null) answer(response, 413, "The request is too long.\n");
  else answerCheckpoint(witness, body, response);
};

const bodyOf = async (request: IncomingMessage): Promise<string | null> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MOST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
};

/** Has no `await`, so that nothing can come between the check, the write to disk and the signature. */
const answerCheckpoint = (witness: Witness, body: string, response: ServerResponse): void => {
  const { folder, logKeys } = witness;
  const result = addCheckpoint(body, logKeys, folder.seen);
  if (result.status === 409) {
    if (result.contradictory.length > 0) folder.keepEvidence(result.contradictory);
    answer(response, 409, `${result.size}\n`, "text/x.tlog.size");
    return;
  }
  if (result.status !== 200) {
    answer(response, result.status, `${result.why}\n`);
    return;
  }
  const time = folder.time();
  const key = witnessKey(witness);
  const line = signatureLine(key, cosign(result.checkpoint, time, folder.seed));
  folder.remember(result.checkpoint.origin, result.next, time);
  answer(response, 200, line);
};

const aboutOf = (witness: Witness): string => {
  const logs = new Set(witness.logKeys.map(({ name }) => name));
  const lines = [...logs].map((origin) => {
    const size = witness.folder.seen.get(origin)?.size;
    return `${origin}: ${size === undefined ? "nothing cosigned yet" : `cosigned up to ${size} entries`}`;
  });
  return `${toVkey(witnessKey(witness))}\n\n${lines.join("\n")}\n`;
};
