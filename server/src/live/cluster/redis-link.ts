// One connection that publishes to the nodes' channel and one that listens to it. Redis may be away for any time: nothing
// waits for it and nothing fails.
import { createClient } from "redis";

const CHANNEL = "jara:fanout";
/** Commands that wait for a Redis that does not answer. */
export const LONGEST_QUEUE = 10_000;

export interface RedisLink {
  readonly isReady: boolean;
  /** Whether Redis took the message. Never rejects. */
  publish(message: string): Promise<boolean>;
  close(): void;
}

/** Returns at once: a Redis that is away does not hold up the start. */
export const openRedisLink = (
  url: string,
  on: {
    /** A message of any node, this one too. */
    received(message: string): void;
    /** One of the two connections broke. */
    lost(): void;
  },
  log: { warn(details: object, message: string): void },
): RedisLink => {
  const speaker = createClient({
    url,
    // Without this, an outage would end in a flood of old messages.
    disableOfflineQueue: true,
    commandsQueueMaxLength: LONGEST_QUEUE,
    socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1000) },
  });
  const listener = speaker.duplicate();
  // Once it is subscribed the client restores the subscription by itself; until then each connection tries.
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
    client.on("error", (error: Error) => log.warn({ reason: error.message }, "Redis is away"));
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
