// Tests that only staff who edit lots see a draft: no byte of it reaches anybody else, whatever part they had in the
// lot before it was withdrawn. The test looks for the marks of draft-secrets.ts in everything that the server sends.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderMail } from "../../src/features/mail/render.ts";
import type { Mail } from "../../src/platform/outbox/mails.ts";
import {
  type Drafts,
  follow,
  hide,
  marks,
  marksIn,
  openLots,
  publish,
  type Read,
  readAll,
  tryAll,
} from "../support/draft-secrets.ts";
import { startTwoNodes, type TwoNodes } from "../support/e2e-in-process-nodes.ts";
import { connect, type LiveClient, settled, transports } from "../support/e2e-live.ts";
import { openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";
import { logIsRead } from "../support/read-log.ts";
import { canHaveNodes } from "../support/throwaway-redis.ts";

type Client = readonly [name: string, client: LiveClient];
type Reader = readonly [name: string, person: Person | null];

const leaksOf = (name: string, texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    marksIn(text).map((mark) => `${name}: …${text.slice(Math.max(0, text.indexOf(mark) - 300)).slice(0, 400)}…`),
  );
const framesOf = ({ frames }: LiveClient): string[] => frames.map((frame) => JSON.stringify(frame));
const nonAdmins = ({ people }: Drafts): Reader[] => [["visitor", null], ...Object.entries(people)];
/** Enough where only what the server keeps in memory is another: everybody reads it all once. */
const visitorAndLeader = ({ people: { leader } }: Drafts): Reader[] => [
  ["visitor", null],
  ["leader", leader],
];

/** Everybody but administrators, on each transport, following all lots. */
const connectAll = async (server: TestServer, drafts: Drafts): Promise<Client[]> => {
  const all = transports.flatMap((transport) => nonAdmins(drafts).map((reader) => [transport, ...reader] as const));
  return await Promise.all(
    all.map(async ([transport, name, person]): Promise<Client> => {
      const client = await connect(server, transport, { token: person?.token });
      await follow(client, drafts);
      return [`${name} on ${transport}`, client];
    }),
  );
};

/** Asks about every lot with every version, one client after the other, each all at once. */
const watchSince = async <T>(
  clients: readonly Client[],
  ids: readonly string[],
  newest: number,
  ask: (client: LiveClient, watched: { auctionId: string; sinceVersion: number }) => Promise<T>,
  check: (name: string, answer: T) => void,
): Promise<void> => {
  const versions = Array.from({ length: newest }, (_, index) => index + 1);
  for (const [name, client] of clients) {
    const watched = ids.flatMap((auctionId) => versions.map((sinceVersion) => ({ auctionId, sinceVersion })));
    for (const answer of await Promise.all(watched.map((one) => ask(client, one)))) check(name, answer);
  }
};

/** Mails are worded when they are sent, from what the outbox keeps. */
const mailsOf = async ({ query, config }: TestServer): Promise<string[]> => {
  await logIsRead({ query });
  const rows = await query<{ id: string; kind: Mail["kind"]; data: Mail["data"] | string }>(
    "select id, kind, data from outbox",
  );
  return rows.map(({ id, kind, data }) => {
    const mail = { id, kind, data: typeof data === "string" ? JSON.parse(data) : data } as Mail;
    return `${JSON.stringify(mail)} ${JSON.stringify(renderMail(mail, { ...config, contact: { email: "help@jara.test", whatsapp: "+2348012345678" } }, null))}`;
  });
};

/** The answers and mails that everybody but administrators gets. */
const leaksAtRest = async (
  server: TestServer,
  drafts: Drafts,
  readers: readonly Reader[],
  /** Gets each person's answers, so that nothing is read a second time. */
  alsoCheck?: (name: string, reads: readonly Read[]) => void,
): Promise<string[]> => {
  const leaks = leaksOf("mail", await mailsOf(server));
  for (const [name, person] of readers) {
    const reads = await readAll(server, drafts, person);
    for (const { path, text } of reads) leaks.push(...leaksOf(`${name} ${path}`, [text]));
    alsoCheck?.(name, reads);
  }
  return leaks;
};

/** No answer names a draft. */
const expectNotFound = ({ ids }: Drafts, name: string, reads: readonly Read[]): void => {
  const found = reads
    .filter(({ status }) => status < 300)
    // A receipt and an invoice are their owner's documents, with the title that the lot had in public. /dev/mail is the
    // developer's copy of everybody's mails. A notification tells its bidder that the lot, as it was in public, was
    // withdrawn. Bidders can always show which entries of the public log are theirs.
    .filter(
      ({ path }) => !/\/(receipts|invoices|notifications)$|\/users\/proof\//.test(path) && !path.startsWith("/dev/"),
    )
    .filter(({ text }) => Object.values(ids).some((id) => text.includes(id)));
  expect([name, found]).toEqual([name, []]);
};

// One story: the lots are withdrawn, the server restarts, the lots are published.
describeEndToEnd(
  "a draft",
  () => {
    let place: FreshDatabase;
    let server: TestServer;
    let drafts: Drafts;
    let clients: Client[];
    let desk: LiveClient;
    const start = () => startTestServer({ at: place });
    /** For what is read after a restart and after the publication: it depends on what the server keeps. */
    const laterReaders = (): readonly Reader[] => visitorAndLeader(drafts);

    beforeAll(async () => {
      place = await makeDatabase();
      server = await start();
      drafts = await openLots(server);
      clients = await connectAll(server, drafts);
      desk = await connect(server, "socket.io", { token: drafts.admin.token });
      await desk.ask("admin:watch", {});
      for (const auctionId of Object.values(drafts.ids)) await desk.ask("auction:watch", { auctionId });
      for (const [, client] of clients) client.forget();
      await hide(server, drafts);
    });
    afterAll(async () => {
      for (const client of [desk, ...(clients ?? []).map(([, one]) => one)]) client?.close();
      await server?.close();
      await place?.drop();
    });

    it("is in no answer and no list of a visitor, bidder, former leader, buyer or winner, and in no mail", async () => {
      const leaks = await leaksAtRest(server, drafts, nonAdmins(drafts), (name, reads) =>
        expectNotFound(drafts, name, reads),
      );
      expect(leaks).toEqual([]);
      const admins = (await readAll(server, drafts, drafts.admin)).map(({ text }) => text);
      expect(marksIn(admins.join())).toEqual([...marks]);
    });

    it("is published to administrators only, and watchers learn that the lot was withdrawn, with its former texts", async () => {
      const { ids } = drafts;
      await settled(desk);
      // The marks did travel: to administrators.
      expect(marksIn(framesOf(desk).join())).toEqual([...marks]);
      // The countdown that watchers get every ten seconds comes last. It came while everybody read in the test before.
      for (const id of [ids.atOnce, ids.later, ids.bought, ids.won]) {
        await desk.next(
          "auction:countdown",
          ({ auctionId, endTime }) => auctionId === id && endTime.startsWith("2031"),
        );
      }
      const leaks: string[] = [];
      for (const [name, client] of clients) {
        await settled(client);
        leaks.push(...leaksOf(name, framesOf(client)));
        const withdrawn = client.of("auction:updated").filter(({ auction }) => auction.status === "draft");
        const titles = withdrawn.map(({ auction }) => auction.title).sort();
        expect([name, titles]).toEqual([
          name,
          ["Being bought", "Nobody bid", "Withdrawn at once", "Withdrawn, then edited", "Won"],
        ]);
        // Bidders are told of their own lots once more, wherever they are on the site.
        const backToDraft = client.of("auction:status").filter(({ status }) => status === "draft");
        expect(new Set(backToDraft.map(({ auctionId }) => auctionId)).size).toBe(5);
        // The end that the lot had before it was deleted as a draft is nobody's business either.
        expect(client.of("auction:ended")).toEqual([]);
        expect(client.frames.some(({ data }) => "auctionId" in data && data.auctionId === ids.unseen)).toBe(false);
      }
      expect(leaks).toEqual([]);
    });

    it("is found by no call that changes something and by no live command", async () => {
      for (const person of Object.values(drafts.people)) {
        const { answers, frames } = await tryAll(server, drafts, person);
        expect(leaksOf(person.username, [...answers, ...frames])).toEqual([]);
        expect(answers.filter((text) => !text.includes("NOT_FOUND"))).toEqual([]);
      }
    });

    it("takes no space in a page of one's own bids", async () => {
      const { admin, people } = drafts;
      const token = people.stranger.token;
      const [kept, withdrawn] = [await openAuction(server, admin), await openAuction(server, admin)];
      for (const { _id: auctionId } of [kept, withdrawn]) {
        await server.api("POST", "/api/bids", { token, body: { auctionId, amount: 1500 } });
      }
      const page = async () => (await server.api("GET", "/api/bids/user/my-bids?limit=1", { token })).body;
      expect((await page())[0].auction._id).toBe(withdrawn._id);
      await setStatus(server, admin, withdrawn._id, "draft");
      expect((await page())[0].auction._id).toBe(kept._id);
    });

    it("stays hidden after a restart from clients who reconnect with the version they had", async () => {
      for (const client of [desk, ...clients.map(([, one]) => one)]) client.close();
      await server.close();
      server = await start();
      expect(await leaksAtRest(server, drafts, laterReaders())).toEqual([]);
      clients = await connectAll(server, drafts);
      await watchSince(
        clients,
        Object.values(drafts.ids),
        5,
        (client, watched) => client.send("auction:watch", watched),
        (name, answer) =>
          expect([name, answer]).toMatchObject([
            name,
            { ok: false, error: { code: "NOT_FOUND", message: "Auction not found" } },
          ]),
      );
    });

    it("stays hidden after the lot is public again with other texts: no replay, list or later mail has it", async () => {
      await publish(server, drafts);
      const { ids } = drafts;
      const leaks: string[] = [];
      await watchSince(
        clients,
        [ids.atOnce, ids.later, ids.bought, ids.won, ids.unseen],
        11,
        (client, watched) => client.ask("auction:watch", watched),
        (name, answer) => {
          expect(answer.auction).toMatchObject({ title: "Published at last", status: "active" });
          leaks.push(...leaksOf(name, [JSON.stringify(answer)]));
        },
      );
      for (const [name, client] of clients) {
        await settled(client);
        leaks.push(...leaksOf(name, framesOf(client)));
      }
      expect([...leaks, ...(await leaksAtRest(server, drafts, laterReaders()))]).toEqual([]);
    });
  },
  { shuffle: false },
);

describe.skipIf(!canHaveNodes())("a draft that another node made", () => {
  let nodes: TwoNodes;
  beforeAll(async () => {
    nodes = await startTwoNodes();
  });
  afterAll(() => nodes?.close());

  it("is published here only as a withdrawal, whether this node is connected to the other one or not", async () => {
    const { here, there, redis } = nodes;
    for (const hears of [true, false]) {
      const drafts = await openLots(here, hears ? "a" : "b");
      const clients = await connectAll(there, drafts);
      if (!hears) await redis.stop();
      await hide(here, drafts);
      const { atOnce, later, bought, won } = drafts.ids;
      const leaks: string[] = [];
      for (const [name, client] of clients) {
        for (const id of [atOnce, later, bought, won]) {
          // A withdrawal that voids bids is not replayed: the watcher is asked to watch again, and finds nothing.
          await Promise.any([
            client.next("auction:updated", ({ auctionId, auction }) => auctionId === id && auction.status === "draft"),
            client.next("auction:resync", ({ auctionId }) => auctionId === id),
          ]);
          const again = await client.send("auction:watch", { auctionId: id });
          expect(again).toMatchObject({ ok: false, error: { code: "NOT_FOUND" } });
        }
        leaks.push(...leaksOf(name, framesOf(client)));
        client.close();
      }
      expect(leaks).toEqual([]);
    }
  });
});
