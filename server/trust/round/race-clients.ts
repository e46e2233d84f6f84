// Connects each person of a site to every node, for races, which depend on who sends what through which node. Nothing
// else happens meanwhile, and everything is recorded.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Auction, AuctionStatus } from "@jara/shared/auction";
import type { CreateAuctionBody } from "@jara/shared/rest/auctions";
import { Bidder } from "../../../load/src/bidder.ts";
import { newCounts } from "../../../load/src/counts.ts";
import { createRecorder, type Recorder } from "../../../load/src/history/recorder.ts";
import { inParallel } from "../../../load/src/in-parallel.ts";
import { type Observer, type Outcome, observers, type SocketAsked, transports } from "../../../load/src/observer.ts";
import { Watcher } from "../../../load/src/watcher.ts";
import type { Site } from "../site/site.ts";
import type { RoundParticipants } from "./participants.ts";
import { changeStatus, sellerAt } from "./seller.ts";

const PUT_UP_AT_ONCE = 16;
const QUIET_MS = 2_000;
const DAY_MS = 86_400_000;

export interface RaceClients {
  readonly recorder: Recorder;
  /** The auctions created for this race. */
  readonly auctionIds: readonly string[];
  putUp(count: number, details?: Partial<CreateAuctionBody>): Promise<Auction[]>;
  /** Sends one command of a person through each of the given nodes at once, under one id. */
  ask(person: number, auctionId: string, asked: SocketAsked, nodes: readonly number[]): Promise<readonly Outcome[]>;
  setStatus(auctionId: string, status: AuctionStatus): Promise<Outcome>;
  /** From now on, three watchers at each node watch these auctions. */
  watch(auctionIds: readonly string[]): Promise<void>;
  quiet(): Promise<void>;
  close(): void;
}

export const openRaceClients = async (site: Site, participants: RoundParticipants): Promise<RaceClients> => {
  const recorder = createRecorder();
  const waiting = new Map<string, (outcome: Outcome) => void>();
  const auctionIds: string[] = [];
  const counts = newCounts();
  const seller = sellerAt(site.proxy.address, participants.seller.token);
  /** The node that carried the command distinguishes the answers to one command. */
  const answered = (node: number): Observer => ({
    settled: ({ commandId }, outcome) => {
      waiting.get(`${node} ${commandId}`)?.(outcome);
      waiting.delete(`${node} ${commandId}`);
    },
  });
  // A command that goes through a second node is the same invocation again.
  const again: Observer = { ...recorder, invoked: (invocation, at) => recorder.resent(invocation, at) };
  const transportOf = (index: number) => transports[index % transports.length] ?? "websocket";
  const bidders = participants.bidders.map(({ token }, person) =>
    site.nodes.map((node, index) => ({
      first: new Bidder(transportOf(person), node.address, token, counts.lines, observers([recorder, answered(index)])),
      again: new Bidder(transportOf(person), node.address, token, counts.lines, observers([again, answered(index)])),
    })),
  );
  const watchers = site.nodes.flatMap((node, index) =>
    [0, 1, 2].map((k) => new Watcher(index * 3 + k, transportOf(k), node.address, counts, observers([recorder]))),
  );
  const all = [...bidders.flat().flatMap(({ first, again: second }) => [first, second]), ...watchers];
  await inParallel(all, 50, ({ line }) => line.open());
  return {
    recorder,
    auctionIds,
    putUp: async (count, details = {}) => {
      const made: Auction[] = [];
      const endTime = new Date(Date.now() + DAY_MS).toISOString();
      await inParallel(Array.from({ length: count }), PUT_UP_AT_ONCE, async (_, index) => {
        const auction = await seller.create(randomUUID(), { endTime, ...details });
        made[index] = auction;
        auctionIds.push(auction._id);
      });
      return made;
    },
    ask: async (person, auctionId, asked, nodes) => {
      const own = bidders[person];
      const [first] = nodes;
      if (!own || first === undefined) throw new Error("nobody to ask");
      const invocation = {
        ...asked,
        commandId: randomUUID(),
        bidder: person,
        userId: participants.bidders[person]?.id ?? "",
        transport: transportOf(person),
        auctionId,
        dueAt: performance.now(),
      };
      const outcomes = nodes.map(
        (node) => new Promise<Outcome>((resolve) => waiting.set(`${node} ${invocation.commandId}`, resolve)),
      );
      for (const node of nodes) own[node]?.[node === first ? "first" : "again"].submit(invocation);
      return await Promise.all(outcomes);
    },
    setStatus: async (auctionId, status) =>
      (await changeStatus({ seller, sellerId: participants.seller.id, recorder }, auctionId, status)).outcome,
    watch: async (ids) => {
      await Promise.all(watchers.map((watcher) => watcher.watch(ids, () => false)));
    },
    quiet: async () => {
      await sleep(QUIET_MS);
    },
    close: () => {
      for (const { line } of all) line.close();
    },
  };
};
