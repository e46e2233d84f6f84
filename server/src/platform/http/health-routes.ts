// /health: the checks for a reverse proxy and an orchestrator. Not part of the API's document.
import { refusal } from "@jara/shared/errors";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";
import { oneRow } from "../database/statements.ts";
import { inTime } from "../lib/in-time.ts";
import { answer } from "./errors.ts";

/** A slower database is useless to anybody who waits for a page. */
const ANSWERS_WITHIN_MS = 2_000;

/**
 * `live`: the process runs. `ready`: the server may get traffic, because its database answers and it is not shutting
 * down.
 */
export const serveHealth = (
  app: FastifyInstance,
  { database, isDraining }: { database: Pick<Database, "db">; isDraining: () => boolean },
): void => {
  app.get("/health/live", { schema: { hide: true }, logLevel: "warn" }, async () => ({ ok: true }));

  app.get("/health/ready", { schema: { hide: true }, logLevel: "warn" }, async (_request, reply) => {
    if (isDraining()) return answer(reply, refusal("UNAVAILABLE", { message: "This server is shutting down." }));
    const asked = database.db.select({ one: sql`1` }).from(oneRow);
    const isReady = (await inTime(asked, ANSWERS_WITHIN_MS)) !== null;
    return isReady ? { ok: true } : answer(reply, refusal("UNAVAILABLE", { message: "The database does not answer." }));
  });
};
