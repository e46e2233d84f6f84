// Checks Redis, which joins several servers.
import { createClient } from "@redis/client";
import type { Config } from "../../../config.ts";
import { inTime } from "../../../platform/lib/in-time.ts";
import { type Finding, findingsOf } from "./finding.ts";

const WITHIN_MS = 4_000;
const { ok, note, wrong } = findingsOf("redis");

export const checkRedis = async ({ redisUrl }: Config): Promise<Finding[]> => {
  if (redisUrl === null) return [note("REDIS_URL is not set. That is right for a single server.")];
  const at = new URL(redisUrl).host;
  const client = createClient({ url: redisUrl, socket: { connectTimeout: 2_000, reconnectStrategy: false } });
  let reason = "no answer";
  client.on("error", (error: Error) => {
    reason = error.message || (error as NodeJS.ErrnoException).code || reason;
  });
  const ask = async (): Promise<string> => {
    await client.connect();
    const info = await client.info("server");
    await client.publish("jara:check", "");
    return /redis_version:(\S+)/.exec(info)?.[1] ?? "of an unknown version";
  };
  const version = await inTime(
    ask().catch((error: Error) => {
      reason = error.message || reason;
      throw error;
    }),
    WITHIN_MS,
  );
  if (client.isOpen) client.destroy();
  return [version === null ? wrong(`Redis at ${at} cannot be used: ${reason}`) : ok(`Redis ${version} at ${at}`)];
};
