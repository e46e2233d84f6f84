// Keeps the newest published checkpoint in Redis too, so that a node without its folder notices a restored database. The
// log never waits long for Redis and never fails because of it.
import { createClient } from "@redis/client";
import { inTime } from "../../../platform/lib/in-time.ts";
import type { SharedMemory } from "./checkpoint-memory.ts";

const KEY = "jara:log-checkpoint";
const WITHIN_MS = 1_500;

export const openRedisMemory = (url: string): SharedMemory => {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: WITHIN_MS, reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 5_000) },
  });
  // The nodes' own link to Redis logs its outages.
  client.on("error", () => {});
  const connected = client.connect().catch(() => {});
  return {
    read: async () => {
      await inTime(connected, WITHIN_MS);
      return client.isReady ? await inTime(client.get(KEY), WITHIN_MS) : null;
    },
    write: async (text) => {
      if (client.isReady) await inTime(client.set(KEY, text), WITHIN_MS);
    },
    close: () => client.destroy(),
  };
};
