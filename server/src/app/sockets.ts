// Wires the live commands to both transports: Socket.IO and the plain WebSocket.
import type { Role } from "@jara/shared/permissions";
import type { Contacts } from "@jara/shared/site-settings";
import type { Config } from "../config.ts";
import type { AuctionEngine } from "../engine/auction-engine.ts";
import { bidderCommand, noteLimited } from "../engine/bidder-commands.ts";
import type { RequirementsInForce } from "../engine/reads/bidder-checks.ts";
import { type Account, findAccount } from "../features/accounts/account.ts";
import { roleInForce } from "../features/accounts/second-factor/role-in-force.ts";
import type { Tokens } from "../features/accounts/sessions/tokens.ts";
import { createBidCommands } from "../features/bids/commands.ts";
import { bidHandlers } from "../features/bids/live-handlers.ts";
import { createBuyItNow } from "../features/buy-it-now/commands.ts";
import { buyItNowHandlers } from "../features/buy-it-now/live-handlers.ts";
import { saleHandlers } from "../features/sales/live-handlers.ts";
import { createGracefulClose, type GracefulClose } from "../live/close-connections.ts";
import { recordCommands } from "../live/command-log.ts";
import { createDispatch } from "../live/dispatch.ts";
import { createLiveCosts } from "../live/live-costs.ts";
import type { SessionTokens } from "../live/session.ts";
import { PacketScheduler } from "../live/transports/packet-scheduler.ts";
import { servePlainWebSocket } from "../live/transports/plain-websocket.ts";
import { serveSocketIo } from "../live/transports/socket-io.ts";
import { watchHandlers } from "../live/watch-handlers.ts";
import type { Clock } from "../platform/database/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { App } from "../platform/http/app.ts";
import type { Admission } from "../platform/limits/admission.ts";
import type { ClientAddress } from "../platform/limits/client-address.ts";
import type { LiveLimits } from "../platform/limits/live-rate-limits.ts";
import type { TimeBudget } from "../platform/limits/time-budget.ts";
import type { Live } from "./live.ts";
import type { Metrics } from "./metrics.ts";

export interface Sockets {
  readonly gracefulClose: GracefulClose;
  close(): Promise<void>;
}

/** Call after the access table is registered, because the plain WebSocket is a route. */
export const serveSockets = async (deps: {
  readonly app: App;
  readonly config: Config;
  readonly contacts: () => Contacts;
  readonly database: Database;
  readonly clock: Clock;
  readonly engine: AuctionEngine;
  readonly requirements: RequirementsInForce;
  readonly live: Live;
  readonly tokens: Tokens;
  readonly admission: Admission;
  readonly limits: LiveLimits;
  readonly time: TimeBudget;
  readonly clientAddress: ClientAddress;
  readonly metrics: Pick<Metrics, "socket">;
  readonly log: Parameters<typeof recordCommands>[1]["log"] & { error(details: object, message: string): void };
  readonly isDraining: () => boolean;
}): Promise<Sockets> => {
  const { config, database, clock, engine, live, tokens, admission, limits, clientAddress, isDraining, requirements } =
    deps;
  const costs = createLiveCosts(deps.time);
  const inForceOf = (account: Account): Role => roleInForce(config.requireSecondFactor, account);
  const roleOf = async (userId: string): Promise<Role> => {
    const account = await findAccount(database, userId);
    return account && !account.isBanned ? inForceOf(account) : "user";
  };
  const handlers = {
    ...watchHandlers({ ...live, database, clock, admission, roleOf, costs }),
    ...saleHandlers({ ...live, database, clock, admission }),
    ...bidHandlers(createBidCommands({ database, engine, requirements })),
    ...buyItNowHandlers(createBuyItNow({ database, engine, requirements }, deps.contacts)),
  };
  const commands = createDispatch({
    handlers,
    log: deps.log,
    charge: costs.take,
    limits,
    limited: (userId, name, data, error) => {
      if (!Object.hasOwn(bidderCommand, name)) return;
      noteLimited(engine, name as keyof typeof bidderCommand, data as never)(userId, error);
    },
  });
  const gracefulClose = createGracefulClose(
    live.rooms,
    recordCommands(commands, { observe: deps.metrics.socket, log: deps.log }),
  );
  const { dispatch } = gracefulClose;
  const scheduler = new PacketScheduler();
  /** Connections get the role that the account may use now. */
  const inForce: SessionTokens = {
    renew: tokens.renew,
    async resolve(token) {
      const session = await tokens.resolve(token);
      return session && { ...session, account: { ...session.account, role: inForceOf(session.account) } };
    },
  };
  const served = {
    tokens: inForce,
    rooms: live.rooms,
    dispatch,
    admission,
    limits,
    clientAddress,
    scheduler,
    unread: live.unread,
    isDraining,
  };
  serveSocketIo(live.io, served);
  const plain = await servePlainWebSocket(deps.app, { ...served, isAllowed: live.isAllowed });
  return {
    gracefulClose,
    close: async () => {
      plain.close();
      await live.cluster?.close();
      await live.io.close();
    },
  };
};
