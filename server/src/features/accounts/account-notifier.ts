// Notifies an account's own connections (role, verification, balance) and the staff who may see users (the whole
// account) of its changes. Nodes exchange only ids and read the account one read after the other, so the newest state
// is always sent last.

import { rooms } from "../../live/rooms.ts";
import { createDeskNotifier, createSender, type SenderDeps, storedAccounts } from "./send-accounts.ts";

/**
 * The longest time until a change is noticed that no node announced, for example because Redis is unavailable, because
 * the command line made the change, or because a connection is just opening.
 */
const LOOK_EVERY_MS = 1_000;
/** An action is dated when its statement began to write, but the statement may commit a little later. */
const OVERLAP_S = 15;

export interface AccountNotifier {
  /** Call after the commit that made or changed an account. Notifies this node and every other node. Never fails. */
  changed(userId: string): void;
  /** Another node reports that these accounts changed. */
  changedElsewhere(userIds: readonly string[]): void;
  /** Call after a commit that changed what these people have bound by their bids. Like `changed`, but for them alone. */
  boundChanged(userIds: readonly string[]): void;
  /** Another node's commit changed what these people have bound. */
  boundElsewhere(userIds: readonly string[]): void;
  close(): void;
}

interface AccountNotifierDeps extends SenderDeps {
  /** Evicts this node's cached copy of the account, which is outdated. */
  readonly evict: (userId: string) => void;
  /** Staff whose bids another node may have accepted while this node did not receive its messages. */
  readonly staffWhileDisconnected?: () => readonly string[];
  readonly publishToNodes: ((userIds: readonly string[]) => void) | undefined;
  readonly publishBound?: ((userIds: readonly string[]) => void) | undefined;
  readonly log: { warn(details: object, message: string): void };
}

export const startAccountNotifier = (deps: AccountNotifierDeps): AccountNotifier => {
  const desk = createDeskNotifier(deps.rooms);
  const sendAll = createSender(deps, desk);
  let isClosed = false;

  /** Accounts that changed, or may have changed. */
  const unread = new Set<string>();
  /** Connected people who have more or less bound. */
  const rebound = new Set<string>();
  let isReading = false;
  const read = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      while (unread.size + rebound.size > 0 && !isClosed) {
        const asked = new Set(unread);
        const bound = new Set(rebound);
        unread.clear();
        rebound.clear();
        try {
          await sendAll(asked, bound);
        } catch (error) {
          for (const id of bound) rebound.add(id);
          for (const id of asked) unread.add(id);
          throw error;
        }
      }
    } catch (error) {
      // The next poll tries again.
      if (!isClosed) deps.log.warn({ err: error }, "account changes not sent; trying again");
    } finally {
      isReading = false;
    }
  };

  const note = (userIds: readonly string[]): void => {
    const isWanted = desk.hasReaders();
    for (const id of userIds) if (isWanted || deps.rooms.has(rooms.user(id))) unread.add(id);
    void read();
  };
  const noteChanged = (userIds: readonly string[]): void => {
    for (const id of userIds) deps.evict(id);
    note(userIds);
  };
  const noteBound = (userIds: readonly string[]): void => {
    for (const id of userIds) if (deps.rooms.has(rooms.user(id))) rebound.add(id);
    void read();
  };
  const polling = pollChanges(deps, note);

  return {
    changed(userId) {
      noteChanged([userId]);
      deps.publishToNodes?.([userId]);
    },
    changedElsewhere: noteChanged,
    boundChanged(userIds) {
      if (userIds.length === 0) return;
      noteBound(userIds);
      deps.publishBound?.(userIds);
    },
    boundElsewhere: noteBound,
    close() {
      isClosed = true;
      polling.close();
    },
  };
};

/** Looks for changed accounts that no node announced, and gives their ids to `note`. */
const pollChanges = (deps: AccountNotifierDeps, note: (userIds: readonly string[]) => void): { close(): void } => {
  const { reads = storedAccounts } = deps;
  let isClosed = false;
  let lookedAt = performance.now();
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const startedAt = performance.now();
    try {
      const seconds = OVERLAP_S + (startedAt - lookedAt) / 1000;
      const recent = await reads.accountsChangedWithin(deps.database, seconds);
      note([...new Set([...recent, ...(deps.staffWhileDisconnected?.() ?? [])])]);
      lookedAt = startedAt;
    } catch (error) {
      // The next poll, a second later, covers a longer time.
      if (!isClosed) deps.log.warn({ err: error }, "changed accounts not polled; trying again");
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return {
    close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
};
