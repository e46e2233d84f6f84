// Limits the calls of an address on the routes that have a limit of their own. It replaces the counting of
// @fastify/rate-limit by counters that the nodes share.
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { Limit, Limiter } from "./limiter.ts";

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
      callback(null, waitMs === 0 ? { current: used, ttl: untilEmptyMs } : { current: max + 1, ttl: waitMs });
    }
    child(route: object): FastifyRateLimitStore {
      return new Store(null, (route as { routeInfo?: { url?: string } }).routeInfo?.url ?? "");
    }
  };
