// Charges every request to the budget of its address and its user, by the cost of its route, before any work is done for
// it, and refuses what is over the budget. It covers every path: calls, pages, files and paths that do not exist.

import type { Socket } from "node:net";
import { refusal } from "@jara/shared/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { HttpBulkheads } from "../limits/admission.ts";
import type { ClientAddress } from "../limits/client-address.ts";
import type { Refusals } from "../limits/refusals.ts";
import type { Payer, TimeBudget } from "../limits/time-budget.ts";
import { RefusedError } from "./refused.ts";
import { costOf } from "./route-cost.ts";

/** The time that reading a body takes: parsing JSON, or storing an upload. */
const MS_PER_KB_READ = 0.01;
/** The time that an answer takes: making its rows, writing them as text and sending them. */
const MS_PER_KB_SENT = 0.05;
/** The time that a file takes that is only read and sent, part by part. Bids are answered between two parts. */
const MS_PER_KB_STREAMED = 0.003;

export interface Charging {
  readonly admission: HttpBulkheads;
  readonly time: TimeBudget;
  readonly refusals: Refusals;
  readonly clientAddress: ClientAddress;
  /** The signed-in user by the token's signature alone. Null for a visitor. */
  readonly userOf: (request: FastifyRequest) => string | null;
}

/**
 * Charges in the first hook. The returned function registers the hook that refuses, which belongs after those that
 * write the headers that a browser needs to read a refusal.
 */
export const chargeRequests = (app: FastifyInstance, charging: Charging): (() => void) => {
  const { admission, time, refusals, clientAddress, userOf } = charging;
  const waits = new WeakMap<FastifyRequest, number>();
  const payers = new WeakMap<FastifyRequest, Payer>();

  const refuse = async (request: FastifyRequest, reply: FastifyReply, retryAfterMs: number): Promise<void> => {
    if (await refusals.mayAnswer(clientAddress(request.raw))) {
      throw new RefusedError(refusal("RATE_LIMITED", { retryAfterMs }));
    }
    reply.hijack();
    request.raw.destroy();
  };

  const chargeChunks = chargeChunkedBodies(time);

  app.addHook("onRequest", async (request, reply) => {
    const { ms, bulkhead } = costOf(request);
    const costMs = ms + (bodyBytesOf(request) / 1024) * MS_PER_KB_READ;
    const visitor: Payer = { address: clientAddress(request.raw), userId: null, isUrgent: bulkhead === "commands" };
    chargeChunks(request, visitor);
    // Before the token is read, because that takes time too.
    let waitMs = time.waitMs(visitor, costMs);
    if (waitMs === 0) {
      const payer = { ...visitor, userId: userOf(request) };
      waitMs = time.take(payer, costMs);
      payers.set(request, payer);
    }
    const { limitMs, leftMs, wholeInMs } = time.leftOf(visitor);
    void reply.headers({
      "x-ratelimit-limit": limitMs,
      "x-ratelimit-remaining": leftMs,
      "x-ratelimit-reset": Math.ceil((waitMs || wholeInMs) / 1000),
    });
    if (waitMs === 0) return;
    // The hook for CORS answers these.
    if (request.method === "OPTIONS") return await refuse(request, reply, waitMs);
    waits.set(request, waitMs);
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const payer = payers.get(request);
    if (!payer) return;
    const { ms, bulkhead } = costOf(request);
    const moreMs = sendingMsOf(reply, payload) - ms;
    if (moreMs <= 0) return;
    time.add(payer, moreMs);
    // A stream takes its time later, as its client reads. If everybody had to wait for all of it now, one request for a
    // large video would stop the site.
    if (bulkhead && isWhole(payload)) admission[bulkhead].charge(moreMs);
  });

  return () =>
    app.addHook("onRequest", async (request, reply) => {
      const waitMs = waits.get(request);
      if (waitMs !== undefined) await refuse(request, reply, waitMs);
    });
};

/** A body without a length is charged to its address when it was read, also if its request was refused or broken off. */
const chargeChunkedBodies = (time: TimeBudget) => {
  /** The bytes that each connection had read when its last request ended. */
  const readBefore = new WeakMap<Socket, number>();
  return ({ raw }: FastifyRequest, visitor: Payer): void => {
    const { socket } = raw;
    raw.once("close", () => {
      // A call from inside the server (`inject`) has no connection.
      const { bytesRead = 0 } = socket;
      const bytes = bytesRead - (readBefore.get(socket) ?? 0);
      readBefore.set(socket, bytesRead);
      if (raw.headers["transfer-encoding"] !== undefined) time.add(visitor, (bytes / 1024) * MS_PER_KB_READ);
    });
  };
};

/** At most what the route reads, because a client may declare any length and send less. */
const bodyBytesOf = ({ headers, routeOptions }: FastifyRequest): number =>
  Math.min(Number(headers["content-length"] ?? 0) || 0, routeOptions.bodyLimit ?? 0);

const isWhole = (payload: unknown): payload is string | Uint8Array =>
  typeof payload === "string" || payload instanceof Uint8Array;

/** By the size before it is compressed. An answer without a body may name a length too, as one to HEAD does. */
const sendingMsOf = (reply: FastifyReply, payload: unknown): number => {
  if (isWhole(payload)) return (payload.length / 1024) * MS_PER_KB_SENT;
  if (payload === null || payload === undefined) return 0;
  return (Number(reply.getHeader("content-length") ?? 0) / 1024) * MS_PER_KB_STREAMED;
};
