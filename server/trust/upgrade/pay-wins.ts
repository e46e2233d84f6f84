// Makes the winners of a round pay from their balances as soon as they have won, whatever happens to the site.
import { setTimeout as sleep } from "node:timers/promises";
import { askOverRest } from "../../../load/src/money-calls.ts";
import type { Database } from "../../src/platform/database/database.ts";
import type { RoundParticipants } from "../round/participants.ts";
import type { RoundUnderWay } from "../round/play-round.ts";

const LOOKS_EVERY_MS = 250;

const OPEN = `
  select id, auction_id as "auctionId", winner_id as "winnerId" from settlements
  where status = 'open' and auction_id::text = any(string_to_array($1, ','))`;

/** Resolves, after `stop`, with the number of payments that were asked for. */
export const payWins = async (
  { recorder, auctionIds }: Pick<RoundUnderWay, "recorder" | "auctionIds">,
  {
    address,
    participants,
    database,
  }: { readonly address: string; readonly participants: RoundParticipants; readonly database: Database },
  stop: AbortSignal,
): Promise<number> => {
  const asked = new Map<string, Promise<unknown>>();
  for (; !stop.aborted; await sleep(LOOKS_EVERY_MS)) {
    // While the tables change, the read may come to nothing; the next one finds the same.
    const open = await database
      .query<{ id: string; auctionId: string; winnerId: string }>(OPEN, [auctionIds.join(",")])
      .catch(() => []);
    for (const { id: settlementId, auctionId, winnerId } of open) {
      const winner = participants.bidders.find(({ id }) => id === winnerId);
      if (!winner || asked.has(settlementId)) continue;
      const caller = { address, userId: winner.id, token: winner.token };
      asked.set(settlementId, askOverRest(caller, recorder, auctionId, { command: "payment:balance", settlementId }));
    }
  }
  await Promise.all(asked.values());
  return asked.size;
};
