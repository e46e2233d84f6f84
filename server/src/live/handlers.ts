// The live commands, one set for both carriers. A frame is guilty until its schema says otherwise; whatever happens in
// a handler, the caller gets one answer and the server goes on.
import { randomUUID } from "node:crypto";
import { type ErrorBody, type InvalidIssue, refusal } from "@jara/shared/errors";
import { toMinor } from "@jara/shared/money";
import {
  type Answer,
  type CommandData,
  type CommandName,
  type CommandResults,
  commandSchemas,
} from "@jara/shared/socket";
import type { AuctionState } from "../auction/state.ts";
import { toCountdown, toIso, toView, type Viewer } from "../auction/to-public.ts";
import { isShown } from "../auction/visibility.ts";
import { toBuyItNow, toPlacedBid, toSetMaxBid, toWithdrawn } from "../engine/answers.ts";
import type { AuctionEngine } from "../engine/auction-engine.ts";
import { maxBidIdOf } from "../engine/max-bid-id.ts";
import type { Clock } from "../engine/ports.ts";
import type { AdminInterests } from "./interests.ts";
import type { Publisher } from "./publisher.ts";
import type { Replay } from "./replay.ts";
import { type Connection, type Rooms, rooms } from "./rooms.ts";
import type { Viewers } from "./viewers.ts";
import type { LiveLimits } from "../platform/limits/limits.ts";
import type { Database } from "../platform/database/database.ts";
import { isUuid } from "../engine/commit/engine-store.ts";
import { gatherReads } from "../platform/database/gather-reads.ts";
import { findAuctions } from "../features/auctions/queries.ts";
import { auctionOfMaxBid } from "../features/bids/queries.ts";
import { explainLotChanged } from "../features/auctions/content-changes.ts";
import { findAccount } from "../features/accounts/queries.ts";
import { type Admission, CROWDED, TurnedAway } from "../platform/limits/admission.ts";

export interface HandlerDeps {
  readonly database: Database;
  readonly engine: AuctionEngine;
  readonly clock: Clock;
  readonly rooms: Rooms;
  readonly interests: AdminInterests;
  readonly publisher: Publisher;
  readonly viewers: Pick<Viewers, "count">;
  readonly replay: Replay;
  readonly admission: Admission;
  readonly limits: LiveLimits;
  /** Whom a buyer pays through. */
  readonly contact: { readonly whatsapp: string; readonly email: string };
  readonly log: { error(details: object, message: string): void };
}

/** Nobody sees a watch take 10 ms longer, and a crowd costs 100 reads a second at most. */
const CROWDS_READ = { atOnce: 100, everyMs: 10 };
/** A connection watches at most this many auctions: a page shows one, a load tester some hundreds. */
const MAX_WATCHED = 2_000;

type Result<C extends CommandName> = CommandResults[C] | ErrorBody;
type Handler<C extends CommandName> = (connection: Connection, data: CommandData<C>) => Promise<Result<C>> | Result<C>;

const isRefusal = (result: object): result is ErrorBody => "code" in result && "message" in result;

/** Carries out one frame and returns its one answer. Never throws. */
export type Dispatch = (connection: Connection, name: unknown, data: unknown) => Promise<Answer<CommandName>>;

export const createDispatch = (deps: HandlerDeps): Dispatch => {
  const handlers = createHandlers(deps);
  return async (connection, name, data) => {
    try {
      if (typeof name !== "string" || !Object.hasOwn(commandSchemas, name)) {
        return no(invalid([{ path: "type", message: "no such command" }]));
      }
      const command = name as CommandName;
      const parsed = commandSchemas[command].safeParse(data);
      if (!parsed.success) {
        return no(invalid(parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }))));
      }
      const handler = handlers[command] as Handler<CommandName>;
      const result = await handler(connection, parsed.data as CommandData<CommandName>);
      return isRefusal(result) ? no(result) : { ok: true, ...result };
    } catch (error) {
      deps.log.error({ err: error, command: String(name).slice(0, 40), connection: connection.id }, "command failed");
      return no(refusal("INTERNAL"));
    }
  };
};

const no = (error: ErrorBody): { ok: false; error: ErrorBody } => ({ ok: false, error });
const invalid = (issues: InvalidIssue[]): ErrorBody => refusal("INVALID", { issues });
const notFound = refusal("NOT_FOUND", { message: "Auction not found" });

const viewerOf = ({ user }: Connection): Viewer =>
  user === null ? { kind: "public" } : { kind: user.isAdmin ? "admin" : "user", id: user.id };

const createHandlers = (deps: HandlerDeps): { [C in CommandName]: Handler<C> } => {
  const { database, engine, clock, publisher } = deps;

  /** Runs a command for a signed-in user within that user's limits. */
  const withinLimits = async <T>(
    { user, address }: Connection,
    name: CommandName,
    run: (userId: string) => Promise<T | ErrorBody>,
  ): Promise<T | ErrorBody> => {
    if (!user) return refusal("UNAUTHENTICATED");
    const retryAfterMs = deps.limits.takeCommand({ userId: user.id, address }, name);
    if (retryAfterMs > 0) return refusal("RATE_LIMITED", { retryAfterMs });
    return await run(user.id);
  };

  const withChanges = <T extends object>(auctionId: string, seen: number | undefined, result: T | ErrorBody) =>
    explainLotChanged(database, auctionId, seen, result);

  const findTogether = gatherReads<AuctionState>(
    async (ids) => new Map((await findAuctions(database, ids)).map((state) => [state.id, state])),
    CROWDS_READ,
  );
  /** A state not older than what was already sent to the auction's room; from now on the room is told what is newer. */
  const freshState = async (auctionId: string): Promise<AuctionState | null> => {
    for (;;) {
      const state = await findTogether(auctionId);
      if (!state) return null;
      if (state.version < publisher.toldVersion(auctionId)) continue;
      publisher.watched(auctionId, state.version);
      return state;
    }
  };

  /** The auction and what its reader missed of it. Read again, but not for ever, where the room was told more meanwhile. */
  const catchUp = async (auctionId: string, sinceVersion: number | undefined, viewer: Viewer) => {
    for (let tries = 1; ; tries += 1) {
      const state = await freshState(auctionId);
      if (!state || sinceVersion === undefined) return { state, events: null };
      const events = await deps.replay.toReader(state, sinceVersion, viewer);
      if (tries === 3 || state.version >= publisher.toldVersion(auctionId)) return { state, events };
    }
  };

  /**
   * Under the version that the room was told: what is read may be ahead of that, and what the room is told next must not
   * look older. Read again where the room was told more meanwhile.
   */
  const sendCountdown = async (connection: Connection, read: AuctionState): Promise<void> => {
    for (let state: AuctionState | undefined = read; state; state = await findTogether(read.id)) {
      const told = publisher.toldVersion(state.id) || state.version;
      if (told > state.version) continue;
      // It may have been withdrawn since the answer.
      if (!isShown(state, viewerOf(connection))) return;
      const data = { ...toCountdown(state, clock.now()), version: told };
      connection.send({ type: "auction:countdown", data });
      return;
    }
  };

  /** What was told meanwhile (`connection.user` is another) may be newer than what was read. */
  const adminOnly = async (connection: Connection): Promise<ErrorBody | null> => {
    for (;;) {
      const { user } = connection;
      if (!user) return refusal("UNAUTHENTICATED");
      const account = await findAccount(database, user.id);
      const isAdmin = account?.role === "admin" && !account.isBanned;
      if (isAdmin) await deps.interests.load(user.id);
      if (connection.user === user) return isAdmin ? null : refusal("FORBIDDEN");
    }
  };

  const watch: Handler<"auction:watch"> = async (connection, data) => {
    const { sinceVersion } = data;
    const { user } = connection;
    // "<id>:admins" would name the admins' room, where names are not masked.
    if (!isUuid(data.auctionId)) return notFound;
    const auctionId = data.auctionId.toLowerCase();
    const asker = viewerOf(connection);
    const viewer = asker.kind === "admin" ? await deps.interests.viewerOn(auctionId, asker) : asker;
    const room = viewer.kind === "admin" ? rooms.auctionForAdmins(auctionId) : rooms.auction(auctionId);
    const wasWatching = connection.rooms.has(room);
    if (!wasWatching && connection.rooms.size >= MAX_WATCHED) {
      return invalid([{ path: "auctionId", message: `at most ${MAX_WATCHED} auctions can be watched at once` }]);
    }
    // Joined before the read: what commits in between is either in the snapshot or comes as an event.
    deps.rooms.join(connection, room);
    const { state, events } = await catchUp(auctionId, sinceVersion, viewer).catch((error: unknown) => {
      if (!wasWatching) deps.rooms.leave(connection, room);
      throw error;
    });
    if (!state || !isShown(state, viewer)) {
      deps.rooms.leave(connection, room);
      return notFound;
    }
    const now = clock.now();
    // Made or unmade an admin meanwhile: what was read is not theirs, or not all of it.
    if (connection.user?.isAdmin !== user?.isAdmin) return await watch(connection, data);
    // The same for an administrator who gained an interest meanwhile.
    if (viewer.kind === "admin" && deps.interests.has(viewer.id, auctionId)) {
      deps.rooms.leave(connection, room);
      return await watch(connection, data);
    }
    // After the answer.
    setImmediate(() => void sendCountdown(connection, state).catch(() => {}));
    return {
      auction: toView(state, viewer, now),
      viewers: deps.viewers.count(auctionId),
      serverTime: toIso(now),
      ...(events && { events }),
    };
  };

  return {
    "auction:watch": async (connection, data) => {
      const watched = await deps.admission.watches.run(() => watch(connection, data));
      if (!(watched instanceof TurnedAway)) return watched;
      return refusal("UNAVAILABLE", { message: CROWDED, retryAfterMs: watched.retryAfterMs });
    },

    "auction:unwatch": async (connection, data) => {
      const auctionId = data.auctionId.toLowerCase();
      const leave = (): void => {
        deps.rooms.leave(connection, rooms.auction(auctionId));
        deps.rooms.leave(connection, rooms.auctionForAdmins(auctionId));
      };
      // Behind a watch that was sent before it and still waits.
      if ((await deps.admission.watches.run(leave)) instanceof TurnedAway) leave();
      return {};
    },

    "auctions:watch": (connection) => {
      deps.rooms.join(connection, rooms.listing);
      return {};
    },

    "auctions:unwatch": (connection) => {
      deps.rooms.leave(connection, rooms.listing);
      return {};
    },

    "admin:watch": async (connection) => {
      const refused = await withinLimits(connection, "admin:watch", () => adminOnly(connection));
      if (refused?.code === "RATE_LIMITED") return refused;
      if (refused) {
        deps.rooms.leave(connection, rooms.admin);
        return refused;
      }
      deps.rooms.join(connection, rooms.admin);
      return {};
    },

    "admin:unwatch": (connection) => {
      deps.rooms.leave(connection, rooms.admin);
      return {};
    },

    "bid:place": (connection, { auctionId, amount, commandId, contentVersion }) =>
      withinLimits(connection, "bid:place", async (userId) => {
        const amountMinor = toMinor(amount);
        const command = { type: "PlaceBid", auctionId, userId, commandId, amountMinor, contentVersion } as const;
        return withChanges(auctionId, contentVersion, toPlacedBid(await engine.submit(command)));
      }),

    "maxbid:confirm": (connection, { maxBidId, contentVersion, commandId }) =>
      withinLimits(connection, "maxbid:confirm", async (userId) => {
        const auctionId = await auctionOfMaxBid(database, maxBidId, userId);
        if (!auctionId) return refusal("NOT_FOUND", { message: "Max bid not found" });
        const command = { type: "ConfirmMaxBid", auctionId, userId, commandId, maxBidId, contentVersion } as const;
        return withChanges(auctionId, contentVersion, toSetMaxBid(await engine.submit(command)));
      }),

    "bid:withdraw": (connection, { auctionId, commandId }) =>
      withinLimits(connection, "bid:withdraw", async (userId) =>
        toWithdrawn(await engine.submit({ type: "WithdrawBids", auctionId, userId, commandId })),
      ),

    "maxbid:set": (connection, { auctionId, maxAmount, currency, commandId, contentVersion }) =>
      withinLimits(connection, "maxbid:set", async (userId) => {
        const amountMinor = toMinor(maxAmount);
        const maxBidId = maxBidIdOf(auctionId, userId);
        const asked = { amountMinor, currency, contentVersion };
        const answered = await engine.submit({ type: "SetMaxBid", auctionId, userId, commandId, maxBidId, ...asked });
        return withChanges(auctionId, contentVersion, toSetMaxBid(answered));
      }),

    "maxbid:cancel": (connection, { maxBidId, commandId }) =>
      withinLimits(connection, "maxbid:cancel", async (userId) => {
        const auctionId = await auctionOfMaxBid(database, maxBidId, userId);
        if (!auctionId) return refusal("NOT_FOUND", { message: "Max bid not found" });
        const { outcome } = await engine.submit({ type: "CancelMaxBid", auctionId, userId, commandId, maxBidId });
        return outcome.ok ? {} : outcome.error;
      }),

    "buy-it-now": (connection, { auctionId, commandId }) =>
      withinLimits(connection, "buy-it-now", async (userId) => {
        const purchaseId = randomUUID();
        const answered = await engine.submit({ type: "BuyItNow", auctionId, userId, commandId, purchaseId });
        return toBuyItNow(answered, deps.contact);
      }),

    "clock:sync": (_connection, { t0 }) => ({ t0, serverTime: toIso(clock.now()) }),
  };
};
