// Limits REST calls by address. It replaces the counting of @fastify/rate-limit by counters that the nodes share.
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import { createBoundedCache } from "../lib/bounded-cache.ts";
import type { Limit, Limiter } from "./limiter.ts";

/**
 * When the refusals exceed the passes by this many, further refusals are delayed, because refusing takes time that bids
 * need.
 */
const REFUSED_AT_ONCE = 100;
const REFUSED_AFTER_MS = 250;
const KEYS_KEPT = 20_000;

/** Each route with limits of its own has its own counter; `""` stands for all other routes together. */
export const restLimitStore = (limiter: Limiter): FastifyRateLimitStoreCtor =>
  class Store implements FastifyRateLimitStore {
    readonly #route: string;
    readonly #refused = createBoundedCache<string, number>(KEYS_KEPT);
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
      const before = this.#refused.get(key) ?? 0;
      if (waitMs === 0) {
        if (before > 0) this.#refused.set(key, before - 1);
        callback(null, { current: used, ttl: untilEmptyMs });
        return;
      }
      this.#refused.set(key, Math.min(before + 1, 2 * REFUSED_AT_ONCE));
      const refuse = (): void => callback(null, { current: max + 1, ttl: waitMs });
      if (before < REFUSED_AT_ONCE) refuse();
      else setTimeout(refuse, REFUSED_AFTER_MS);
    }
    child(route: object): FastifyRateLimitStore {
      return new Store(null, (route as { routeInfo?: { url?: string } }).routeInfo?.url ?? "");
    }
  };
