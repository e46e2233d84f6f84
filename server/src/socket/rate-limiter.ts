// Token buckets: frames per connection, bidding commands per user. One user's flood is refused here, before it can
// stand in anybody's way in the engine's queue.
import { LRUCache } from "lru-cache";

interface Bucket {
  tokens: number;
  at: number;
}

interface Limit {
  readonly perSecond: number;
  readonly burst: number;
}

/** No page sends more; a load test turns the limits off. */
const FRAMES: Limit = { perSecond: 100, burst: 300 };
/** A person cannot mean more than some bids a second; a burst covers resending after a reconnect. */
const COMMANDS: Limit = { perSecond: 20, burst: 100 };

export interface RateLimiter {
  /** 0 where the frame may pass, else how long to wait (ms). */
  takeFrame(connectionId: string): number;
  takeCommand(userId: string): number;
}

export const createRateLimiter = (isOn: boolean): RateLimiter => {
  if (!isOn) return { takeFrame: () => 0, takeCommand: () => 0 };
  const take = (buckets: LRUCache<string, Bucket>, { perSecond, burst }: Limit, key: string): number => {
    const now = performance.now();
    const bucket = buckets.get(key) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    buckets.set(key, bucket);
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) / perSecond) * 1000);
    bucket.tokens -= 1;
    return 0;
  };
  const frames = new LRUCache<string, Bucket>({ max: 50_000 });
  const commands = new LRUCache<string, Bucket>({ max: 50_000 });
  return {
    takeFrame: (connectionId) => take(frames, FRAMES, connectionId),
    takeCommand: (userId) => take(commands, COMMANDS, userId),
  };
};
