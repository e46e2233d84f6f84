// /health: what a reverse proxy and an orchestrator ask. Not part of the API's document.
import { refusal } from "@jara/shared/errors";
import type { FastifyInstance } from "fastify";
import type { Database } from "../store/database.ts";
import { answer } from "./errors.ts";

/** A database that takes longer is no use to anybody who waits for a page. */
const ANSWERS_WITHIN_MS = 2_000;

/** `live`: the process runs. `ready`: it may be sent people. While a server closes, Fastify answers both with 503. */
export const serveHealth = (app: FastifyInstance, database: Pick<Database, "query">): void => {
  app.get("/health/live", { schema: { hide: true }, logLevel: "warn" }, async () => ({ ok: true }));

  app.get("/health/ready", { schema: { hide: true }, logLevel: "warn" }, async (_request, reply) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, ANSWERS_WITHIN_MS, false);
    });
    const answers = database.query("select 1").then(
      () => true,
      () => false,
    );
    const isReady = await Promise.race([answers, late]);
    clearTimeout(timer);
    return isReady ? { ok: true } : answer(reply, refusal("UNAVAILABLE"));
  });
};
