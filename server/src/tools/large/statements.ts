// The statements that make a large market, each over whole sets of rows. The shares of statuses are those of a market
// after two years: 15% active, 45% ended, 30% sold, 7% cancelled, 2% draft, 1% paused. Four in ten lots have no bid,
// and the busiest lot has one in a hundred of all bids.
import {
  adminsOf,
  auctionId,
  bidderOf,
  firstName,
  lastName,
  ledgerAmountOf,
  ledgerEntriesOf,
  pick,
  pickEarly,
  random,
  type Sizes,
  sellerOf,
  userId,
  username,
} from "./expressions.ts";
import { details, items, kinds, places, rareItem, sentences } from "./vocabulary.ts";

export interface Step {
  readonly what: string;
  readonly sql: string;
}

/** The share of lots from before the last 30 days. The last 18% are from the last 30 days. */
const OLD = 0.82;
const PICTURES = 10;
const epochMs = (at: string): string => `(extract(epoch from ${at}) * 1000)::bigint`;

const users = (sizes: Sizes, passwordHash: string): Step => ({
  what: `${sizes.users} users`,
  sql: `
    insert into users (id, username, email, password_hash, role, email_verified_at, balance_minor, first_name,
      last_name, city, country, created_at)
    select ${userId("n")}, ${username("n")},
      ${username("n")} || '@' || ${pick(["mail.test", "example.com", "example.ng", "post.test"], random("n", 23))},
      ${/* Two accounts to look around with; the others cannot sign in. */ ""}
      case when n in (1, ${adminsOf(sizes) + 1}) then '${passwordHash}' end,
      case when n <= ${adminsOf(sizes)} then 'admin' else 'user' end,
      case when n <= ${adminsOf(sizes) + 1} or ${random("n", 24)} < 0.95 then joined end,
      (${ledgerEntriesOf(sizes, "n")}) * ${ledgerAmountOf("n")}, ${firstName("n")}, ${lastName("n")},
      ${pickEarly(places, "n", 25)}, 'Nigeria', joined
    from (
      select n, (select clock_now()) - interval '800 days' + interval '799 days' * (n::float8 / ${sizes.users}) as joined
      from generate_series(1, ${sizes.users}) n
    ) u`,
});

const ledger = (sizes: Sizes): Step => ({
  what: "their ledgers",
  sql: `
    insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, created_at)
    select gen_random_uuid(), ${userId("n")}, ${ledgerAmountOf("n")}, ${ledgerAmountOf("n")} * k, 'demo',
      (select clock_now()) - interval '700 days' + interval '2 hours' * k + interval '1 minute' * ${random("n", 26)}
    from generate_series(1, ${sizes.users}) n, lateral generate_series(1, ${ledgerEntriesOf(sizes, "n")}) k`,
});

const item = pickEarly(
  items.map(([name]) => name),
  "n",
  1,
);
const category = pickEarly(
  items.map(([, name]) => name),
  "n",
  1,
);
const mediaUrl = (k: string): string => `'/media/' || md5(n || ' ' || ${k})`;

/**
 * Each lot with its number of bids, by its place in a random order. The numbers add up exactly to the requested total.
 */
const lots = (sizes: Sizes): string => `
  select lot.*, case when share = 0 then 0
    else (floor(${sizes.bids}::float8 * upto / total) - floor(${sizes.bids}::float8 * (upto - share) / total))::int
  end as wanted
  from (
    select ranked.*, sum(share) over (order by n) as upto, sum(share) over () as total
    from (
      select drawn.*, case when fate = 'draft' or ${random("n", 2)} < 0.4 then 0
        else power(5 + rank() over (order by ${random("n", 3)}), -0.9) end as share
      from (
        select n, case
          when n > ${OLD * sizes.auctions} then case when u < 0.833 then 'active' when u < 0.93 then 'draft'
            when u < 0.97 then 'paused' else 'cancelled' end
          else case when u < 0.55 then 'ended' when u < 0.92 then 'sold' else 'cancelled' end
        end as fate,
        (select clock_now()) - case when n > ${OLD * sizes.auctions}
          then interval '1 minute' + interval '30 days' * ((1 - n::float8 / ${sizes.auctions}) / ${1 - OLD})
          else interval '30 days' + interval '730 days' * ((${OLD} - n::float8 / ${sizes.auctions}) / ${OLD})
        end as made
        from (select n, ${random("n", 4)} as u from generate_series(1, ${sizes.auctions}) n) numbered
      ) drawn
    ) ranked
  ) lot`;

const auctions = (sizes: Sizes): Step => ({
  what: `${sizes.auctions} auctions`,
  sql: `
    insert into auctions (id, seller_id, title, description, categories, condition, location, media, currency,
      starting_price_minor, increment_minor, reserve_minor, buy_it_now_minor, status, price_minor, leader_id, winner_id,
      bid_count, starts_at, ends_at, paused_at, pause_reason, version, revision, created_at, updated_at)
    select ${auctionId("n")}, ${userId(sellerOf(sizes, "n"))},
      case when ${random("n", 5)} < 0.0001 then '${rareItem}' else ${item} end
        || ', ' || ${pickEarly(kinds, "n", 6)} || ', ' || ${pickEarly(details, "n", 7)},
      ${[8, 9, 10, 11, 12].map((salt) => pick(sentences, random("n", salt))).join(" || ' ' || ")}
        || ' Lot ' || n || '.',
      array[${category}], (array['new', 'like-new', 'excellent', 'good', 'fair', 'poor'])[1 + n % 6],
      ${pickEarly(places, "n", 13)},
      (select jsonb_agg(jsonb_build_object('url', ${mediaUrl("k")} || case when k > ${PICTURES} then '.mp4' else '.webp' end,
        'type', case when k > ${PICTURES} then 'video' else 'image' end, 'filename', md5(n || ' ' || k),
        'originalName', 'IMG_' || (n + k) || '.jpg') order by k) from generate_series(1, ${PICTURES + 1}) k),
      currency, starting, increment, case when has_reserve then case when sold then starting else 2 * starting end end,
      case when has_price then price + starting end, status, price, leader,
      case when status = 'sold' or status = 'ended' and (not has_reserve or price >= 2 * starting) then leader end,
      wanted, starts, ends,
      case when status = 'paused' then (select clock_now()) - interval '1 day' * ${random("n", 14)} end,
      case when status = 'paused' then 'admin' end,
      1 + wanted + extra, 1 + wanted + extra + hidden, made, least((select clock_now()), ends)
    from (
      select l.*, status = 'sold' as sold, ${random("n", 15)} < 0.25 as has_reserve, ${random("n", 16)} < 0.3 as has_price,
        case when wanted > 0 then ${userId(bidderOf(sizes, "n", "wanted"))} end as leader,
        case status when 'active' then 0 when 'draft' then 0 when 'sold' then 2 else 1 end as extra,
        case when status = 'active' and wanted > 0 then 1 else 0 end as hidden,
        starting + wanted * increment as price,
        case when status = 'draft' then (select clock_now()) + interval '1 day' + interval '60 days' * ${random("n", 17)} else made end as starts,
        case when status in ('active', 'paused') then (select clock_now()) + interval '2 hours' + interval '14 days' * ${random("n", 18)}
          when status = 'draft' then (select clock_now()) + interval '61 days' + interval '14 days' * ${random("n", 18)}
          else made + interval '1 day' + interval '20 days' * ${random("n", 18)} end as ends
      from (
        select lots.*, case when fate = 'sold' and wanted = 0 then 'ended' else fate end as status,
          case when ${random("n", 19)} < 0.85 then 'NGN' else 'USD' end as currency,
          (10 ^ (4 + 4 * ${random("n", 20)}))::bigint * 10 as starting,
          (10 ^ (3 + 2 * ${random("n", 20)}))::bigint as increment
        from (${lots(sizes)}) lots
      ) l
    ) a`,
});

/** Bids are spread evenly between the lot's creation and its end or now. */
const bidAt = `a.created_at + (least(a.ends_at, (select clock_now())) - a.created_at) * (k::float8 / (a.bid_count + 1))`;
const numbered = (sizes: Sizes): string =>
  `generate_series(1, ${sizes.auctions}) n join auctions a on a.id = ${auctionId("n")}`;
const person = (n: string): string => `json_build_object('id', ${userId(n)}, 'username', ${username(n)})`;

const bids = (sizes: Sizes): Step => ({
  what: `${sizes.bids} bids`,
  sql: `
    insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at)
    select a.id, k, ${userId(bidderOf(sizes, "n", "k"))}, a.starting_price_minor + k * a.increment_minor,
      case when ${random("n * 1009 + k", 41)} < 0.3 then 'auto' else 'manual' end, ${bidAt}
    from ${numbered(sizes)}, lateral generate_series(1, a.bid_count) k`,
});

const logOfBids = (sizes: Sizes): Step => ({
  what: "the log of the bids",
  sql: `
    insert into auction_events (auction_id, revision, version, events, actor_id, at, written_by)
    select a.id, k + 1, k + 1, json_build_array(json_build_object('type', 'BidPlaced',
        'bidder', json_build_object('id', b.bidder_id, 'username', u.username), 'number', k,
        'amountMinor', b.amount_minor, 'kind', b.kind)), b.bidder_id, b.created_at, null
    from ${numbered(sizes)} join bids b on b.auction_id = a.id cross join lateral (select b.number as k) bid
    join users u on u.id = b.bidder_id`,
});

const logOfMaking = (sizes: Sizes): Step => ({
  what: "the log of the making",
  sql: `
    insert into auction_events (auction_id, revision, version, events, actor_id, at, written_by)
    select a.id, 1, 1, json_build_array(json_build_object('type', 'AuctionCreated', 'auctionId', a.id,
        'seller', ${person(sellerOf(sizes, "n"))}, 'lot', json_build_object('title', a.title, 'description', a.description,
          'categories', a.categories, 'condition', a.condition, 'location', a.location, 'media', a.media),
        'currency', a.currency, 'startingPriceMinor', a.starting_price_minor, 'incrementMinor', a.increment_minor,
        'reserveMinor', a.reserve_minor, 'buyItNowMinor', a.buy_it_now_minor,
        'status', case when a.status = 'draft' then 'draft' else 'active' end,
        'startsAt', ${epochMs("a.starts_at")}, 'endsAt', ${epochMs("a.ends_at")})), a.seller_id, a.created_at, null
    from ${numbered(sizes)}`,
});

const winner =
  "case when a.winner_id is not null then json_build_object('id', a.winner_id, 'username', w.username) end";
const dueAt = "a.ends_at + interval '5 days'";

const logOfEnds: Step = {
  what: "the log of the ends",
  sql: `
    insert into auction_events (auction_id, revision, version, events, actor_id, at, written_by)
    select a.id, a.bid_count + 2 + extra, a.bid_count + 2 + extra, case
        when extra = 1 then json_build_array(json_build_object('type', 'AuctionSold', 'winner', ${winner}))
        when a.status = 'paused' then json_build_array(json_build_object('type', 'AuctionPaused', 'reason', 'admin',
          'pausedAt', ${epochMs("a.paused_at")}, 'pausedUntil', null))
        when a.status = 'cancelled' then json_build_array(json_build_object('type', 'AuctionCancelled'))
        else json_build_array(json_build_object('type', 'AuctionEnded', 'endedAt', ${epochMs("a.ends_at")},
          'winner', ${winner}, 'dueAt', case when a.winner_id is not null then ${epochMs(dueAt)} end))
      end, case when a.status in ('paused', 'cancelled') or extra = 1 then a.seller_id end, a.updated_at, null
    from auctions a left join users w on w.id = a.winner_id
      cross join lateral generate_series(0, case when a.status = 'sold' then 1 else 0 end) extra
    where a.status not in ('active', 'draft')`,
};

/** The leader of each open lot has a maximum a few steps above the price. */
const maxima: readonly Step[] = [
  {
    what: "maximum bids",
    sql: `
      insert into max_bids (id, auction_id, user_id, amount_minor, reached_revision, created_at, updated_at)
      select md5('max ' || a.id)::uuid, a.id, a.leader_id, a.price_minor + 5 * a.increment_minor, a.revision,
        a.updated_at, a.updated_at
      from auctions a where a.status = 'active' and a.leader_id is not null`,
  },
  {
    what: "their log",
    sql: `
      insert into auction_events (auction_id, revision, version, events, actor_id, at, written_by)
      select m.auction_id, m.reached_revision, null, json_build_array(json_build_object('type', 'MaxBidSet',
          'maxBidId', m.id, 'owner', json_build_object('id', u.id, 'username', u.username),
          'amountMinor', m.amount_minor)), u.id, m.created_at, null
      from max_bids m join users u on u.id = m.user_id`,
  },
];

const settlements: Step = {
  what: "settlements",
  sql: `
    insert into settlements (id, auction_id, winner_id, amount_minor, status, due_at, created_at, closed_at)
    select gen_random_uuid(), id, winner_id, price_minor, fate, ${dueAt}, ends_at,
      case when fate <> 'open' then ends_at + interval '2 days' end
    from auctions a cross join lateral (
      select case when status = 'sold' then 'paid' when ends_at > (select clock_now()) - interval '3 days' then 'open' else 'waived' end as fate
    ) f
    where winner_id is not null`,
};

const mails: Step = {
  what: "mails that were sent",
  sql: `
    insert into outbox (id, kind, data, to_address, user_id, auction_id, attempts, due_at, sent_at, created_at)
    select gen_random_uuid(), 'won', '{}', u.email, u.id, a.id, 1, (select clock_now()) - interval '1 day', (select clock_now()) - interval '1 day',
      (select clock_now()) - interval '30 days' * ${random("a.bid_count", 51)}
    from auctions a join users u on u.id = a.winner_id`,
};

export const stepsOf = (sizes: Sizes, passwordHash: string): readonly Step[] => [
  users(sizes, passwordHash),
  ledger(sizes),
  auctions(sizes),
  bids(sizes),
  logOfMaking(sizes),
  logOfBids(sizes),
  logOfEnds,
  ...maxima,
  settlements,
  mails,
];
