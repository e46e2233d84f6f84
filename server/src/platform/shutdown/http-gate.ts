// The HTTP gate for shutdown. A server that shuts down is first draining: not ready, so that it gets no new users and
// accepts no new sockets, but it serves everybody who is connected. Then it is shut and refuses new requests too. The
// gate never opens again.
import { refusal } from "@jara/shared/errors";
import type { FastifyInstance } from "fastify";
import { answer } from "../http/errors.ts";

export interface HttpGate {
  isDraining(): boolean;
  isShut(): boolean;
  drain(): void;
  shut(): void;
}

export const createHttpGate = (): HttpGate => {
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
  /** Resolves when the last request has its answer. */
  gone(): Promise<void>;
}

/** Refuses requests with UNAVAILABLE once the gate is shut, except health and metrics. Register before the routes. */
export const guardHttpGate = (app: FastifyInstance, gate: HttpGate): RequestsInside => {
  let inside = 0;
  let onGone: (() => void) | null = null;
  app.addHook("onRequest", async (request, reply) => {
    inside++;
    reply.raw.once("close", () => {
      inside--;
      if (inside === 0) onGone?.();
    });
    // Close the connection, because a kept one would bring its next request to this server too.
    if (gate.isDraining()) void reply.header("connection", "close");
    if (gate.isShut() && !isAboutTheServer(request.url)) return answer(reply, refusal("UNAVAILABLE"));
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
