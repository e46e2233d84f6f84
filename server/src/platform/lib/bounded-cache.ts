// Makes a cache with a limited number of entries, which evicts the least recently used one. It limits lru-cache by
// `maxSize`, because the package's own `max` allocates room for all entries at once, which took a third of the
// processor time of a server's start.
import { LRUCache } from "lru-cache";

export const createBoundedCache = <K extends object | string, V extends object | string | number | boolean>(
  atMost: number,
  { ttl = 0 }: { readonly ttl?: number } = {},
): LRUCache<K, V> => new LRUCache<K, V>({ maxSize: atMost, sizeCalculation: () => 1, ttl });
