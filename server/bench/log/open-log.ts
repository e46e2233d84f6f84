// Opens the public log of a bench's database, as a server does.
import { createMetrics } from "../../src/app/metrics.ts";
import { openPublicLog, type PublicLog } from "../../src/features/public-log/open-public-log.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { DatabaseClock } from "../../src/platform/database/database-clock.ts";

const KEYS = { host: "bench.invalid", seeds: [Buffer.alloc(32, "a seed of the bench")] } as const;
const NODE = "00000000-0000-4000-8000-000000000001";

/** `grown`: called with the number of new leaves, and how old the oldest of their changes was, in milliseconds. */
export const openLog = async (
  database: Database,
  grown: (leaves: number, behindMs: number | null) => void,
): Promise<Pick<PublicLog, "stop">> => {
  await writeCreations(database);
  const clock = new DatabaseClock();
  await clock.start(database);
  const publicLog = openPublicLog({
    database,
    clock,
    keys: KEYS,
    node: NODE,
    folder: null,
    shared: null,
    witnesses: [],
    isProduction: true,
    publicUrl: "http://bench.invalid",
    log: { warn: console.error, error: console.error },
    observe: { ...createMetrics().publicLog, grown },
  });
  publicLog.start();
  return {
    stop: async () => {
      await publicLog.stop();
      clock.stop();
    },
  };
};

/** The bench's auctions have no log of their own. */
const writeCreations = async (database: Database): Promise<void> => {
  await database.query(`
    insert into auction_events (auction_id, revision, version, events, actor_id, at)
    select a.id, 1, 1, json_build_array(json_build_object('type', 'AuctionCreated', 'auctionId', a.id,
        'seller', json_build_object('id', a.seller_id, 'username', 'seller'),
        'lot', json_build_object('title', a.title, 'description', a.description, 'categories', to_json(a.categories),
          'condition', a.condition, 'location', a.location, 'media', a.media),
        'currency', a.currency, 'startingPriceMinor', a.starting_price_minor, 'incrementMinor', a.increment_minor,
        'reserveMinor', null, 'buyItNowMinor', null, 'softClose', null, 'status', 'active',
        'startsAt', (extract(epoch from a.starts_at) * 1000)::bigint, 'endsAt', (extract(epoch from a.ends_at) * 1000)::bigint)),
      a.seller_id, a.created_at from auctions a
      where not exists (select from auction_events e where e.auction_id = a.id and e.revision = 1)`);
};
