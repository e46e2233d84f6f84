// The entries of one lot, written one after the other as the house would write them. Defaults make a fair lot, so that a test
// names only what it is about.

import { toHex } from "../../src/bytes.ts";
import { bidderCommitment, reserveCommitment, sellerCommitment } from "../../src/commitments.ts";
import { sha256Of } from "../../src/hashing.ts";

export const AUCTION = "0a6f54a2-6b1e-4d4e-9c5e-0d6f0f3a7b11";
export const START = Date.parse("2026-11-25T12:00:00.000Z");
/** One hour after the start. */
export const END = START + 60 * 60 * 1000;
export const iso = (ms: number): string => new Date(ms).toISOString();

const users = {
  ada: "5d0c2b3e-0001-4000-8000-000000000001",
  bola: "5d0c2b3e-0002-4000-8000-000000000002",
  chidi: "5d0c2b3e-0003-4000-8000-000000000003",
} as const;
export type Name = keyof typeof users;
export const ownOf = (name: Name, auction = AUCTION) => {
  const salt = toHex(sha256Of(`salt of ${name}`));
  const user = users[name];
  return { auction, user, salt, commitment: bidderCommitment(auction, user, salt) };
};
export const person = (name: Name | null, auction = AUCTION): string | null => name && ownOf(name, auction).commitment;

/** `user`: an account, or "house". */
export const sellerOf = (user: string = users.chidi, auction = AUCTION) => {
  const salt = toHex(sha256Of(`salt of the seller ${user} of ${auction}`));
  return { auction, user, salt, commitment: sellerCommitment(auction, user, salt) };
};

export const reserveOf = (amount: number, auction = AUCTION) => {
  const salt = toHex(sha256Of(`reserve ${amount}`));
  return { opened: { amount, salt }, commitment: reserveCommitment(auction, amount, salt) };
};

export const LOT_HASH = toHex(sha256Of("the lot"));

export interface FactLike {
  readonly type: string;
  readonly [field: string]: unknown;
}

export const opened = (fields: object = {}): FactLike => ({
  type: "opened",
  contentVersion: 1,
  currency: "NGN",
  endsAt: iso(END),
  startsAt: null,
  startingPrice: 1000_00,
  increment: 100_00,
  buyItNow: null,
  softClose: null,
  rules: null,
  reserve: null,
  lotHash: LOT_HASH,
  media: [],
  price: 1000_00,
  bidCount: 0,
  ...fields,
});
export const changed = (fields: object = {}): FactLike => ({
  type: "changed",
  contentVersion: 1,
  lotHash: LOT_HASH,
  media: [],
  why: "edit",
  ...fields,
});

export class LotStory {
  readonly leaves: { at: string; auction: string; facts: FactLike[]; v: 1; version: number }[] = [];
  readonly auction: string;
  #number = 0;
  #version = 0;

  constructor(auction = AUCTION) {
    this.auction = auction;
  }

  /** `at`: ms after the start. */
  entry(at: number, ...facts: readonly FactLike[]): this {
    this.#version += 1;
    const leaf = {
      at: iso(START + at),
      auction: this.auction,
      facts: [...facts],
      v: 1 as const,
      version: this.#version,
    };
    this.leaves.push(leaf);
    return this;
  }

  /** The next bid's fact, with the next number. */
  bid(name: Name, naira: number, kind: "manual" | "auto" = "manual"): FactLike {
    this.#number += 1;
    return { type: "bid", number: this.#number, amount: naira * 100, kind, bidder: person(name, this.auction) };
  }

  bids(at: number, ...bids: readonly (readonly [Name, number, ("manual" | "auto")?])[]): this {
    return this.entry(at, ...bids.map((bid) => this.bid(...bid)));
  }

  /** Leaves versions out, as a draft between two of the lot's lives does. */
  skip(versions: number): this {
    this.#version += versions;
    return this;
  }
}

export const ended = (winner: Name | null, fields: object = {}): FactLike => ({
  type: "ended",
  endedAt: iso(END),
  winner: person(winner),
  reserve: null,
  ...fields,
});

/** Minutes in ms. */
export const min = (minutes: number): number => minutes * 60_000;
