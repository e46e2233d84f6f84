// Wires live updates: rooms, the publisher, replays, the ticker, viewers, and the connection to other nodes through
// Redis.
import type { Server as HttpServer } from "node:http";
import type { Server as SocketIo } from "socket.io";
import type { Config } from "../config.ts";
import type { Cluster } from "../live/cluster/join-cluster.ts";
import { StaffInterests } from "../live/interests.ts";
import { LostAnswers } from "../live/lost-answers.ts";
import { Publisher } from "../live/publisher.ts";
import { Replays, readDeleted } from "../live/replays.ts";
import { Rooms } from "../live/rooms.ts";
import { type SlowReaders, watchSlowReaders } from "../live/slow-readers.ts";
import { startTicker, type Ticker } from "../live/ticker.ts";
import { createOriginCheck, type OriginCheck } from "../live/transports/origins.ts";
import { createSocketIo } from "../live/transports/socket-io.ts";
import { AllUnread } from "../live/unread.ts";
import { startViewers, type Viewers } from "../live/viewers.ts";
import { createNames } from "../live/viewers-here.ts";
import type { Clock } from "../platform/database/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { Admission } from "../platform/limits/admission.ts";
import type { ClientAddress } from "../platform/limits/client-address.ts";
import type { Limiter } from "../platform/limits/limiter.ts";
import { receiveSpending } from "../platform/limits/share-spending.ts";
import type { Metrics } from "./metrics.ts";

export interface Live {
  readonly io: SocketIo;
  readonly isAllowed: OriginCheck;
  readonly rooms: Rooms;
  readonly interests: StaffInterests;
  readonly publisher: Publisher;
  readonly replays: Replays;
  readonly ticker: Ticker;
  /** Publishes commits whose answer was lost. */
  readonly lostAnswers: LostAnswers;
  readonly viewers: Viewers;
  readonly unread: AllUnread;
  readonly slowReaders: SlowReaders;
  /** Null without Redis. */
  readonly cluster: Cluster | null;
  /** Whether this node receives the other nodes' messages. True without Redis. */
  isClusterConnected(): boolean;
  close(): void;
}

export interface LiveDeps {
  readonly config: Config;
  readonly http: HttpServer;
  readonly database: Database;
  readonly clock: Clock;
  readonly admission: Admission;
  readonly clientAddress: ClientAddress;
  readonly limiter: Limiter;
  readonly metrics: Pick<Metrics, "fanout">;
  readonly log: Record<"info" | "warn", (details: object, message: string) => void>;
  /** Called when another node reports that these accounts changed. */
  readonly accountsChanged: (userIds: readonly string[]) => void;
  /** Called when another node's commit changed what these people have bound. */
  readonly boundElsewhere: (userIds: readonly string[]) => void;
  /** Called when another node reports that these people's inboxes changed. */
  readonly inboxElsewhere: (userIds: readonly string[]) => void;
}

export const startLive = async (deps: LiveDeps): Promise<Live> => {
  const { config, database, clock, limiter, log } = deps;
  // Redis's client is a fifth of all that a start loads, so only a server with Redis loads it.
  const clustering = config.redisUrl ? await import("../live/cluster/join-cluster.ts") : null;
  const isAllowed = createOriginCheck(config);
  const io = createSocketIo(deps.http, { isAllowed, admission: deps.admission, clientAddress: deps.clientAddress });
  const rooms = new Rooms(() => io);
  const interests = new StaffInterests(database, rooms);
  rooms.exceptions = (frame, members) => interests.exceptions(frame, members);
  /** Sends watchers of these auctions the changes that they missed. Never fails. */
  const catchUp = (auctionIds: readonly string[]): void => void ticker.reconcile(auctionIds).catch(() => {});
  const publisher = new Publisher(rooms, clock, catchUp, deps.metrics.fanout);
  const cluster =
    config.redisUrl && clustering
      ? clustering.joinCluster(
          config.redisUrl,
          {
            moved: catchUp,
            people: deps.accountsChanged,
            bound: deps.boundElsewhere,
            inbox: deps.inboxElsewhere,
            relayed: (room, frame) => publisher.relayed(room, frame),
            spent: receiveSpending(limiter),
            viewers: (node, there) => viewers.elsewhere(node, there),
            backAgain: () => void ticker.reconcileAll().catch(() => {}),
          },
          clock,
          log,
        )
      : null;
  if (cluster) rooms.relay = cluster.relay;
  const isClusterConnected = () => cluster?.isConnected() ?? true;
  const unread = new AllUnread();
  const slowReaders = watchSlowReaders(rooms, unread);
  const lostAnswers = new LostAnswers({ database, catchUp, log });
  const ticker = startTicker({
    isClusterConnected,
    rooms,
    publisher,
    database,
    clock,
    log,
    isHeldBack: (auctionId) => lostAnswers.holdBackListing(auctionId),
  });
  const { recent } = publisher;
  const replays = new Replays({ recent, catchUp: ticker.catchUp, areDeleted: readDeleted(database) });
  const nameOf = createNames(config.jwtSecret);
  const viewers = startViewers({ rooms, nameOf, publishToNodes: cluster?.publishViewers });
  rooms.onMember = (connection, room, isIn) => {
    viewers.moved(connection, room, isIn);
    ticker.moved(room);
  };
  return {
    io,
    isAllowed,
    rooms,
    interests,
    publisher,
    replays,
    ticker,
    lostAnswers,
    viewers,
    unread,
    slowReaders,
    cluster,
    isClusterConnected,
    close: () => {
      lostAnswers.close();
      ticker.close();
      viewers.close();
      slowReaders.close();
      publisher.close();
    },
  };
};
