// Queues reads over REST. When many pages reconnect at once, they all read their lists again. So only a few reads run
// at a time, and one user's reads run one after the other, which leaves database connections and the event loop to
// bids. Requests that change anything never wait here.
import { refusal } from "@jara/shared/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { CROWDED, type Lane, TurnedAway } from "../limits/admission.ts";
import { OneAtATime, TOO_MANY_WAIT } from "../limits/one-at-a-time.ts";
import { Refused } from "./refused.ts";

/** The site's pages, its feeds and its public log, which the server fills from the database. */
export const FILLED_PAGES: ReadonlySet<string> = new Set([
  ...["/", "/auction/:id", "/auction/:id/bid", "/og/auction/:file", "/sitemap.xml", "/sitemap/:page"],
  ...["/feeds/auctions.atom", "/log", "/log/:log/checkpoint", "/log/:log/tile/*"],
  "/log/:log/checkpoint/witnessed",
]);
/** HEAD runs the same read as GET, to state the answer's length. */
const READS = new Set(["GET", "HEAD"]);
/** These routes call Google, which may take seconds but none of our own resources. */
const ASKS_OTHERS = "/api/auth/google";
/**
 * These reads may wait ten seconds for Paystack. In the lane, six of them would stop everybody's reads. They still wait
 * for the same user's other reads, so that one user cannot start many of them.
 */
const ASKS_PAYSTACK: ReadonlySet<string> = new Set(["/api/payments/top-ups/:reference", "/api/banks"]);
/** The most waiting reads of one user: about twenty pages that are opened again at once. */
const WAITING_OF_USER = 100;
const COME_BACK_MS = 1_000;
/**
 * A client that aborts a request does not stop its work. If the answer is never made, the user's next read starts after
 * this time.
 */
const ANSWERED_WITHIN_MS = 5_000;

export interface ReadQueue {
  readonly reads: Lane;
  /** Returns the signed-in user's id, because reads of one user wait for each other; null for a visitor. */
  readonly userOf: (request: FastifyRequest) => string | null;
  /** The most reads of one user that may wait. */
  readonly waitingOfUser?: number;
}

/**
 * Register before the routes. A read occupies its place until its answer is made or its client is gone. It does not
 * wait until the answer was sent, because a few clients that do not read their answers would block everybody. The
 * user's own place is kept until the answer is made even if the client is gone, so that nobody gains places by aborting
 * requests.
 */
export const queueReads = (
  app: FastifyInstance,
  { reads, userOf, waitingOfUser = WAITING_OF_USER }: ReadQueue,
): void => {
  const ends = new WeakMap<FastifyRequest, () => void>();
  const endsOfUser = new WeakMap<FastifyRequest, () => void>();
  const ofUsers = new OneAtATime(waitingOfUser);
  app.addHook("onSend", async (request) => {
    ends.get(request)?.();
    endsOfUser.get(request)?.();
  });
  app.addHook("onRequest", async (request, reply) => {
    // Check the route rather than the address, because the same address can be written in many ways.
    const { url = "" } = request.routeOptions;
    const isRead = url.startsWith("/api/") || FILLED_PAGES.has(url);
    if (!READS.has(request.method) || !isRead || url.startsWith(ASKS_OTHERS)) return;
    // Enter the user's queue before the lane, because otherwise one user's waiting reads would fill the lane.
    const user = userOf(request);
    if (user !== null) {
      const end = await ofUsers.enter(user);
      if (end === TOO_MANY_WAIT) throw new Refused(refusal("RATE_LIMITED", { retryAfterMs: COME_BACK_MS }));
      endsOfUser.set(request, end);
      // The client aborted while the request waited, so nobody would read the answer.
      if (reply.raw.destroyed) throw new Refused(refusal("UNAVAILABLE"));
      reply.raw.once("close", () => setTimeout(end, ANSWERED_WITHIN_MS).unref());
    }
    if (ASKS_PAYSTACK.has(url)) return;
    const over = new Promise<void>((resolve) => {
      reply.raw.once("close", resolve);
      ends.set(request, resolve);
    });
    const away = await new Promise<TurnedAway | null>((resolve) => {
      const begin = (): Promise<void> => {
        resolve(null);
        return over;
      };
      void reads.run(begin).then((ended) => resolve(ended instanceof TurnedAway ? ended : null));
    });
    if (away) throw new Refused(refusal("UNAVAILABLE", { message: CROWDED, retryAfterMs: away.retryAfterMs }));
  });
};
