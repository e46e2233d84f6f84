// Limits of REST calls by address, for @fastify/rate-limit: its counting is replaced by the one that other nodes share.
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { Limit, Limiter } from "./limiter.ts";

/** Each route with limits of its own is counted by itself; `""` stands for all others together. */
export const restLimitStore = (limiter: Limiter): FastifyRateLimitStoreCtor =>
  class Store implements FastifyRateLimitStore {
    readonly #route: string;
    constructor(_options: unknown, route = "") {
      this.#route = route;
    }
    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs = 60_000,
      max = 1,
    ): void {
      const limit: Limit = { name: `calls ${this.#route}`, burst: max, perSecond: (max / windowMs) * 1000 };
      const waitMs = limiter.take([limit, key]);
      const used = max - limiter.left(limit, key);
      const untilEmptyMs = Math.ceil((used / limit.perSecond) * 1000);
      callback(null, waitMs > 0 ? { current: max + 1, ttl: waitMs } : { current: used, ttl: untilEmptyMs });
    }
    child(route: object): FastifyRateLimitStore {
      return new Store(null, (route as { routeInfo?: { url?: string } }).routeInfo?.url ?? "");
    }
  };
