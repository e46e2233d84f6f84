// Keeps answers that stay the same as long as the process runs (API documents, guides, the client's assets) as they are
// sent, so that nobody can make the server serialize, read or compress them again for each request. Requests that come
// while the first one makes the answer wait for it.

import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";

interface FixedAnswer {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Bytes. All documents and assets have about 3 MB in each encoding. */
const KEPT = 24 * 1024 * 1024;
const LARGEST = 2 * 1024 * 1024;
/** A smaller answer grows, or fits the same packet. */
const COMPRESSED_FROM = 1024;
const IS_TEXT = /^(text\/|application\/(json|javascript|manifest\+json|yaml|xml)|image\/svg)/;
/** The headers that these answers set themselves. All others belong to the request. */
const OWN_HEADERS = [
  "content-type",
  "cache-control",
  "etag",
  "last-modified",
  "content-security-policy",
  "content-disposition",
  "cross-origin-resource-policy",
  "link",
];

const compressions = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
} as const;
type Encoding = keyof typeof compressions;

const encodingFor = ({ headers }: FastifyRequest): Encoding | null => {
  const accepted = `${headers["accept-encoding"] ?? ""}`.toLowerCase();
  return (
    (["br", "gzip"] as const).find((name) =>
      new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted),
    ) ?? null
  );
};

/**
 * Register it after the limits and before the routes. `isFixed` gets the route's address and what stands for its `*`, so
 * that other spellings of an address share its answer.
 */
export const keepFixedAnswers = (app: FastifyInstance, isFixed: (route: string, rest: string) => boolean): void => {
  const kept = new LRUCache<string, FixedAnswer>({
    maxSize: KEPT,
    maxEntrySize: LARGEST,
    sizeCalculation: ({ body }) => body.length + 500,
  });
  const keyOf = (request: FastifyRequest): string | null => {
    const { method, headers, routeOptions } = request;
    const [route, rest] = [routeOptions.url ?? "", (request.params as { "*"?: string })["*"] ?? ""];
    const isPlain = (method === "GET" || method === "HEAD") && headers.range === undefined;
    return isPlain && isFixed(route, rest) ? `${encodingFor(request) ?? ""} ${route} ${rest}` : null;
  };

  /** The answers that are being made, by their keys. */
  const making = new Map<string, Promise<void>>();
  const finish = new WeakMap<FastifyRequest, () => void>();

  app.addHook("onRequest", async (request, reply) => {
    const key = keyOf(request);
    if (key === null) return;
    const earlier = making.get(key);
    if (earlier) await earlier;
    const answer = kept.get(key);
    if (!answer) {
      if (request.method !== "GET" || making.has(key)) return;
      const isOver = new Promise<void>((resolve) => {
        finish.set(request, resolve);
        // The client went away before there was an answer.
        reply.raw.once("close", resolve);
      });
      making.set(
        key,
        isOver.then(() => void making.delete(key)),
      );
      return;
    }
    setHeaders(reply, answer);
    const { etag } = answer.headers;
    if (etag !== undefined && request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.send(answer.body);
  });

  app.addHook("onSend", async (request, reply, payload: unknown) => {
    try {
      return await keep(request, reply, payload);
    } finally {
      finish.get(request)?.();
    }
  });

  const keep = async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    const key = keyOf(request);
    if (key === null || request.method !== "GET" || reply.statusCode !== 200 || kept.has(key)) return payload;
    const length = Number(reply.getHeader("content-length") ?? 0);
    if (length > LARGEST) return payload;
    const whole = await wholeOf(payload);
    if (whole === null) return payload;
    const encoding = encodingFor(request);
    const isCompressed = encoding !== null && whole.length >= COMPRESSED_FROM && IS_TEXT.test(contentTypeOf(reply));
    const body = isCompressed ? await compressions[encoding](whole) : whole;
    const headers: Record<string, string> = {};
    for (const name of OWN_HEADERS) {
      const value = reply.getHeader(name);
      if (value !== undefined) headers[name] = `${value}`;
    }
    if (isCompressed) headers["content-encoding"] = encoding;
    const answer = { body, headers };
    setHeaders(reply, answer);
    kept.set(key, answer);
    return body;
  };
};

const setHeaders = (reply: FastifyReply, { body, headers }: FixedAnswer): void => {
  for (const [name, value] of Object.entries(headers)) void reply.header(name, value);
  const vary = reply.getHeader("vary");
  void reply.header("vary", vary ? `${vary}, accept-encoding` : "accept-encoding");
  void reply.header("content-length", body.length);
};

const contentTypeOf = (reply: FastifyReply): string => `${reply.getHeader("content-type") ?? ""}`;

const wholeOf = async (payload: unknown): Promise<Buffer | null> => {
  if (Buffer.isBuffer(payload)) return payload;
  if (typeof payload === "string") return Buffer.from(payload);
  const isStream = typeof payload === "object" && payload !== null && "pipe" in payload;
  return isStream ? await buffer(payload as Readable) : null;
};
