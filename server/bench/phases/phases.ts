// Maps each function of a server's profile to the phase of a bid that it belongs to, in the order of the phases. The
// first expression that fits decides.
import type { Groups } from "../profile/groups.ts";

export const WAITS = "waiting";

export const phases: Groups = [
  [WAITS, /^\(idle\)/],
  [
    "decode: frames, packets, JSON",
    /src\/live\/transports\/|src\/live\/command-queue|node_modules\/(engine\.io|socket\.io-parser)/,
  ],
  [
    "checks: schema, limits, terms of the sale",
    /src\/live\/dispatch|node_modules\/zod|shared\/src\/calls\/|src\/platform\/limits\/|src\/features\/bids\/|src\/platform\/lib\/origin/,
  ],
  ["decide: the rules", /src\/auction\/|src\/engine\/batch|src\/engine\/bidder-commands|shared\/src/],
  [
    "encode: the statement's parameters",
    /src\/engine\/commit\/commit-(params|fields|actions|money)|src\/engine\/commit\/places|src\/platform\/database\/arrays/,
  ],
  ["queue: batches, caches, answers", /src\/engine\//],
  ["statement: driver and its rows", /node_modules\/postgres\/|src\/platform\/database\//],
  ["publish: rooms, merged prices, private events", /src\/app\/|src\/live\/|src\/features\//],
  ["readers of the log", /src\/log-readers\/|src\/platform\/(notifications|outbox)\//],
  ["write: sockets and packets", /node_modules\/(socket\.io|ws|msgpackr|notepack|debug)/],
  ["metrics", /src\/platform\/observe\/|node_modules\/(prom-client|tdigest)/],
  ["system calls and native code", /^\(program\)|^\(native\)|^\(|^node:|^$/],
];
