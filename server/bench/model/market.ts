// The types of the inputs and the results of a simulation of bids.
import type { Costs } from "./costs.ts";

export interface Market {
  readonly costs: Costs;
  /** How many nodes there are, and at how many of them bids arrive. */
  readonly nodes: number;
  readonly biddingNodes: number;
  /** Bidders, in turn at the bidding nodes. */
  readonly bidders: number;
  /** The nodes of the sockets that hear a bidder's private events. Without it, each has one at the node that decided. */
  readonly ears?: (bidder: number) => readonly number[];
  /** Bids that a bidder keeps on their way. */
  readonly window: number;
  readonly lots: number;
  /** The auction of a bid. `random` is even from 0 to 1, and another number each time. */
  readonly lotOf: (bidder: number, random: number) => number;
  /** The node that a bid goes to. Without it, each bidder stays at one. */
  readonly nodeOf?: (bidder: number, lot: number) => number;
  /** Private events go to the other nodes. */
  readonly hasRedis: boolean;
  /** The first node writes the public log of all. */
  readonly hasLog: boolean;
  /**
   * The number of cores for everything together. Otherwise each node has a machine of two cores and the database one of
   * these, and the network takes this time each way.
   */
  readonly cores: { readonly shared: number } | { readonly database: number; readonly networkMs: number };
  /** The bids/s of each bidder if they come at their own pace; otherwise each answer is followed by a bid. */
  readonly perBidder?: number;
  /** The first quarter is not counted. */
  readonly ms: number;
  readonly seed?: number;
}

export interface MarketFigures {
  /** Answered bids. */
  readonly perSecond: number;
  /** Bids in a statement, on average. */
  readonly batch: number;
  readonly statementsPerSecond: number;
  /** Parts of batches that were decided on an old state. */
  readonly misses: number;
  /** The part of the bids that no higher bid had overtaken on its way. */
  readonly accepted: number;
  /** Milliseconds from sending a bid to reading its answer. */
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Cores that were busy, on average. */
  readonly busy: { readonly nodes: number; readonly database: number; readonly clients: number };
}

export interface Bid {
  readonly bidder: number;
  readonly lot: number;
  /** Each bid on an auction is higher than the one sent before it. */
  readonly amount: number;
  readonly sentAt: number;
  readonly from: Socket;
}

/** A bidder's socket at a node. */
export interface Socket {
  /** Bids that arrived at the node and that it has not handled: it handles one in each tick. */
  readonly waiting: Bid[];
  /** Answered bids that the client has not read: it reads all of them at once. */
  readonly answers: Bid[];
  isListed: boolean;
}
