// Tests the outsider's verifier with a real server: it finds nothing in what was done by the rules, and finds what an
// operator changes who has the database, or the database and the key. Only this test uses the code of both sides.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSource, type Source, Unread } from "../../../load/src/public-log/source.ts";
import type { State } from "../../../load/src/public-log/state-file.ts";
import { type Run, type VerifyOptions, verifySite } from "../../../load/src/public-log/verify-site.ts";
import { canonical } from "../../../proof/src/canonical-json.ts";
import { receiptsVkey } from "../../../proof/test/support/bid-receipts.ts";
import { HouseLog } from "../../../proof/test/support/house-log.ts";
import { filesOf } from "../../../proof/test/support/served-site.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { LOG_SEED, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const HOST = "localhost:3000";
const HOUR = 3_600_000;
const nothing: State = { format: "jara-verifier-v1", site: "the test's", keys: [], checkpoints: {} };

// biome-ignore lint/suspicious/noExplicitAny: entries of all kinds, changed as the operator likes
type Leaf = any;

describeEndToEnd("the verifier of the public log", () => {
  let server: TestServer;
  let [admin, ada, bola, chidi]: Person[] = [];
  let folder = "";
  /** A lot on which Ada, Bola and Ada bid; everything is in the log. */
  let lot = "";
  let remembered: State;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "jara-verified-"));
    server = await startTestServer({ because: "it changes rows beside the log, and reads all of the log" });
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "adaeze");
    bola = await makePerson(server, "bolanle");
    chidi = await makePerson(server, "chidike");
    lot = (await openAuction(server, who(admin), { reservePrice: 1200 }))._id;
    for (const [index, [person, amount]] of (
      [
        [ada, 1100],
        [bola, 1300],
        [ada, 1500],
      ] as const
    ).entries()) {
      const { body } = await bid(who(person), lot, amount);
      const own = await ownOf(who(person));
      writeFileSync(path.join(folder, `${index}.json`), JSON.stringify({ receipt: body.receipt, own }));
    }
    await logged(lot);
    remembered = (await verify()).next;
  });
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const who = (person: Person | undefined): Person => person as Person;
  const api = async (method: string, where: string, person: Person, body: object) => {
    const answer = await server.api(method, where, { token: person.token, body, headers: { "bid-receipt": "true" } });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer;
  };
  const bid = (person: Person, auctionId: string, amount: number) =>
    api("POST", "/api/bids", person, { auctionId, amount });
  const max = (person: Person, auctionId: string, maxAmount: number) =>
    api("POST", "/api/maxbids", person, { auctionId, maxAmount, currency: "NGN" });
  const edit = (id: string, body: object) => api("PUT", `/api/auctions/admin/${id}`, who(admin), body);
  const set = async (id: string, status: string) => await setStatus(server, who(admin), id, status);
  const fromNow = async (ms: number) => new Date((await server.databaseNow()) + ms).toISOString();

  /** Waits until the log has the lot's newest version. */
  const logged = async (id: string): Promise<void> => {
    const { version } = (await server.api("GET", `/api/auctions/${id}`)).body.auction;
    for (let n = 0; n < 400; n++) {
      const { body } = await server.api("GET", `/api/auctions/${id}/proof?from=${version}`);
      if (body.leaves?.some(({ entry }: { entry: string }) => JSON.parse(entry).version >= version)) return;
      await sleep(50);
    }
    throw new Error(`the log does not have version ${version} of the lot`);
  };
  /** The log may be too young for the salt. */
  const ownOf = async (person: Person) => {
    for (let n = 0; n < 400; n++) {
      const { status, body } = await server.api("GET", `/api/users/proof/${lot}`, { token: person.token });
      if (status === 200) return body;
      await sleep(50);
    }
    throw new Error("the person has no salt");
  };

  const run = (source: Source, options: Partial<VerifyOptions> = {}, state = nothing): Promise<Run> =>
    verifySite(source, state, {
      keys: [],
      witnesses: [],
      others: [],
      lot: null,
      receipts: null,
      hasTiles: true,
      compared: 50,
      ...options,
      // The log is seconds behind the bids; after two minutes it has no excuse.
      now: Date.now() + 120_000,
    });
  const verify = (options: Partial<VerifyOptions> = {}, state = nothing) =>
    run(openSource(server.address, null), options, state);
  const faultsOf = ({ findings }: Run): string[] =>
    findings.all.filter(({ kind }) => kind === "fault").map(({ sentence }) => sentence);

  it("finds nothing in what was done by the rules, and the receipts in the log", async () => {
    const ids: string[] = [];
    const newLot = async (details: object = {}): Promise<string> => {
      const { _id } = await openAuction(server, who(admin), { endTime: await fromNow(3 * HOUR), ...details });
      ids.push(_id);
      return _id;
    };
    const contested = await newLot({ reservePrice: 5000, softClose: { windowSeconds: 3600, capMinutes: 120 } });
    await max(who(ada), contested, 3000);
    await bid(who(bola), contested, 1500);
    await max(who(chidi), contested, 6000);
    await api("POST", `/api/auctions/${contested}/void-bids`, who(admin), {
      userId: who(bola).id,
      reason: "fraud",
      note: "",
    });
    await edit(contested, { title: "Talking drum, restored" });
    await bid(who(ada), contested, 8000);
    await set(contested, "paused");
    await set(contested, "active");
    await set(contested, "ended");
    await edit(contested, { endTime: await fromNow(5 * HOUR), status: "active" });
    await bid(who(chidi), contested, 9000);
    await set(contested, "ended");
    await set(contested, "sold");

    const late = await newLot({ endTime: await fromNow(90_000), softClose: { windowSeconds: 120, capMinutes: 5 } });
    await bid(who(ada), late, 1100);
    const short = await newLot({ endTime: await fromNow(60_000) });
    await bid(who(bola), short, 1100);

    const bought = await newLot({ buyItNowPrice: 9000 });
    await bid(who(bola), bought, 1100);
    await api("POST", `/api/auctions/${bought}/buy-it-now`, who(chidi), {});
    await set(bought, "sold");
    const anew = await newLot();
    await bid(who(ada), anew, 1100);
    await set(anew, "draft");
    await edit(anew, { endTime: await fromNow(3 * HOUR), status: "active" });
    await bid(who(bola), anew, 1200);

    await server.shiftClock(60_000);
    while ((await server.api("GET", `/api/auctions/${short}`)).body.auction.status !== "ended") await sleep(50);
    for (const id of ids) await logged(id);
    const found = await verify({ receipts: folder }, remembered);
    expect(faultsOf(found)).toEqual([]);
    expect(found.receipts).toEqual({ read: 3, matched: 3 });
    expect(found.compared.same).toBe(ids.length + 1);
    expect(found.logs[0]?.newEntries).toBeGreaterThan(20);
  });

  it("finds each row that was changed beside the log", async () => {
    const change = async (sql: string, back: string, sentence: RegExp): Promise<void> => {
      await server.query(sql, [lot]);
      try {
        const faults = faultsOf(await verify({ lot }));
        expect(faults, sql).not.toEqual([]);
        expect(faults.join("\n")).toMatch(sentence);
      } finally {
        await server.query(back, [lot]);
      }
    };
    const of = "where auction_id = $1::text::uuid and number = 2";
    await change(
      `update bids set amount_minor = 125000 ${of}`,
      `update bids set amount_minor = 130000 ${of}`,
      /The site does not show bid 2 of ₦1,300\.00 as the log has it/,
    );
    await change(
      `update bids set created_at = created_at - interval '1 second' ${of}`,
      `update bids set created_at = created_at + interval '1 second' ${of}`,
      /The site shows a bid of ₦1,300\.00 on .* that is not in the log/,
    );
    await change(
      `update bids set voided_at = now(), void_reason = 'fraud' ${of}`,
      `update bids set voided_at = null, void_reason = null ${of}`,
      /The site does not show bid 2 of ₦1,300\.00 as the log has it/,
    );
    await change(
      "update auctions set ends_at = ends_at + interval '1 second' where id = $1::text::uuid",
      "update auctions set ends_at = ends_at - interval '1 second' where id = $1::text::uuid",
      /The site shows .* as the end; the log says/,
    );
    const entry = `where auction_id = $1::text::uuid and version = 3`;
    await change(
      `update log_leaves set entry = replace(entry, '130000', '125000') ${entry}`,
      `update log_leaves set entry = replace(entry, '125000', '130000') ${entry}`,
      /The entries of localhost:3000\/log\/1 are not those that the house signed/,
    );
    expect(faultsOf(await verify({ lot }))).toEqual([]);
  });

  /** The log that the operator makes of the real one, recomputed and signed with the real key. */
  const forged = async (tamper: (own: Leaf[], all: Leaf[]) => void): Promise<Source> => {
    const rows = await server.query<{ entry: string }>("select entry from log_leaves where log = 1 order by index");
    const leaves: Leaf[] = rows.map(({ entry }) => JSON.parse(entry));
    tamper(
      leaves.filter(({ auction }) => auction === lot),
      leaves,
    );
    const house = new HouseLog(1, [LOG_SEED], HOST);
    // Longer than what anybody remembers, as the log of a running site is.
    const [opened] = leaves;
    const more = ["0001", "0002"].map((n) => ({ ...opened, auction: `${n}${lot.slice(4)}` }));
    house.entries = [...leaves, ...more].map((leaf) => canonical(leaf));
    const files = filesOf({ houses: [house], receiptKey: receiptsVkey(LOG_SEED, HOST) });
    return {
      read: async (where) => {
        const bytes = files.get(where);
        if (!bytes) throw new Unread(`${where} answered with 404.`);
        return bytes;
      },
    };
  };
  const remove = (all: Leaf[], leaf: Leaf): void => void all.splice(all.indexOf(leaf), 1);
  const PAST = "The past was changed: the first";
  const MISSING = "This receipt's bid is missing from the log";

  const cases: [string, (own: Leaf[], all: Leaf[]) => void, string | null][] = [
    [
      "a bid edited",
      (own) => (own[2].facts[0].amount = 1250_00),
      "The receipt says that bid 2 was ₦1,300.00; the log says ₦1,250.00.",
    ],
    [
      "a bid removed, and the rest renumbered",
      (own, all) => {
        remove(all, own[2]);
        own[3].version = 3;
        own[3].facts[0].number = 2;
      },
      MISSING,
    ],
    ["the last bid removed", (own, all) => remove(all, own[3]), MISSING],
    [
      "two bids in another order",
      (own) => {
        [own[2].facts[0].bidder, own[3].facts[0].bidder] = [own[3].facts[0].bidder, own[2].facts[0].bidder];
      },
      "This receipt's bid is missing from the log: bid 2 is somebody else's there.",
    ],
    [
      "a bid backdated",
      (own) => (own[2].at = new Date(Date.parse(own[2].at) - 1).toISOString()),
      "the log says that it was 0.001 s earlier.",
    ],
    [
      "a bid inserted",
      (own, all) => {
        for (const leaf of own.slice(3)) {
          leaf.version += 1;
          leaf.facts[0].number += 1;
        }
        const facts = [{ ...own[2].facts[0], number: 3, amount: 1400_00 }];
        all.splice(all.indexOf(own[3]), 0, { ...own[2], version: 4, facts });
      },
      MISSING,
    ],
    [
      "an end moved",
      (own) => (own[0].facts[0].endsAt = new Date(Date.parse(own[0].facts[0].endsAt) + 1).toISOString()),
      null,
    ],
    ["a reserve changed", (own) => (own[0].facts[0].reserve = "a".repeat(64)), null],
    [
      "a void without an entry",
      (own) => {
        own[3].facts[0].amount = 1250_00;
      },
      "Bid 3 of ₦1,250.00 was too low",
    ],
  ];
  it.each(cases)("catches %s, recomputed and signed with the real key", async (_, tamper, alone) => {
    const source = await forged(tamper);
    expect(faultsOf(await run(source, { compared: 0 }, remembered)).join("\n")).toContain(PAST);
    // Without a memory the receipts or the rules are left, and for an end or a reserve another person's checkpoint.
    const stranger = faultsOf(await run(source, { compared: 0, receipts: folder })).join("\n");
    if (alone !== null) expect(stranger).toContain(alone);
    const others = Object.values(remembered.checkpoints);
    expect(faultsOf(await run(source, { compared: 0, others })).join("\n")).toMatch(/The house runs two logs/);
  });

  it("finds nothing in the real log when it is served by somebody else", async () => {
    const copy = await forged(() => {});
    expect(faultsOf(await run(copy, { compared: 0, receipts: folder }, remembered))).toEqual([]);
  });
});
