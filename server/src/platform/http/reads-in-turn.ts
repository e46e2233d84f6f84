// Reads wait their turn. Pages that come back all at once read their lists anew, so a few reads are carried out at a time,
// and one user's reads one after the other: the database's connections and the event loop are there for bids. What changes
// anything never waits here.
import { refusal } from "@jara/shared/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { CROWDED, type Lane, TurnedAway } from "../limits/admission.ts";
import { OneAtATime, TOO_MANY_WAIT } from "../limits/one-at-a-time.ts";
import { Refused } from "./refused.ts";

/** HEAD reads what GET does, to say how long it is. */
const READS = new Set(["GET", "HEAD"]);
/** Google is asked on the way: that may take seconds, and none of ours. */
const ASKS_OTHERS = "/api/auth/google";
/** Of one user: some twenty pages that are opened again at once. */
const WAITING_OF_USER = 100;
const COME_BACK_MS = 1_000;
/** Who breaks a request off does not end its work; should its answer never be made, the user's next read begins then. */
const ANSWERED_WITHIN_MS = 5_000;

export interface ReadsInTurn {
  readonly reads: Lane;
  /** Whose reads wait for each other: the signed-in user's id; null for a visitor. */
  readonly userOf: (request: FastifyRequest) => string | null;
  /** How many of one user's may wait. */
  readonly waitingOfUser?: number;
}

/**
 * Before the routes. A read's turn lasts until its answer is made, or whoever asked is gone; not until the answer has
 * left, or a few who do not read theirs would hold up everybody. A user's turn lasts until the answer is made also where
 * whoever asked is gone, so that nobody gets further turns by breaking their requests off.
 */
export const takeReadsInTurn = (
  app: FastifyInstance,
  { reads, userOf, waitingOfUser = WAITING_OF_USER }: ReadsInTurn,
): void => {
  const ends = new WeakMap<FastifyRequest, () => void>();
  const endsOfUser = new WeakMap<FastifyRequest, () => void>();
  const ofUsers = new OneAtATime(waitingOfUser);
  app.addHook("onSend", async (request) => {
    ends.get(request)?.();
    endsOfUser.get(request)?.();
  });
  app.addHook("onRequest", async (request, reply) => {
    // By the route: the same address can be written in many ways.
    const { url = "" } = request.routeOptions;
    if (!READS.has(request.method) || !url.startsWith("/api/") || url.startsWith(ASKS_OTHERS)) return;
    // The user's turn comes before the lane's, or one user's waiting reads would fill the lane.
    const user = userOf(request);
    if (user !== null) {
      const end = await ofUsers.enter(user);
      if (end === TOO_MANY_WAIT) throw new Refused(refusal("RATE_LIMITED", { retryAfterMs: COME_BACK_MS }));
      endsOfUser.set(request, end);
      // Broken off while it waited: nobody would read the answer.
      if (reply.raw.destroyed) throw new Refused(refusal("UNAVAILABLE"));
      reply.raw.once("close", () => setTimeout(end, ANSWERED_WITHIN_MS).unref());
    }
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
