// Queues requests when many come at once, so that the thread and the database connections stay free for bids. Each
// request waits in the bulkhead of its route (limits/admission.ts), and one user's reads run one after the other.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { CROWDED, type HttpBulkheads, TurnedAway } from "../limits/admission.ts";
import type { ClientAddress } from "../limits/client-address.ts";
import { OneAtATime, TOO_MANY_WAIT } from "../limits/one-at-a-time.ts";
import { refuse } from "./refused.ts";
import { costOf } from "./route-cost.ts";

/** HEAD runs the same read as GET, to state the answer's length. */
const READS = new Set(["GET", "HEAD"]);
/** The most waiting reads of one user: about twenty pages that are opened again at once. */
const WAITING_OF_USER = 100;
const COME_BACK_MS = 1_000;
/**
 * A client that aborts a request does not stop its work. If the answer is never made, the user's next read starts after
 * this time.
 */
const ANSWERED_WITHIN_MS = 5_000;

export interface RequestQueue {
  readonly admission: HttpBulkheads;
  readonly clientAddress: ClientAddress;
  /** Returns the signed-in user's id, because reads of one user wait for each other; null for a visitor. */
  readonly userOf: (request: FastifyRequest) => string | null;
  /** The most reads of one user that may wait. */
  readonly waitingOfUser?: number;
}

/**
 * Register before the routes. A read of the database occupies its place until its answer is made or its client is gone.
 * It does not wait until the answer was sent, because a few clients that do not read their answers would block
 * everybody. The user's own place is kept until the answer is made even if the client is gone, so that nobody gains
 * places by aborting requests. So is the place of a drawing, which goes on without its client.
 */
export const queueRequests = (app: FastifyInstance, options: RequestQueue): void => {
  const { admission, clientAddress, userOf, waitingOfUser = WAITING_OF_USER } = options;
  const ends = new WeakMap<FastifyRequest, () => void>();
  const endsOfUser = new WeakMap<FastifyRequest, () => void>();
  const ofUsers = new OneAtATime(waitingOfUser);
  app.addHook("onSend", async (request) => {
    ends.get(request)?.();
    endsOfUser.get(request)?.();
  });
  app.addHook("onRequest", async (request, reply) => {
    const { bulkhead, ms } = costOf(request);
    if (bulkhead === null) return;
    // Enter the user's queue before the bulkhead, because otherwise one user's waiting reads would fill the bulkhead.
    const user = READS.has(request.method) && bulkhead !== "commands" ? userOf(request) : null;
    const isDrawing = bulkhead === "drawings";
    if (user !== null) {
      // A drawing takes long, and the user's pages do not wait for it.
      const end = await ofUsers.enter(isDrawing ? `drawings of ${user}` : user);
      if (end === TOO_MANY_WAIT) return refuse("RATE_LIMITED", { retryAfterMs: COME_BACK_MS });
      endsOfUser.set(request, end);
      // The client aborted while the request waited, so nobody would read the answer.
      if (reply.raw.destroyed) return refuse("UNAVAILABLE");
      reply.raw.once("close", () => setTimeout(end, ANSWERED_WITHIN_MS).unref());
    }
    const over = new Promise<void>((resolve) => {
      if (bulkhead !== "reads" && !isDrawing) return resolve();
      reply.raw.once("close", () => (isDrawing ? setTimeout(resolve, ANSWERED_WITHIN_MS).unref() : resolve()));
      ends.set(request, resolve);
    });
    const asker = { address: clientAddress(request.raw), costMs: ms };
    const away = await new Promise<TurnedAway | null>((resolve) => {
      const begin = (): Promise<void> => {
        resolve(null);
        return over;
      };
      void admission[bulkhead].run(begin, asker).then((ended) => resolve(ended instanceof TurnedAway ? ended : null));
    });
    if (away) return refuse("UNAVAILABLE", { message: CROWDED, retryAfterMs: away.retryAfterMs });
    if (reply.raw.destroyed) return refuse("UNAVAILABLE");
  });
};
