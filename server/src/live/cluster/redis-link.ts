// The link to Redis: one connection that publishes to the nodes' channel and one that subscribes to it. Redis may be
// unreachable for any time: nothing may wait for it or fail because of it.
import { createClient } from "@redis/client";

const CHANNEL = "jara:fanout";
/** The most commands that wait for a Redis that does not answer. */
export const LONGEST_QUEUE = 10_000;

export interface ClusterLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface RedisLink {
  readonly isReady: boolean;
  /** Returns whether Redis accepted the message. Never rejects. */
  publish(message: string): Promise<boolean>;
  close(): void;
}

/** Returns at once, so that an unreachable Redis does not delay the start. */
export const openRedisLink = (
  url: string,
  on: {
    /** A message arrived from any node, including this one. */
    received(message: string): void;
    /** One of the two connections broke. */
    lost(): void;
  },
  log: ClusterLog,
): RedisLink => {
  const speaker = createClient({
    url,
    // Without this, old messages would be sent in a flood after an outage.
    disableOfflineQueue: true,
    commandsQueueMaxLength: LONGEST_QUEUE,
    socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1000) },
  });
  const listener = speaker.duplicate();
  const outage = createOutageLog(log);
  // Subscribe on every connection until it succeeds once; after that the client restores the subscription by itself.
  let hasSubscribed = false;
  listener.on("ready", () => {
    if (hasSubscribed) return;
    listener.subscribe(CHANNEL, on.received).then(
      () => {
        hasSubscribed = true;
      },
      () => {},
    );
  });
  for (const client of [listener, speaker]) {
    client.on("error", (error: Error) => outage.failed(error.message));
    client.on("ready", () => outage.ready(speaker.isReady && listener.isReady));
    for (const lost of ["end", "reconnecting"]) client.on(lost, on.lost);
    void client.connect().catch(() => {});
  }
  return {
    get isReady() {
      return speaker.isReady;
    },
    publish: async (message) => {
      if (!speaker.isReady) return false;
      return await speaker.publish(CHANNEL, message).then(
        () => true,
        () => false,
      );
    },
    close: () => {
      for (const client of [speaker, listener]) if (client.isOpen) client.destroy();
    },
  };
};

/** Logs one line when Redis goes away and one when it is back, however often the connections fail meanwhile. */
export const createOutageLog = (log: ClusterLog) => {
  let outage: { readonly since: number; failures: number } | null = null;
  return {
    failed(reason: string): void {
      if (!outage) {
        outage = { since: performance.now(), failures: 0 };
        log.warn({ reason }, "Redis is away");
      }
      outage.failures++;
    },
    /** `isWhole`: both connections are ready. */
    ready(isWhole: boolean): void {
      if (!outage || !isWhole) return;
      const { since, failures } = outage;
      outage = null;
      log.info({ failures, awayMs: Math.round(performance.now() - since) }, "Redis is back");
    },
  };
};
