// A cache with at most so many entries, of which the one that was used longest ago makes room. It grows with its entries:
// lru-cache's own `max` makes room for all of them at once, which took a third of the processor time of a server's start.
import { LRUCache } from "lru-cache";

export const createBoundedCache = <K extends object | string, V extends object | string | number | boolean>(
  atMost: number,
  { ttl = 0 }: { readonly ttl?: number } = {},
): LRUCache<K, V> => new LRUCache<K, V>({ maxSize: atMost, sizeCalculation: () => 1, ttl });
