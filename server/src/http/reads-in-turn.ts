// Pages that come back all at once read their lists anew: those reads wait their turn, a few at a time, so that the
// database's connections and the event loop are there for bids. What changes anything never waits here.
import { refusal } from "@jara/shared/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { CROWDED, type Lane, TurnedAway } from "../socket/admission.ts";
import { Refused } from "./refused.ts";

/** HEAD reads what GET does, to say how long it is. */
const READS = new Set(["GET", "HEAD"]);
/** Google is asked on the way: that may take seconds, and none of ours. */
const ASKS_OTHERS = "/api/auth/google";

/**
 * Before the routes. A read's turn lasts until its answer is made, or whoever asked is gone; not until the answer has
 * left, or a few who do not read theirs would hold up everybody.
 */
export const takeReadsInTurn = (app: FastifyInstance, reads: Lane): void => {
  const ends = new WeakMap<FastifyRequest, () => void>();
  app.addHook("onSend", async (request) => ends.get(request)?.());
  app.addHook("onRequest", async (request, reply) => {
    // By the route: the same address can be written in many ways.
    const { url = "" } = request.routeOptions;
    if (!READS.has(request.method) || !url.startsWith("/api/") || url.startsWith(ASKS_OTHERS)) return;
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
