// The graceful shutdown: no longer ready, sockets away to other nodes, the last answers, then the database.
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config.ts";
import type { Database } from "../platform/database/database.ts";
import type { DatabaseClock } from "../platform/database/database-clock.ts";
import type { App } from "../platform/http/app.ts";
import { inTime } from "../platform/lib/in-time.ts";
import type { HttpGate, RequestsInside } from "../platform/shutdown/http-gate.ts";
import { REQUESTS_WITHIN_MS } from "../platform/shutdown/shutdown-waits.ts";
import type { Sockets } from "./sockets.ts";

export const shutDown = async (parts: {
  readonly app: App;
  readonly config: Pick<Config, "drain">;
  readonly gate: HttpGate;
  readonly requests: RequestsInside;
  readonly sockets: Sockets;
  readonly clock: Pick<DatabaseClock, "stop">;
  readonly database: Pick<Database, "close">;
}): Promise<void> => {
  const { app, config, gate, requests, sockets, clock, database } = parts;
  gate.drain();
  app.log.info({}, "draining: no longer ready, no new sockets");
  await sleep(config.drain.waitMs);
  await sockets.gracefulClose.closeAll(config.drain.spreadMs);
  gate.shut();
  app.log.info({}, "draining: all sockets are closed, answering the last requests");
  await inTime(requests.gone(), REQUESTS_WITHIN_MS);
  // Both Socket.IO and Fastify wait until all connections are closed. A connection that still sends an upload would
  // keep them waiting until it was silent for more than a minute.
  app.server.close();
  app.server.closeAllConnections();
  await app.close();
  clock.stop();
  await database.close();
};
