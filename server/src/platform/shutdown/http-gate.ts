// Whether people may come in. On its way out a server is first not ready (nobody new is sent to it, no new socket is
// taken, everybody who is here is served), then shut (no new request either). It never opens again.
import { refusal } from "@jara/shared/errors";
import type { FastifyInstance } from "fastify";
import { answer } from "../http/errors.ts";

export interface Door {
  isDraining(): boolean;
  isShut(): boolean;
  drain(): void;
  shut(): void;
}

export const createDoor = (): Door => {
  let state: "open" | "draining" | "shut" = "open";
  return {
    isDraining: () => state !== "open",
    isShut: () => state === "shut",
    drain: () => {
      if (state === "open") state = "draining";
    },
    shut: () => {
      state = "shut";
    },
  };
};

export interface RequestsInside {
  /** Resolves when the last one has its answer. */
  gone(): Promise<void>;
}

/** Behind a shut door requests get UNAVAILABLE, but for those that ask how the server is. Before the routes. */
export const guardDoor = (app: FastifyInstance, door: Door): RequestsInside => {
  let inside = 0;
  let onGone: (() => void) | null = null;
  app.addHook("onRequest", async (request, reply) => {
    inside++;
    reply.raw.once("close", () => {
      inside--;
      if (inside === 0) onGone?.();
    });
    // A connection that is kept would bring the next request here too.
    if (door.isDraining()) void reply.header("connection", "close");
    if (door.isShut() && !isAboutTheServer(request.url)) return answer(reply, refusal("UNAVAILABLE"));
  });
  return {
    gone: () =>
      new Promise((resolve) => {
        if (inside === 0) return resolve();
        onGone = resolve;
      }),
  };
};

const isAboutTheServer = (url: string): boolean => url.startsWith("/health/") || url.startsWith("/metrics");
