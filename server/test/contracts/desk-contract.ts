// Tests the desk on one database: what each panel shows and counts, and to whom. It is long because it writes the rows
// for every panel, and all tests share them.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fallbackRates } from "@jara/shared/money";
import type { Role } from "@jara/shared/permissions";
import { beforeEach, describe, expect, it } from "vitest";
import { readDesk } from "../../src/features/desk/queries.ts";
import { startQuietChanges } from "../../src/features/desk/quiet-changes.ts";
import { owedNow } from "../../src/features/proceeds/seller-statement.ts";
import { lagosDay, startOfLagosDay } from "../../src/platform/lib/lagos-time.ts";
import { consign } from "../support/given-consignment.ts";
import type { TestDatabase } from "../support/with-database.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The house owes nothing to sellers where a test is about something else. */
export const nothingOwed = async () => ({ sellers: [], owed: 0 });

/** Rows of a market, written straight into the tables. Times are epoch ms. */
export const givenDesk = (test: TestDatabase) => {
  const sql = (text: string, params: unknown[] = []) => test.database.query(text, params as string[]);
  const iso = (ms: number) => new Date(ms).toISOString();

  const clean = async (): Promise<void> => {
    for (const table of ["outbox", "sent_alerts", "alert_settings", "settlements", "purchases", "second_chances"]) {
      await sql(`delete from ${table}`);
    }
    for (const table of ["payments", "ledger_entries", "approvals", "withdrawals", "bank_accounts", "relistings"]) {
      await sql(`delete from ${table}`);
    }
    for (const table of ["bank_account_changes", "consignments", "agreements", "offers"])
      await sql(`delete from ${table}`);
    for (const table of ["bids", "sale_lots", "sales", "auctions", "public_holidays"])
      await sql(`delete from ${table}`);
    await sql("update users set role = 'user' where role <> 'user'");
  };
  const person = async (
    role: Role = "user",
    isVerified = true,
  ): Promise<{ id: string; username: string; role: Role }> => {
    const id = randomUUID();
    const username = `p${id.slice(0, 12)}`;
    await sql(
      `insert into users (id, username, username_verdict, email, balance_minor, created_at, role, email_verified_at)
       values ($1::text::uuid, $2, 'ok', $2 || '@people.test', 0, now(), $3,
         case when $4::text = 'true' then now() end)`,
      [id, username, role, String(isVerified)],
    );
    return { id, username, role };
  };
  const lot = async (
    seller: string,
    given: {
      title?: string;
      status?: string;
      endsAt?: number;
      updatedAt?: number;
      reserve?: number;
      price?: number;
      currency?: string;
      bidCount?: number;
      leader?: string;
    } = {},
  ): Promise<string> => {
    const id = randomUUID();
    const { title = "A drum", status = "ended", endsAt = Date.now() - HOUR, price = 100_000, currency = "NGN" } = given;
    const { updatedAt = Math.min(endsAt, Date.now()), reserve = null, bidCount = 0, leader = null } = given;
    await sql(
      `insert into auctions (id, seller_id, title, description, categories, condition, media, currency,
         starting_price_minor, increment_minor, reserve_minor, status, price_minor, ends_at, version, revision, created_at,
         updated_at, bid_count, leader_id)
       values ($1::text::uuid, $2::text::uuid, $3, '', '{other}', 'good', '[]', $4, 100, 100, $5::text::bigint, $6,
         $7::text::bigint, $8::text::timestamptz, 1, 1, now(), $9::text::timestamptz, $10::text::int, $11::text::uuid)`,
      [
        id,
        seller,
        title,
        currency,
        reserve === null ? null : String(reserve),
        status,
        String(price),
        iso(endsAt),
        iso(updatedAt),
        String(bidCount),
        leader,
      ],
    );
    return id;
  };
  const bid = (auctionId: string, bidder: string, number: number, at: number, isVoid = false) =>
    sql(
      `insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at, voided_at)
       values ($1::text::uuid, $2::text::int, $3::text::uuid, 1000, 'manual', $4::text::timestamptz,
         case when $5::text = 'true' then now() end)`,
      [auctionId, String(number), bidder, iso(at), String(isVoid)],
    );
  const settlement = async (
    auctionId: string,
    winner: string,
    given: {
      status?: string;
      amount?: number;
      deposit?: number;
      dueAt?: number;
      createdAt?: number;
      closedAt?: number;
      stuckAt?: number;
    } = {},
  ): Promise<string> => {
    const id = randomUUID();
    const { status = "open", amount = 100_000, deposit = 20_000, dueAt = Date.now() + 2 * DAY, stuckAt } = given;
    const { createdAt = Date.now() - HOUR, closedAt = Date.now() } = given;
    await sql(
      `with won as (
         update auctions set winner_id = $3::text::uuid
         where id = $2::text::uuid and status in ('ended', 'sold') and $6 not in ('void', 'refunded')
       )
       insert into settlements (id, auction_id, winner_id, amount_minor, deposit_minor, deposit_worth_minor, status,
         due_at, created_at, closed_at, stuck_at, last_error)
       values ($1::text::uuid, $2::text::uuid, $3::text::uuid, $4::text::bigint, $5::text::bigint, $5::text::bigint, $6,
         $7::text::timestamptz, $8::text::timestamptz, $9::text::timestamptz, $10::text::timestamptz,
         case when $10::text is not null then 'The engine refused' end)`,
      [
        id,
        auctionId,
        winner,
        String(amount),
        String(deposit),
        status,
        iso(dueAt),
        iso(createdAt),
        status === "open" ? null : iso(closedAt),
        stuckAt === undefined ? null : iso(stuckAt),
      ],
    );
    return id;
  };
  const purchase = async (
    auctionId: string,
    buyer: string,
    given: { status?: string; price?: number; fee?: number; deadlineAt?: number; closedAt?: number } = {},
  ): Promise<string> => {
    const id = randomUUID();
    const { status = "pending", price = 100_000, fee = 5_000, deadlineAt = Date.now() + HOUR } = given;
    const { closedAt = Date.now() } = given;
    await sql(
      `insert into purchases (id, auction_id, buyer_id, price_minor, fee_minor, status, deadline_at, created_at, closed_at)
       values ($1::text::uuid, $2::text::uuid, $3::text::uuid, $4::text::bigint, $5::text::bigint, $6,
         $7::text::timestamptz, now(), $8::text::timestamptz)`,
      [
        id,
        auctionId,
        buyer,
        String(price),
        String(fee),
        status,
        iso(deadlineAt),
        status === "pending" ? null : iso(closedAt),
      ],
    );
    return id;
  };
  const withdrawal = async (
    userId: string,
    given: { status?: string; amount?: number; createdAt?: number; lastError?: string } = {},
  ): Promise<string> => {
    const id = randomUUID();
    const { status = "requested", amount = 50_000, createdAt = Date.now() - HOUR, lastError = null } = given;
    await sql(
      `with account as (
         insert into bank_accounts (id, user_id, bank_code, bank_name, account_number, account_name, is_sandbox,
           created_at, usable_at)
         values (gen_random_uuid(), $2::text::uuid, '057', 'Zenith Bank', $1, 'OKAFOR ADA', false, now(), now())
         returning id
       )
       insert into withdrawals (id, user_id, bank_account_id, amount_minor, status, reference, is_sandbox, created_at,
         decided_at, last_error)
       select $1::text::uuid, $2::text::uuid, id, $3::text::bigint, $4, $1, false, $5::text::timestamptz,
         $5::text::timestamptz, $6 from account`,
      [id, userId, String(amount), status, iso(createdAt), lastError],
    );
    return id;
  };
  const approval = async (
    userId: string,
    askedBy: string,
    given: { kind?: string; amount?: number; askedAt?: number; auctionId?: string } = {},
  ): Promise<string> => {
    const id = randomUUID();
    const { kind = "balance", amount = 70_000, askedAt = Date.now() - HOUR, auctionId = null } = given;
    await sql(
      `insert into approvals (id, kind, status, user_id, amount_minor, request, asked_by, asked_at, command_id, number,
         auction_id)
       values ($1::text::uuid, $2, 'waiting', $3::text::uuid, $4::text::bigint, '{}', $5::text::uuid,
         $6::text::timestamptz, $1, 1, $7::text::uuid)`,
      [id, kind, userId, String(amount), askedBy, iso(askedAt), auctionId],
    );
    return id;
  };
  const bankChange = async (askedBy: string, askedAt = Date.now() - HOUR): Promise<string> => {
    const id = randomUUID();
    await sql(
      `insert into bank_account_changes (id, value, version, reason, asked_by, asked_at, status)
       values ($1::text::uuid, '{}', 0, 'A new bank', $2::text::uuid, $3::text::timestamptz, 'waiting')`,
      [id, askedBy, iso(askedAt)],
    );
    return id;
  };
  const failedMail = async (
    userId: string | null,
    failedAt = Date.now() - HOUR,
    kind = "receipt",
    auctionId: string | null = null,
  ): Promise<string> => {
    const id = randomUUID();
    await sql(
      `insert into outbox (id, kind, data, to_address, user_id, auction_id, due_at, created_at, failed_at, last_error,
         attempts)
       values ($1::text::uuid, $4, '{}', 'lost@people.test', $2::text::uuid, $5::text::uuid, now(), now(),
         $3::text::timestamptz, 'No such mailbox', 12)`,
      [id, userId, iso(failedAt), kind, auctionId],
    );
    return id;
  };
  const sale = async (by: string, title: string, lots: readonly string[]): Promise<string> => {
    const id = randomUUID();
    await sql(
      `insert into sales (id, title, description, terms, viewings, status, closes_at, spacing_seconds, closing, created_by,
         created_at, updated_at, revision)
       values ($1::text::uuid, $2, '', '', '[]', 'published', now(), 0, 'alone', $3::text::uuid, now(), now(), 1)`,
      [id, title, by],
    );
    for (const [n, lotId] of lots.entries()) {
      await sql(
        "insert into sale_lots (auction_id, sale_id, lot_number) values ($1::text::uuid, $2::text::uuid, $3::text::int)",
        [lotId, id, String(n + 1)],
      );
    }
    return id;
  };
  return { sql, clean, person, lot, bid, settlement, purchase, withdrawal, approval, bankChange, failedMail, sale };
};

export const deskContract = (test: TestDatabase): void => {
  const given = givenDesk(test);
  const owed = (readerId: string) => owedNow(test.database, { readerId, days: 5, rates: fallbackRates });
  const read = (reader: { id: string; role: Role }) => readDesk(test.database, reader, owed);
  const idsOf = (panel: { rows: readonly { _id: string }[] } | undefined) => panel?.rows.map(({ _id }) => _id);
  const lotsOf = (panel: { rows: readonly { auction: { _id: string } }[] } | undefined) =>
    panel?.rows.map(({ auction }) => auction._id);
  beforeEach(given.clean);

  describe("the desk", () => {
    it("has only the panels that the role may read", async () => {
      const panelsOf = async (role: Role) =>
        Object.keys(await read(await given.person(role))).filter(
          (key) => !["at", "isPartial", "needsHand", "wantsMail"].includes(key),
        );
      const ofMoney = ["toPay", "buying", "stuck", "waiting", "toPrepare", "pickups", "toClose", "sellersOwed"];
      const ofLots = ["offers", "toPublish", "unsold"];
      expect(await panelsOf("cataloguer")).toEqual(["ending", ...ofLots]);
      expect(await panelsOf("cashier")).toEqual(["ending", ...ofMoney, "mails"]);
      expect(await panelsOf("manager")).toEqual(["ending", ...ofMoney, ...ofLots, "mails"]);
      expect(await panelsOf("admin")).toEqual(["ending", ...ofMoney, ...ofLots, "mails", "setAside"]);
    });

    it("is empty on a quiet day", async () => {
      expect(await read(await given.person("admin"))).toMatchObject({
        needsHand: 0,
        isPartial: false,
        wantsMail: true,
        ending: { total: 0, rows: [] },
        toPay: { total: 0, overdue: 0, rows: [] },
        mails: { total: 0, rows: [] },
      });
    });

    it("shows open lots that end today in Lagos, the first to end first, with their sale", async () => {
      const admin = await given.person("admin");
      const tonight = startOfLagosDay(lagosDay(Date.now())) + DAY;
      const left = tonight - Date.now();
      // Runs in the last seconds of a day in Lagos have no room for two lots.
      if (left < 10_000) return;
      const late = await given.lot(admin.id, { status: "active", endsAt: tonight - 1 });
      const soon = await given.lot(admin.id, { status: "active", endsAt: Date.now() + left / 2, reserve: 500_000 });
      await given.lot(admin.id, { status: "active", endsAt: tonight });
      await given.lot(admin.id, { status: "draft", endsAt: tonight - 1 });
      const sale = await given.sale(admin.id, "November", [late]);
      const { ending } = await read(admin);
      expect([ending.total, lotsOf(ending)]).toEqual([2, [soon, late]]);
      expect(ending.rows.map(({ reserveMet }) => reserveMet)).toEqual([false, true]);
      expect(ending.rows.map((row) => row.sale)).toEqual([null, { _id: sale, title: "November", lotNumber: 1 }]);
    });

    it("shows offers that are not decided, the longest first, and nobody their own", async () => {
      const [staff, seller] = [await given.person("cataloguer"), await given.person()];
      const offer = async (sellerId: string, status: string, hours: number) => {
        const id = randomUUID();
        await given.sql(
          `insert into offers (id, seller_id, status, content, uploads, created_at, updated_at, offered_at, decline_reason)
           values ($1::text::uuid, $2::text::uuid, $3, '{"title": "Drum"}', '{}', now(), now(),
             now() - $4::text::interval, case when $3 = 'declined' then 'Broken' end)`,
          [id, sellerId, status, `${hours} hours`],
        );
        return id;
      };
      const soon = await offer(seller.id, "offered", 1);
      const long = await offer(seller.id, "in-review", 9);
      await offer(seller.id, "draft", 2);
      await offer(seller.id, "declined", 3);
      await offer(staff.id, "offered", 4);
      const { offers, needsHand } = await read(staff);
      expect([offers?.total, idsOf(offers), needsHand]).toEqual([2, [long, soon], 2]);
      expect(offers?.rows[0]).toMatchObject({ title: "Drum", seller: { _id: seller.id } });
    });

    it("shows the drafts whose sellers accepted their prices, and that nothing else opens", async () => {
      const [staff, seller] = [await given.person("cataloguer"), await given.person()];
      const draft = async (sellerId = seller.id, accepted = true) => {
        const auctionId = await given.lot(sellerId, { status: "draft", endsAt: Date.now() + DAY });
        await consign(test.database, { auctionId, sellerId, staffId: staff.id });
        // The lot's.
        await given.sql("update agreements set starting_price_minor = 100");
        if (accepted) return auctionId;
        await given.sql(
          `update agreements set accepted_at = null, accepted_name = null, terms_version = null where offer_id =
             (select offer_id from consignments where auction_id = $1::text::uuid)`,
          [auctionId],
        );
        return auctionId;
      };
      const ready = await draft();
      await draft(seller.id, false);
      await draft(staff.id);
      const other = await draft();
      await given.sql("update auctions set reserve_minor = 5 where id = $1::text::uuid", [other]);
      const timed = await draft();
      await given.sql("update auctions set starts_at = now() + interval '1 hour' where id = $1::text::uuid", [timed]);
      await given.sale(staff.id, "November", [await draft()]);
      const { toPublish, needsHand } = await read(staff);
      expect([toPublish?.total, lotsOf(toPublish), needsHand]).toEqual([1, [ready], 1]);
      expect(toPublish?.rows[0]?.seller.username).toBe(seller.username);
    });

    it("shows paid lots that are not ready for pickup, the longest paid first, and what sellers are owed", async () => {
      const [cashier, ada, seller] = [await given.person("cashier"), await given.person(), await given.person()];
      const sold = async (given_: { closedAt: number }) => {
        const auctionId = await given.lot(seller.id, { status: "sold" });
        const _id = await given.settlement(auctionId, ada.id, { status: "paid", ...given_ });
        return { auctionId, _id };
      };
      const late = await sold({ closedAt: Date.now() - HOUR });
      const early = await sold({ closedAt: Date.now() - DAY });
      const ready = await sold({ closedAt: Date.now() - 2 * DAY });
      await given.sql("update settlements set ready_at = now() where id = $1::text::uuid", [ready._id]);
      const bought = await given.purchase(await given.lot(seller.id, { status: "sold" }), ada.id, { status: "paid" });
      const quiet = await read(cashier);
      expect(idsOf(quiet.toPrepare)).toEqual([early._id, late._id, bought]);
      expect([quiet.toPrepare?.total, quiet.needsHand]).toEqual([3, 3]);
      expect(quiet.sellersOwed).toEqual({ total: 0, rows: [], owed: 0 });
      for (const { auctionId } of [late, early]) {
        await consign(test.database, { auctionId, sellerId: seller.id, staffId: cashier.id });
      }
      await given.sql("update agreements set accepted_at = now() - interval '9 days'");
      const { sellersOwed } = await read(cashier);
      // ₦1,000 less 10% and VAT on it, twice.
      expect(sellersOwed).toMatchObject({
        total: 1,
        owed: 1_785,
        rows: [{ user: { _id: seller.id }, owed: 1_785, lots: 2 }],
      });
      expect((await read({ ...cashier, id: seller.id })).sellersOwed?.rows).toEqual([]);
    });

    it("counts more than it shows", async () => {
      const admin = await given.person("admin");
      for (let n = 0; n < 7; n++) await given.failedMail(admin.id, Date.now() - n * HOUR);
      const { mails, needsHand } = await read(admin);
      expect([mails?.total, mails?.rows.length, needsHand]).toEqual([7, 5, 7]);
    });

    it("shows what is to be paid with what remains, the most urgent first, and counts what is overdue", async () => {
      const [cashier, ada] = [await given.person("cashier"), await given.person()];
      const later = await given.settlement(await given.lot(ada.id), ada.id, { dueAt: Date.now() + DAY });
      const overdue = await given.settlement(await given.lot(ada.id), ada.id, { dueAt: Date.now() - HOUR });
      await given.settlement(await given.lot(ada.id), ada.id, { status: "paid" });
      const bought = await given.purchase(await given.lot(ada.id), ada.id);
      await given.purchase(await given.lot(ada.id), ada.id, { status: "forfeited" });
      const desk = await read(cashier);
      expect([desk.toPay?.total, desk.toPay?.overdue, idsOf(desk.toPay)]).toEqual([2, 1, [overdue, later]]);
      expect(desk.toPay?.rows[0]).toMatchObject({ remaining: 800, buyer: { username: ada.username } });
      expect([desk.buying?.total, idsOf(desk.buying), desk.buying?.rows[0]?.remaining]).toEqual([1, [bought], 1_050]);
      // The overdue one, and the paid one to prepare.
      expect(desk.needsHand).toBe(2);
    });

    it("shows forfeits and transfers that are stuck", async () => {
      const [cashier, ada] = [await given.person("cashier"), await given.person()];
      const forfeit = await given.settlement(await given.lot(ada.id), ada.id, {
        dueAt: Date.now() - DAY,
        stuckAt: Date.now() - HOUR,
      });
      const transfer = await given.withdrawal(ada.id, { status: "approved", lastError: "No answer" });
      await given.withdrawal(ada.id, { status: "approved" });
      const { stuck, needsHand } = await read(cashier);
      expect(stuck?.rows.map(({ kind, _id }) => [kind, _id]).sort()).toEqual(
        [
          ["forfeit", forfeit],
          ["transfer", transfer],
        ].sort(),
      );
      expect(stuck?.rows.map(({ problem }) => problem).sort()).toEqual(["No answer", "The engine refused"]);
      // The stuck forfeit is overdue too.
      expect(needsHand).toBe(3);
    });

    it("shows what waits only to those who may decide it", async () => {
      const [manager, other, cashier, ada] = [
        await given.person("manager"),
        await given.person("admin"),
        await given.person("cashier"),
        await given.person(),
      ] as const;
      const money = await given.withdrawal(ada.id);
      const own = await given.withdrawal(manager.id);
      const balance = await given.approval(ada.id, manager.id);
      const booking = await given.approval(ada.id, other.id, { kind: "booking" });
      const ofManager = await given.approval(manager.id, cashier.id, { kind: "payment" });
      expect(idsOf((await read(manager)).waiting)?.sort()).toEqual([money, booking].sort());
      expect(idsOf((await read(other)).waiting)?.sort()).toEqual([money, own, balance, ofManager].sort());
      expect(idsOf((await read(cashier)).waiting)?.sort()).toEqual([money, own, booking].sort());
      expect((await read(manager)).needsHand).toBe(2);
    });

    it("shows a change of the bank account that waits to the other administrators", async () => {
      const [admin, other, manager] = [
        await given.person("admin"),
        await given.person("admin"),
        await given.person("manager"),
      ] as const;
      const change = await given.bankChange(admin.id);
      const { waiting, needsHand } = await read(other);
      expect([waiting?.total, needsHand]).toEqual([1, 1]);
      expect(waiting?.rows[0]).toMatchObject({
        kind: "bank-account",
        _id: change,
        person: { username: admin.username },
        amountNgn: 0,
        dueAt: null,
        mayFrom: expect.any(String),
      });
      await given.sql("update users set created_at = now() - interval '2 days' where id = $1::text::uuid", [other.id]);
      expect((await read(other)).waiting?.rows[0]).toMatchObject({ _id: change, mayFrom: null });
      for (const reader of [admin, manager]) expect((await read(reader)).waiting?.total).toBe(0);
    });

    it("shows a close of a day to those who may sign it: neither to the person who closed it, nor to a newcomer", async () => {
      const [cashier, manager, newcomer] = [
        await given.person("cashier"),
        await given.person("manager"),
        await given.person("cashier"),
      ];
      const old = "update users set created_at = now() - interval '2 days' where id <> $1::text::uuid";
      await given.sql(old, [newcomer.id]);
      await given.sql("update users set created_at = now() where id = $1::text::uuid", [newcomer.id]);
      await given.sql("delete from day_closes");
      const id = randomUUID();
      await given.sql(
        `insert into day_closes (id, date, number, from_at, until_at, till, counted_cash_minor, opening_cash_minor, closed_by,
           closed_at, status)
         values ($1::text::uuid, '2026-11-24', 1, now() - interval '9 hours', now(), '[]', 4480000, 0, $2::text::uuid, now(),
           'waiting')`,
        [id, cashier.id],
      );
      expect((await read(manager)).waiting?.rows).toMatchObject([
        { kind: "day-close", _id: id, person: { username: cashier.username }, amountNgn: 44_800, date: "2026-11-24" },
      ]);
      for (const who of [cashier, newcomer]) expect((await read(who)).waiting?.rows).toEqual([]);
      await given.sql("delete from day_closes");
    });

    it("shows the buyers whose slot is today, with the lots that they have paid and not collected", async () => {
      const [cashier, ada, bola] = [await given.person("cashier"), await given.person(), await given.person()];
      const noon = startOfLagosDay(lagosDay(Date.now())) + 12 * HOUR;
      const choose = (buyer: string, startsAt: number) =>
        given.sql(
          `insert into chosen_pickups (buyer_id, sale_id, starts_at, ends_at, place, chosen_at)
           values ($1::text::uuid, null, $2::text::timestamptz, $3::text::timestamptz, 'Hall B', now())`,
          [buyer, new Date(startsAt).toISOString(), new Date(startsAt + HOUR).toISOString()],
        );
      await given.sql("delete from chosen_pickups");
      for (const who of [ada.id, ada.id, bola.id]) {
        const status = who === bola.id ? "refunded" : "paid";
        await given.settlement(await given.lot(cashier.id), who, { status, closedAt: Date.now() - HOUR });
      }
      await choose(ada.id, noon);
      await choose(bola.id, noon);
      const reader = await given.person("manager");
      const shown = (await read(reader)).pickups;
      expect(shown).toEqual({
        total: 1,
        rows: [
          {
            buyer: { _id: ada.id, username: ada.username },
            startsAt: new Date(noon).toISOString(),
            endsAt: new Date(noon + HOUR).toISOString(),
            place: "Hall B",
            sale: null,
            lots: 2,
          },
        ],
      });
      await given.sql(
        "update chosen_pickups set starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day'",
      );
      expect((await read(reader)).pickups).toEqual({ total: 0, rows: [] });
      expect((await read(await given.person("cataloguer"))).pickups).toBeUndefined();
      await given.sql("delete from chosen_pickups");
    });

    it("shows days whose money nobody counted to their end, once the house closes days, and closes without a signature", async () => {
      const [cashier, manager, ada] = [
        await given.person("cashier"),
        await given.person("manager"),
        await given.person(),
      ];
      const dayOf = (daysAgo: number) => lagosDay(Date.now() - daysAgo * DAY);
      const at = (daysAgo: number, hour: number) =>
        new Date(startOfLagosDay(dayOf(daysAgo)) + hour * HOUR).toISOString();
      await given.sql("delete from day_closes");
      const cash = (daysAgo: number, hour: number) =>
        given.sql(
          `insert into ledger_entries (id, user_id, amount_minor, balance_after_minor, cause, method, created_at)
           values (gen_random_uuid(), $1::text::uuid, 100, 100, 'admin-add', 'cash', $2::text::timestamptz)`,
          [ada.id, at(daysAgo, hour)],
        );
      await cash(4, 10);
      await cash(3, 10);
      await cash(2, 10);
      await cash(0, 0);
      expect((await read(manager)).toClose).toEqual({ total: 0, rows: [] });
      const close = (daysAgo: number, status: string) =>
        given.sql(
          `insert into day_closes (id, date, number, from_at, until_at, till, counted_cash_minor, opening_cash_minor, closed_by,
             closed_at, status, decided_by, decided_at)
           values (gen_random_uuid(), $1::text::date, 1, $2::text::timestamptz, $3::text::timestamptz, '[]', 0, 0,
             $4::text::uuid, now(), $5, case when $5 <> 'waiting' then $6::text::uuid end,
             case when $5 <> 'waiting' then now() end)`,
          [dayOf(daysAgo), at(daysAgo, 0), at(daysAgo, 18), cashier.id, status, manager.id],
        );
      await close(3, "signed");
      await close(2, "waiting");
      await cash(3, 20);
      expect((await read(manager)).toClose).toEqual({
        total: 2,
        rows: [
          { date: dayOf(3), closedBy: null },
          { date: dayOf(2), closedBy: cashier.username },
        ],
      });
      await given.sql("delete from day_closes");
    });

    it("names the outcome of an unsold lot, and one whose sale was refunded", async () => {
      const [admin, ada] = [await given.person("admin"), await given.person()];
      const of = async (lot: string) => (await read(admin)).unsold?.rows.find(({ auction }) => auction._id === lot);
      const refunded = await given.lot(admin.id, { bidCount: 1, leader: ada.id });
      await given.settlement(refunded, ada.id, { status: "refunded" });
      expect(await of(refunded)).toMatchObject({ outcome: "refunded" });
      const bought = await given.lot(admin.id);
      const purchase = await given.purchase(bought, ada.id, { status: "void" });
      expect(await of(bought)).toMatchObject({ outcome: "no-bids" });
      await given.sql("update purchases set refunded_to = 'balance', refunded_minor = 100 where id = $1::text::uuid", [
        purchase,
      ]);
      expect(await of(bought)).toMatchObject({ outcome: "refunded" });
      const unpaid = await given.lot(admin.id, { bidCount: 1, leader: ada.id });
      await given.settlement(unpaid, ada.id, { status: "forfeited" });
      expect(await of(unpaid)).toMatchObject({ outcome: "not-paid" });
    });

    it("shows unsold lots of seven days until they are relisted, sold after all, or offered", async () => {
      const [admin, ada] = [await given.person("admin"), await given.person()];
      const plain = await given.lot(admin.id, { endsAt: Date.now() - 2 * HOUR });
      const forfeited = await given.lot(admin.id, { endsAt: Date.now() - 3 * HOUR });
      await given.settlement(forfeited, ada.id, { status: "forfeited" });
      // Ended by hand long before its planned end.
      await given.lot(admin.id, { endsAt: Date.now() - HOUR, updatedAt: Date.now() - 8 * DAY });
      await given.lot(admin.id, { endsAt: Date.now() - 8 * DAY });
      await given.settlement(await given.lot(admin.id), ada.id);
      await given.settlement(await given.lot(admin.id), ada.id, { status: "paid" });
      const relisted = await given.lot(admin.id);
      const copy = await given.lot(admin.id, { status: "draft" });
      await given.sql("insert into relistings (auction_id, relisted_from) values ($1::text::uuid, $2::text::uuid)", [
        copy,
        relisted,
      ]);
      const offered = await given.lot(admin.id);
      await given.sql(
        `insert into second_chances (id, auction_id, person_id, price_minor, expires_at, created_at)
         values (gen_random_uuid(), $1::text::uuid, $2::text::uuid, 100, now() + interval '1 day', now())`,
        [offered, ada.id],
      );
      const { unsold } = await read(admin);
      expect([unsold?.total, lotsOf(unsold)]).toEqual([2, [plain, forfeited]]);
      await given.sql("update auctions set removed_at = now() where id = $1::text::uuid", [copy]);
      expect(lotsOf((await read(admin)).unsold)).toContain(relisted);
    });

    it("leaves out lots in which the reader has an interest, and says so", async () => {
      const [admin, ada] = [await given.person("admin"), await given.person()];
      const interested = await given.lot(admin.id);
      await given.bid(interested, admin.id, 1, Date.now() - HOUR);
      await given.settlement(interested, ada.id, { dueAt: Date.now() - HOUR });
      const other = await given.settlement(await given.lot(ada.id), ada.id, { dueAt: Date.now() - HOUR });
      const desk = await read(admin);
      expect([desk.isPartial, desk.toPay?.total, desk.toPay?.overdue, idsOf(desk.toPay)]).toEqual([
        true,
        1,
        1,
        [other],
      ]);
    });

    it("shows mails that failed in the last seven days, without what they said", async () => {
      const [admin, ada] = [await given.person("admin"), await given.person()];
      const recent = await given.failedMail(ada.id);
      await given.failedMail(ada.id, Date.now() - 8 * DAY);
      const { mails } = await read(admin);
      expect(mails?.total).toBe(1);
      expect(mails?.rows).toEqual([
        {
          _id: recent,
          kind: "receipt",
          to: "lost@people.test",
          user: { _id: ada.id, username: ada.username },
          failedAt: expect.any(String),
          problem: "No such mailbox",
        },
      ]);
    });

    it("shows no mail that only a hidden maximum caused, until the lot is over", async () => {
      const [admin, ada, bola] = [await given.person("admin"), await given.person(), await given.person()];
      const later = Date.now() + 3 * DAY;
      const open = await given.lot(ada.id, { status: "active", endsAt: later });
      // Bola has a bid that counts; Ada has at most a maximum.
      await given.bid(open, bola.id, 1, Date.now() - HOUR);
      const kinds = ["lot-changed", "lot-cancelled", "lot-withdrawn", "lot-reopened", "bids-voided", "own-bids-voided"];
      for (const kind of kinds) await given.failedMail(ada.id, Date.now() - HOUR, kind, open);
      const bidders = await given.failedMail(bola.id, Date.now() - HOUR, "lot-changed", open);
      const before = await read(admin);
      expect([before.mails?.total, before.needsHand, idsOf(before.mails)]).toEqual([1, 1, [bidders]]);
      await given.sql("update auctions set status = 'ended' where id = $1::text::uuid", [open]);
      expect((await read(admin)).mails?.total).toBe(1 + kinds.length);
      // An administrator with an interest in the lot is an ordinary user there.
      await given.bid(open, admin.id, 2, Date.now());
      expect((await read(admin)).mails?.total).toBe(0);
    });
  });

  describe("a change that no code announces", () => {
    it("is noticed: a failed mail that staff may see, a row put aside, a bank account change and a rate", async () => {
      const [admin, ada] = [await given.person("admin"), await given.person()];
      const changed: string[] = [];
      const log = { warn: () => {} };
      const job = startQuietChanges({ database: test.database, changed: (list) => void changed.push(list), log }, 20);
      const noticed = async (list: string) => {
        await expect.poll(() => changed).toContain(list);
        changed.length = 0;
      };
      const rate = (usdToNgn: number) =>
        given.sql(
          `insert into exchange_rates (id, usd_to_ngn, ngn_to_usd, fetched_at, asked_at)
           values (1, $1::text::float8, 0.001, now(), now())
           on conflict (id) do update set usd_to_ngn = excluded.usd_to_ngn`,
          [String(usdToNgn)],
        );
      // The first look may come after a change, and then reports nothing.
      for (let naira = 1_000; !changed.includes("exchange-rate"); naira += 1) {
        await rate(naira);
        await sleep(100);
      }
      changed.length = 0;
      // Only a hidden maximum caused this mail, so nobody may hear of it.
      const open = await given.lot(ada.id, { status: "active", endsAt: Date.now() + DAY });
      await given.failedMail(ada.id, Date.now() - HOUR, "lot-changed", open);
      await given.failedMail(ada.id, Date.now() - 2 * HOUR);
      await noticed("failed-mails");
      await given.failedMail(ada.id, Date.now(), "lot-changed", open);
      await given.sql(
        `insert into set_aside_rows (loop, key, reason, attempts, since, retry_at, put_aside_at)
         values ('mails', 'x', 'A fault', 3, now(), now(), now())`,
      );
      await expect.poll(() => changed).toContain("set-aside-rows");
      expect(changed).toEqual(["set-aside-rows"]);
      changed.length = 0;
      await given.bankChange(admin.id);
      await noticed("bank-account-changes");
      await given.sql("delete from set_aside_rows");
      await noticed("set-aside-rows");
      await job.stop();
      await given.sql("delete from exchange_rates");
    });
  });
};
