// Maps each function of a profile to the part of the work that it belongs to. The first expression that fits decides.

export type Groups = readonly (readonly [group: string, fits: RegExp])[];

/** By the source file, or by the name in brackets where V8 gives one instead. */
export const nodeGroups: Groups = [
  ["garbage collection", /^\(garbage collector\)/],
  ["waiting", /^\(idle\)/],
  ["native code (system calls, memory)", /^\(|^$/],
  ["the bench itself", /\bbench\/|hdr-histogram/],
  ["rules (auction, shared)", /src\/auction\/|shared\/src/],
  ["engine, what the statement gets", /src\/engine\/commit\/|src\/platform\/database\/arrays/],
  ["engine, the rest", /src\/engine\//],
  ["live part", /src\/live\//],
  ["features", /src\/features\//],
  ["platform and the rest of the program", /src\//],
  ["driver of PostgreSQL", /node_modules\/postgres\//],
  ["Socket.IO and its packages", /node_modules\/(socket\.io|engine\.io|ws|debug|msgpackr|notepack)/],
  ["checks of messages (zod)", /node_modules\/zod/],
  ["metrics (prom-client)", /node_modules\/(prom-client|tdigest)/],
  ["Node's own modules", /^node:/],
];

/** By the function of PostgreSQL, of a library or of the kernel. */
export const databaseGroups: Groups = [
  ["network (kernel)", /^kernel: .*(sock|tcp|epoll|skb|inet|loopback|netif|net_)|epoll_wait|__(send|recv)/],
  ["files and waiting (kernel)", /^kernel:|pwrite|fdatasync/],
  ["the log", /^XLog|^xlog|crc32|GetRedoRecPtr|^Wal/],
  ["indexes", /^_bt_|^bt[a-z]|^index|Index|ssup_|uuid_cmp|FunctionCall[12]Coll|memcmp/],
  ["pages in memory, and their locks", /Buffer|BufTable|^LWLock|LockWaiterCount|hash_search|hash_bytes|^Page/],
  ["rows", /heap_|^Heap|RelationPutHeapTuple|toast_|nocachegetattr|slot_/],
  ["reading what was sent", /array_|_in$|byteain|json_|strtoull|text_to|pq_|uuid_in|Agg/],
  ["memory", /mem(move|cpy|set)|malloc|palloc|pfree|MemoryContext|load_tzoffsets|free$/],
  ["the plan", /^Exec|^Init|tuplesort|hash|SPI|Portal|Plan|MakeExpanded/],
];

export const groupIn = (groups: Groups, name: string): string =>
  groups.find(([, fits]) => fits.test(name))?.[0] ?? "other";

/** The sums of each group, the largest first. */
export const sumsOf = <T>(all: Iterable<T>, group: (one: T) => string, sum: (one: T) => number): [string, number][] => {
  const sums = new Map<string, number>();
  for (const one of all) sums.set(group(one), (sums.get(group(one)) ?? 0) + sum(one));
  return [...sums].toSorted(([, one], [, other]) => other - one);
};
