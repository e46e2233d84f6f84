// Sends a given number of invalid frames, calls and bytes, drawn from a seed, to a running server, and checks that it
// withstood them: every answer is a declared one, nothing changed in the database, and a valid bid is accepted
// afterwards.
import { randomUUID } from "node:crypto";
import { connect } from "../../test/support/e2e-live.ts";
import { makePerson } from "../../test/support/e2e-people.ts";
import { type Random, randomOf } from "../round/random.ts";
import type { Tried } from "../row.ts";
import { fuzzHttp, fuzzWebSocket } from "./bytes.ts";
import { openFrames } from "./frames.ts";
import { fuzzCall } from "./rest-calls.ts";
import { everything, type Fuzzed, type FuzzTarget } from "./target.ts";

/** Concurrent workers, because a server that only ever handles one request at a time would prove less. */
const WORKERS = 4;

export const fuzz = async (
  target: FuzzTarget,
  { tries, seed, say }: { tries: number; seed: number; say: (line: string) => void },
): Promise<Tried> => {
  const before = await everything(target);
  const findings: string[] = [];
  const outcomes = new Map<string, number>();
  const note = ({ outcome, finding }: Fuzzed): void => {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (finding) findings.push(finding);
  };
  let tried = 0;
  const work = async (random: Random): Promise<void> => {
    const plain = openFrames("/ws", random, target);
    const socketIo = openFrames("socket.io", random, target);
    while (tried < tries) {
      tried += 1;
      if (tried % 1_000 === 0) say(`${tried} of ${tries}, ${findings.length} findings`);
      const kind = random.whole(100);
      if (kind < 25) note(await plain.fuzz());
      else if (kind < 50) note(await socketIo.fuzz());
      else if (kind < 88) note(await fuzzCall(random, target));
      else if (kind < 95) note(await fuzzHttp(random, target));
      else note(await fuzzWebSocket(random, target));
    }
    plain.close();
    socketIo.close();
  };
  const seeds = randomOf(seed);
  await Promise.all(Array.from({ length: WORKERS }, () => work(randomOf(seeds.whole(2 ** 31)))));
  const after = await everything(target);
  if (after !== before) findings.push(`the database changed: ${changed(before, after)}`);
  findings.push(...(await cannotBid(target)));
  const tally = [...outcomes].sort(([, a], [, b]) => b - a).map(([outcome, count]) => `${outcome} ${count}`);
  return { tried, bad: findings.length, findings, notes: [`seed ${seed}; ${tally.join(", ")}`] };
};

const changed = (before: string, after: string): string => {
  const known = new Set(before.split("\n"));
  return after
    .split("\n")
    .filter((line) => !known.has(line))
    .join(", ");
};

/** Checks that a valid bid by a new user is accepted. */
const cannotBid = async (target: FuzzTarget): Promise<string[]> => {
  try {
    const bidder = await makePerson(target, `good-${randomUUID().slice(0, 8)}`);
    for (const transport of ["/ws", "socket.io"] as const) {
      const client = await connect(target, transport, { token: bidder.token });
      const { auction } = await client.ask("auction:watch", { auctionId: target.auctionId });
      await client.ask("bid:place", {
        auctionId: target.auctionId,
        amount: auction.minimumBid,
        commandId: randomUUID(),
      });
      client.close();
    }
    return [];
  } catch (error) {
    return [`a good bid was not taken afterwards: ${(error as Error).message}`];
  }
};
