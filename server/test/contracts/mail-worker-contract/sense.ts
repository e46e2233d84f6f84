// Tests that the worker does not send a mail whose reason no longer exists.
import { createHash, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { givenOutbox } from "../../support/given-outbox.ts";
import { seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

export const sense = (test: TestDatabase) =>
  describe("a mail that may be outdated", () => {
    const { query, smtpServer, worker, logged, write, until } = givenOutbox(test);
    const obsolete = { isSent: true, lastError: "obsolete: not sent" };

    it("has a verification link only while the link is valid, and its token is deleted afterwards", async () => {
      const smtp = await smtpServer();
      const { ada, bola, chidi, dayo } = await seedPeople(test.database);
      await query("update users set email_verified_at = null");
      const withToken = async (userId: string) => {
        const token = randomUUID();
        const tokenHash = createHash("sha256").update(token).digest("hex");
        await query(
          `insert into verification_tokens (user_id, token_hash, expires_at)
           values ($1::text::uuid, $2, clock_timestamp() + interval '1 hour')`,
          [userId, tokenHash],
        );
        return {
          token,
          mail: await write("verify-email", { token, email: "x@people.test" }, { userId }),
        };
      };
      const [good, replaced, verified, refused] = [
        await withToken(ada.id),
        await withToken(bola.id),
        await withToken(chidi.id),
        await withToken(dayo.id),
      ];
      await query("update verification_tokens set token_hash = 'newer' where user_id = $1::text::uuid", [bola.id]);
      await query("update users set email_verified_at = now() where id = $1::text::uuid", [chidi.id]);
      smtp.refuses = (address) => (address === refused.mail.to ? 550 : null);
      worker(smtp.url);
      await until(good.mail, { isSent: true, lastError: null, token: "" });
      await until(replaced.mail, { ...obsolete, token: "" });
      await until(verified.mail, { ...obsolete, token: "" });
      await until(refused.mail, { isFailed: true, token: "" });
      expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([[good.mail.to]]);
      expect(smtp.mails[0]?.text).toContain(`https://jara.test/verify-email?token=${good.token}&email=x%40people.test`);
      expect(logged.join()).not.toContain(refused.token);
    });

    it("says that an account is suspended or restored only while it is", async () => {
      const smtp = await smtpServer();
      const { ada, bola } = await seedPeople(test.database);
      await query("update users set banned_at = now() where id = $1::text::uuid", [ada.id]);
      const suspended = { reason: "Fraud", until: null, voidsBids: false };
      const written = await Promise.all(
        [ada, bola].map(async ({ id: userId }) => ({
          suspended: await write("account-suspended", suspended, { userId }),
          restored: await write("account-restored", { reason: null }, { userId }),
        })),
      );
      worker(smtp.url);
      for (const { to, as } of [
        { to: written[0], as: "suspended" },
        { to: written[1], as: "restored" },
      ] as const) {
        const other = as === "suspended" ? "restored" : "suspended";
        if (to) await until(to[as], { isSent: true, lastError: null });
        if (to) await until(to[other], obsolete);
      }
      expect(smtp.mails).toHaveLength(2);
    });

    it("sends links for a new password and a new address while they are good, and keeps no token", async () => {
      const smtp = await smtpServer();
      const { ada } = await seedPeople(test.database);
      const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");
      const reset = async (life: string) => {
        const token = randomUUID();
        await query(
          `insert into password_resets (token_hash, user_id, expires_at)
           values ($1, $2::text::uuid, clock_timestamp() + $3::text::interval)`,
          [hashOf(token), ada.id, life],
        );
        const data = { token, email: "x@people.test", usesGoogle: false };
        return { token, mail: await write("password-reset", data, { userId: ada.id }) };
      };
      const change = async (changedAt: string) => {
        const token = randomUUID();
        await query(
          `insert into email_changes (id, user_id, old_email, new_email, confirm_hash, requested_at, changed_at, expires_at)
           values (gen_random_uuid(), $1::text::uuid, 'old', 'new', $2, clock_timestamp(), ${changedAt},
             clock_timestamp() + interval '1 hour')`,
          [ada.id, hashOf(token)],
        );
        return { token, mail: await write("email-change-confirm", { token }, { userId: ada.id }) };
      };
      const [good, expired, waits, done] = [
        await reset("1 minute"),
        await reset("-1 second"),
        await change("null"),
        await change("clock_timestamp()"),
      ];
      worker(smtp.url);
      for (const { mail } of [good, waits]) await until(mail, { isSent: true, lastError: null, token: "" });
      for (const { mail } of [expired, done]) await until(mail, { ...obsolete, token: "" });
      const texts = smtp.mails.map(({ text }) => text).join();
      for (const { token } of [good, waits]) expect(texts).toContain(token);
      for (const { token } of [expired, done]) expect(texts).not.toContain(token);
    });

    it("says “outbid” only to people who are outbid with a bid that counts, may still bid and want the mail, with the present price", async () => {
      const smtp = await smtpServer();
      const { admin, ada, bola, chidi, dayo } = await seedPeople(test.database);
      const lead = async (priceMinor: number, leaderId: string, more = "") => {
        const { id } = await seedAuction(test.database, admin);
        await query(
          `update auctions set price_minor = $2::text::bigint, leader_id = $3::text::uuid, bid_count = 1 ${more}
           where id = $1::text::uuid`,
          [id, priceMinor, leaderId],
        );
        return id;
      };
      const outbid = async (userId: string, auctionId: string, voidedAt: "null" | "now()" = "null") => {
        await query(
          `insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at, voided_at, void_reason)
           select id, (select count(*) + 1 from bids where auction_id = id), $2::text::uuid, 1100, 'manual', now(),
             ${voidedAt}, case when ${voidedAt} is not null then 'fraud' end
           from auctions where id = $1::text::uuid`,
          [auctionId, userId],
        );
        const endTime = "2026-11-21T13:05:00.000Z";
        const data = { auctionId, title: "Drum", currency: "NGN", currentPrice: 11, minimumBid: 12, endTime } as const;
        return await write("outbid", data, { userId, auctionId });
      };
      const open = await lead(2500, bola.id);
      const paused = await lead(2500, bola.id, ", status = 'paused', paused_at = now(), pause_reason = 'admin'");
      const over = await lead(2500, bola.id, ", ends_at = clock_now()");
      const ended = await lead(2500, bola.id, ", status = 'ended'");
      await query("update users set wants_outbid_mail = false where id = $1::text::uuid", [chidi.id]);
      const [toAda, whilePaused] = [await outbid(ada.id, open), await outbid(ada.id, paused)];
      const senseless = [
        await outbid(bola.id, open),
        await outbid(chidi.id, open),
        await outbid(dayo.id, open, "now()"),
        await outbid(ada.id, over),
        await outbid(ada.id, ended),
      ];
      worker(smtp.url);
      for (const mail of [toAda, whilePaused]) await until(mail, { isSent: true, lastError: null });
      for (const mail of senseless) await until(mail, obsolete);
      expect(smtp.mails).toHaveLength(2);
      const [received] = smtp.mailsTo(toAda.to);
      expect(received?.text).toContain("Current price: ₦25.00\nMinimum bid: ₦26.00");
      // The pause moves the end.
      expect(smtp.mailsTo(whilePaused.to)[0]?.text).toContain("Auction ends: bidding is paused");
      const headers = Object.fromEntries(received?.headers.map(({ key, value }) => [key, value]) ?? []);
      expect(headers["list-unsubscribe"]).toMatch(
        new RegExp(`^<https://jara\\.test/api/mail/unsubscribe\\?user=${ada.id}&signature=[\\w-]{43}>$`),
      );
      expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    });

    it("names the end that the lot has when it is sent, and none in a pause or after the end", async () => {
      const smtp = await smtpServer();
      const { admin, ada } = await seedPeople(test.database);
      const ofLot = async (change: string) => {
        const { id: auctionId } = await seedAuction(test.database, admin);
        await query(`update auctions set ends_at = '2040-11-21T13:05:00Z', ${change} where id = $1::text::uuid`, [
          auctionId,
        ]);
        const lot = { auctionId, title: "Drum", endTime: "2040-11-20T13:05:00.000Z" };
        return {
          changed: await write("lot-changed", { ...lot, fields: ["the title"] }, { userId: ada.id, auctionId }),
          reopened: await write("lot-reopened", lot, { userId: ada.id, auctionId }),
        };
      };
      const lots = {
        open: await ofLot("status = 'active'"),
        paused: await ofLot("status = 'paused', paused_at = now()"),
        over: await ofLot("status = 'ended'"),
      };
      worker(smtp.url);
      for (const { changed, reopened } of Object.values(lots)) {
        for (const mail of [changed, reopened]) await until(mail, { isSent: true, lastError: null });
      }
      const ends = (mail: { to: string }) => /Auction ends: (.*)/.exec(smtp.mailsTo(mail.to)[0]?.text ?? "")?.[1];
      expect(Object.values(lots).map(({ changed, reopened }) => [ends(changed), ends(reopened)])).toEqual([
        ["Wed 21 Nov 2040, 14:05 Lagos time", "Wed 21 Nov 2040, 14:05 Lagos time"],
        ["bidding is paused", "bidding is paused"],
        // For a lot that is over, this mail keeps the end of the reopening.
        [undefined, "Tue 20 Nov 2040, 14:05 Lagos time"],
      ]);
    });

    it("leads to no lot that has become a draft again or was deleted", async () => {
      const smtp = await smtpServer();
      const { admin, ada } = await seedPeople(test.database);
      const ofLot = async (change: string) => {
        const { id: auctionId } = await seedAuction(test.database, admin);
        await query(`update auctions set ${change} where id = $1::text::uuid`, [auctionId]);
        const data = { auctionId, title: "Drum", as: "withdrawn" } as const;
        return { auctionId, ...(await write("second-chance-closed", data, { userId: ada.id, auctionId })) };
      };
      const [ended, draft, deleted] = [
        await ofLot("status = 'ended'"),
        await ofLot("status = 'draft'"),
        await ofLot("status = 'ended', removed_at = now()"),
      ];
      worker(smtp.url);
      for (const mail of [ended, draft, deleted]) await until(mail, { isSent: true, lastError: null });
      const linkOf = ({ to }: { to: string }) => smtp.mailsTo(to)[0]?.text?.match(/https?:\/\/\S+/)?.[0];
      expect(linkOf(ended)).toBe(`https://jara.test/auction/${ended.auctionId}`);
      for (const mail of [draft, deleted]) expect(linkOf(mail)).toBe("https://jara.test");
    });

    it("contains an answer only while its question is not hidden, also in the daily mail", async () => {
      const smtp = await smtpServer();
      const { admin, ada, bola } = await seedPeople(test.database);
      const { id: auctionId } = await seedAuction(test.database, admin);
      const asked = async (isHidden: boolean): Promise<string> => {
        const questionId = randomUUID();
        await query(
          `insert into lot_questions (id, auction_id, asker_id, text, asked_at, answer, answered_at, hidden_at, hide_reason)
           values ($1::text::uuid, $2::text::uuid, $3::text::uuid, 'Old?', now(), 'Yes.', now(),
             case when $4::text = 'true' then now() end, case when $4::text = 'true' then 'Rude' end)`,
          [questionId, auctionId, ada.id, String(isHidden)],
        );
        return questionId;
      };
      const about = { auctionId, title: "Drum", question: "Old?", answer: "Yes.", isChanged: false };
      const answered = (questionId?: string) => ({ ...about, ...(questionId && { questionId }) });
      const [shown, hidden] = [await asked(false), await asked(true)];
      const at = { userId: ada.id, auctionId };
      const sent = [
        await write("question-answered", answered(shown), at),
        // Older mails do not have the question's id.
        await write("question-answered", answered(), at),
      ];
      const unsent = await write("question-answered", answered(hidden), at);
      const items = [shown, hidden].map((id) => ({ about: "question-answered", data: answered(id), count: 1 }));
      const daily = items.map((item) => ({ ...item, at: "2026-11-21T13:05:00.000Z" }));
      const digest = await write("digest", { items: daily, others: 0 }, { userId: bola.id });
      worker(smtp.url);
      for (const mail of [...sent, digest]) await until(mail, { isSent: true, lastError: null });
      await until(unsent, obsolete);
      expect(smtp.mailsTo(digest.to)[0]?.subject).toMatch(/^1 thing you have not read/);
    });

    it("asks for a payment only while the payment is open", async () => {
      const smtp = await smtpServer();
      const { admin, ada, bola } = await seedPeople(test.database);
      const { id: auctionId } = await seedAuction(test.database, admin);
      const settle = (winnerId: string, status: string) =>
        query(
          `insert into settlements (id, auction_id, winner_id, amount_minor, status, due_at, created_at, closed_at)
           values (gen_random_uuid(), $1::text::uuid, $2::text::uuid, 1000, $3, now() + interval '3 days', now(),
             case when $3 <> 'open' then now() end)`,
          [auctionId, winnerId, status],
        );
      const buy = (buyerId: string, status: string) =>
        query(
          `insert into purchases (id, auction_id, buyer_id, price_minor, fee_minor, status, deadline_at, created_at, closed_at)
           values (gen_random_uuid(), $1::text::uuid, $2::text::uuid, 1000, 50, $3, now() + interval '1 hour', now(),
             case when $3 <> 'pending' then now() end)`,
          [auctionId, buyerId, status],
        );
      await settle(ada.id, "open");
      await settle(bola.id, "void");
      await buy(ada.id, "pending");
      await buy(bola.id, "paid");
      const about = { auctionId, title: "Drum", currency: "NGN" } as const;
      const won = { ...about, finalPrice: 10, dueAt: "2026-11-25T10:00:00.000Z" };
      const bought = { ...about, price: 10, fee: 0.5, total: 10.5, deadline: "2026-11-21T10:00:00.000Z" };
      const mails = await Promise.all(
        [ada, bola].flatMap(({ id: userId }) => [
          write("won", won, { userId, auctionId }),
          write("buy-it-now", bought, { userId, auctionId }),
        ]),
      );
      worker(smtp.url);
      const [adaWon, adaBought, bolaWon, bolaBought] = mails as [(typeof mails)[0], ...typeof mails];
      for (const mail of [adaWon, adaBought]) await until(mail as typeof adaWon, { isSent: true, lastError: null });
      for (const mail of [bolaWon, bolaBought]) await until(mail as typeof adaWon, obsolete);
      expect(smtp.mails).toHaveLength(2);
    });
  });
