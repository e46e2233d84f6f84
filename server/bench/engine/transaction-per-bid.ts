// The contender that works as textbooks do: one transaction per bid, with the auction's row locked from reading to
// commit. There are two forms: one stores everything that the engine stores (user facts, active maxima, command ids,
// outcomes), the other only the auction, the bid and the log. The product itself never does this
// (docs/decisions/0003-one-statement.md); only this file may contain `begin` and `transaction`, because they are what
// it measures.
import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { REQUIRED_BALANCE_PERCENT } from "@jara/shared/bidding-rules";
import postgres from "postgres";
import type { BenchDatabase } from "../databases.ts";
import { type Contender, INCREMENT_MINOR, type Participants, roundRobin } from "./contender.ts";

const CONNECTIONS = 10;

type Query = (text: string, params: (string | number)[]) => Promise<Record<string, unknown>[]>;

type Keeps = "rules" | "rows alone";

const placeBid = async (query: Query, auctionId: string, bidderId: string, keeps: Keeps): Promise<void> => {
  const [auction] = await query(
    `select price_minor::float8 as price, bid_count as count, version, revision, status, seller_id as seller,
       ends_at > clock_timestamp() as open
     from auctions where id = $1 for update`,
    [auctionId],
  );
  if (!auction?.open || auction.status !== "active" || auction.seller === bidderId) throw new Error("refused");
  const commandId = randomUUID();
  if (keeps === "rules") await checkBidder(query, auctionId, bidderId, commandId, Number(auction.price));
  const amount = Number(auction.price) + INCREMENT_MINOR;
  const number = Number(auction.count) + 1;
  const revision = Number(auction.revision) + 1;
  await query(
    `update auctions set price_minor = $2, leader_id = $3, bid_count = $4, revision = $5, version = $5, updated_at = now()
     where id = $1`,
    [auctionId, amount, bidderId, number, revision],
  );
  await query(
    `insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at)
     values ($1, $2, $3, $4, 'manual', now())`,
    [auctionId, number, bidderId, amount],
  );
  await query(
    `insert into auction_events (auction_id, revision, version, events, actor_id, at) values ($1, $2, $2, $3, $4, now())`,
    [auctionId, revision, `{"type":"BidPlaced","amountMinor":${amount},"bidder":"${bidderId}"}`, bidderId],
  );
  if (keeps === "rows alone") return;
  const outcome = JSON.stringify({ number, amount, revision, minimumBid: amount + INCREMENT_MINOR, isLeading: true });
  await query(
    "insert into commands (user_id, command_id, fingerprint, outcome, created_at) values ($1, $2, $3, $4, now())",
    [bidderId, commandId, `PlaceBid ${auctionId} ${amount}`, outcome],
  );
};

/**
 * One read for everything that the rules need besides the auction: the bidder's facts, an earlier outcome, and the
 * active maxima.
 */
const checkBidder = async (
  query: Query,
  auctionId: string,
  bidderId: string,
  commandId: string,
  price: number,
): Promise<void> => {
  const [bidder] = await query(
    `select email_verified_at is not null as verified, banned_at is not null as banned, balance_minor::float8 as balance,
       (select outcome from commands where user_id = $1 and command_id = $2) as known,
       (select json_agg(m) from max_bids m where auction_id = $3 and not cancelled) as maxima
     from users where id = $1`,
    [bidderId, commandId, auctionId],
  );
  if (!bidder?.verified || bidder.banned || bidder.known || bidder.maxima) throw new Error("refused");
  if (Number(bidder.balance) < (price * REQUIRED_BALANCE_PERCENT) / 100) throw new Error("refused");
};

export const transactionPerBid = ({ url }: BenchDatabase, participants: Participants, keeps: Keeps): Contender => {
  const connections = onPostgres(url);
  const nextAuction = roundRobin(participants.auctionIds);
  const nextBidder = roundRobin(participants.bidderIds);
  return {
    name: keeps === "rules" ? "transaction a bid" : "  its rows alone",
    async run(ms, latencies) {
      const started = performance.now();
      let bids = 0;
      const bidUntilTheEnd = async (): Promise<void> => {
        for (let sent = started; sent - started < ms; ) {
          sent = performance.now();
          await connections.transaction((query) => placeBid(query, nextAuction(), nextBidder(), keeps));
          latencies.recordValue((performance.now() - sent) * 1000);
          bids += 1;
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, bidUntilTheEnd));
      return { bids, ms: performance.now() - started };
    },
    close: connections.close,
  };
};

interface Connections {
  transaction(work: (query: Query) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const onPostgres = (url: string): Connections => {
  const sql = postgres(url, { max: CONNECTIONS, onnotice: () => {} });
  return {
    transaction: async (work) => {
      await sql.begin((own) => work((text, params) => own.unsafe(text, params, { prepare: true })));
    },
    close: () => sql.end({ timeout: 5 }),
  };
};
