// Counts who watches each auction on this node: people, not sockets. A person with several sockets, tabs or devices
// counts once.
import { createHmac } from "node:crypto";
import type { Connection } from "./rooms.ts";

/** Hexadecimal digits: 48 bits. Among 100,000 people two share a name once in 50,000 auctions. */
export const NAME_LENGTH = 12;

/** Makes a name that reveals nothing of the person and is the same on every node. */
export type NameOf = (auctionId: string, person: string) => string;

/**
 * The names are keyed and differ for each auction. So a reader of Redis can neither find an address by trying all of
 * them, nor see that the same person watches two auctions. Every node derives the key from the shared secret.
 */
export const createNames = (secret: string): NameOf => {
  const key = createHmac("sha256", secret).update("who watches an auction").digest();
  return (auctionId, person) =>
    createHmac("sha256", key).update(`${auctionId} ${person}`).digest("hex").slice(0, NAME_LENGTH);
};

/** A user on any address, or a visitor by the address as limits count it. */
export const personOf = ({ user, address }: Pick<Connection, "user" | "address">): string =>
  user ? `user ${user.id}` : `address ${address}`;

export class ViewersHere {
  /** The number of sockets, by auction and name. */
  readonly #byAuction = new Map<string, Map<string, number>>();

  auctions(): string[] {
    return [...this.#byAuction.keys()];
  }

  names(auctionId: string): ReadonlyMap<string, number> {
    return this.#byAuction.get(auctionId) ?? nobody;
  }

  /** Returns true if the person did not watch the auction before. */
  enter(auctionId: string, name: string): boolean {
    const names = this.#byAuction.get(auctionId) ?? new Map<string, number>();
    const before = names.get(name) ?? 0;
    names.set(name, before + 1);
    this.#byAuction.set(auctionId, names);
    return before === 0;
  }

  /** Returns true if it was the person's last socket. */
  leave(auctionId: string, name: string): boolean {
    const names = this.#byAuction.get(auctionId);
    const before = names?.get(name);
    if (!names || before === undefined) return false;
    if (before > 1) {
      names.set(name, before - 1);
      return false;
    }
    names.delete(name);
    if (names.size === 0) this.#byAuction.delete(auctionId);
    return true;
  }
}

const nobody: ReadonlyMap<string, number> = new Map();
