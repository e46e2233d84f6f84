// Opens the connections of the trial: each person has one to each node, and the watchers watch all auctions.
import { randomUUID } from "node:crypto";
import { Bidder } from "../../../load/src/bidder.ts";
import { newCounts } from "../../../load/src/counts.ts";
import type { Recorder } from "../../../load/src/history/recorder.ts";
import { type Observer, type Outcome, observers, type SocketAsked, transports } from "../../../load/src/observer.ts";
import { Watcher } from "../../../load/src/watcher.ts";
import type { RoundPerson } from "../round/participants.ts";
import type { TrialCalls } from "./bidding-parts.ts";

const WATCHERS = 6;
const ANSWERED_WITHIN_MS = 8_000;

export interface Connections {
  /** Sends a person's command through one of their connections. Unknown without an answer within 8 seconds. */
  readonly ask: TrialCalls["ask"];
  readonly watchers: readonly Watcher[];
  /** Opens all connections, and the watchers watch these auctions. */
  open(auctionIds: readonly string[]): Promise<void>;
  /** The commands that have no answer yet are recorded as unknown. */
  giveUp(): void;
  close(): void;
}

const transportOf = (index: number) => transports[index % transports.length] ?? "websocket";

export const connectionsOf = (
  addresses: readonly string[],
  people: readonly RoundPerson[],
  recorder: Recorder,
): Connections => {
  const outcomes = new Map<string, (outcome: Outcome) => void>();
  const settled: Observer["settled"] = ({ commandId }, outcome) => {
    outcomes.get(commandId)?.(outcome);
    outcomes.delete(commandId);
  };
  const observer = observers([recorder, { settled }]);
  const counts = newCounts();
  const lines = people.map(({ token }, index) =>
    addresses.map((address, node) => new Bidder(transportOf(index + node), address, token, counts.lines, observer)),
  );
  const watchers = Array.from({ length: WATCHERS }, (_, index) => {
    const person = index % 3 === 2 ? people[index % 2] : undefined;
    const as = person ? { userId: person.id, token: person.token } : null;
    const address = addresses[index % addresses.length] ?? "";
    return new Watcher(index, transportOf(Math.floor(index / 2)), address, counts, observer, as);
  });
  const all = [...lines.flat(), ...watchers];
  const ask = (who: number, node: number, auctionId: string, asked: SocketAsked, commandId = randomUUID()) => {
    const person = people[who] as RoundPerson;
    const bidder = lines[who]?.[node % addresses.length] as Bidder;
    const invocation = { ...asked, commandId, bidder: who, userId: person.id, auctionId, dueAt: performance.now() };
    return new Promise<Outcome>((resolve) => {
      const known = outcomes.get(commandId);
      const late = setTimeout(() => resolve({ kind: "unknown" }), ANSWERED_WITHIN_MS);
      outcomes.set(commandId, (outcome) => {
        clearTimeout(late);
        known?.(outcome);
        resolve(outcome);
      });
      bidder.submit({ ...invocation, transport: bidder.line.transport });
    });
  };
  return {
    ask,
    watchers,
    open: async (auctionIds) => {
      await Promise.all(all.map(({ line }) => line.open()));
      await Promise.all(watchers.map((watcher) => watcher.watch(auctionIds, () => false)));
    },
    giveUp: () => {
      for (const bidder of lines.flat()) bidder.giveUp();
    },
    close: () => {
      for (const { line } of all) line.close();
    },
  };
};
