// Attacks on unfinished lots, through two nodes at once. Of several saves over one revision one is stored, of several
// publications one makes an auction, and what somebody else sends to a draft changes nothing.
import { randomUUID } from "node:crypto";
import { lot, makePerson, type Person } from "../../test/support/e2e-people.ts";
import { callApi, JWT_SECRET, type TestServer } from "../../test/support/e2e-server.ts";
import { unfinished } from "../../test/support/who-may-what-world.ts";
import type { Row } from "../row.ts";
import { openSite } from "../site/site.ts";

const ROUNDS = { full: 300, quick: 20 };
const AT_ONCE = 6;

type Api = TestServer["api"];
type Query = TestServer["query"];

interface Draft {
  readonly id: string;
  readonly author: Person;
  readonly stranger: Person;
}

/** Attacks one draft. Returns how many calls were made, and what is wrong. */
const attackDraft = async (nodes: readonly Api[], query: Query, { id, author, stranger }: Draft) => {
  const bad: string[] = [];
  const onEach = <T>(count: number, call: (node: Api, number: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, number) => call(nodes[number % nodes.length] as Api, number)));
  const save = (node: Api, { token }: Person, revision: number, title: string) => {
    const { content } = unfinished(revision) as { content: object };
    return node("PUT", `/api/lot-drafts/${id}`, { token, body: { revision, content: { ...content, title } } });
  };
  const publish = (node: Api, { token }: Person, revision: number, key: string) =>
    node("POST", "/api/auctions", {
      token,
      headers: { "idempotency-key": key },
      body: { ...lot(), title: id, draft: { id, revision } },
    });
  const stored = async () =>
    (await query<{ row: string }>("select d::text as row from lot_drafts d where id = $1::text::uuid", [id]))[0]?.row;
  const expect = (isGood: boolean, what: string): void => {
    if (!isGood) bad.push(`${id}: ${what}`);
  };

  const saves = await onEach(AT_ONCE, (node, number) => save(node, author, 1, `Tab ${number}`));
  const kept = saves.flatMap(({ status }, number) => (status === 200 ? [number] : []));
  expect(kept.length === 1, `${kept.length} saves over one revision`);
  const before = await stored();
  expect(before?.includes(`Tab ${kept[0]}`) === true, "another save is stored than the one that was accepted");

  const theirs = await onEach(
    AT_ONCE,
    (node, number) =>
      [
        save(node, stranger, 2, "Theirs"),
        publish(node, stranger, 2, randomUUID()),
        node("DELETE", `/api/lot-drafts/${id}`, { token: stranger.token }),
      ][number % 3] as ReturnType<Api>,
  );
  expect(
    theirs.every(({ status }) => status === 404),
    "somebody else got another answer than for an unknown id",
  );
  expect((await stored()) === before, "somebody else changed the draft");

  const [one, other] = [randomUUID(), randomUUID()];
  const published = await onEach(AT_ONCE, (node, number) => publish(node, author, 2, number < 3 ? one : other));
  const made = await query<{ id: string }>("select id from auctions where title = $1", [id]);
  expect(made.length === 1, `${made.length} auctions of one draft`);
  const answered = published.filter(({ status }) => status === 201);
  expect(
    answered.length > 0 && answered.every(({ body }) => body.auction._id === made[0]?.id),
    "wrong auction answered",
  );
  await onEach(2, (node) => save(node, author, 2, "Late tab"));
  expect((await stored()) === undefined, "a published draft came back");
  return { tried: 3 * AT_ONCE + 2, bad };
};

export const lotDraftsRow: Row = {
  name: "lot-drafts",
  what: "Unfinished lots saved, published and attacked by strangers from several tabs at once, over two nodes",
  run: async ({ quick, say }) => {
    const rounds = quick ? ROUNDS.quick : ROUNDS.full;
    const findings: string[] = [];
    let tried = 0;
    const site = await openSite({ nodes: 2, environmentOf: () => ({ JWT_SECRET, RATE_LIMITS: "off" }) });
    try {
      const { query } = site.database;
      const nodes = site.nodes.map(
        ({ address }): Api =>
          (method, path, call) =>
            callApi(address, method, path, call),
      );
      const [author, stranger] = [
        await makePerson({ query }, "author", { role: "admin" }),
        await makePerson({ query }, "stranger", { role: "cataloguer" }),
      ];
      for (let round = 1; round <= rounds; round += 1) {
        const id = randomUUID();
        await nodes[round % 2]?.("PUT", `/api/lot-drafts/${id}`, { token: author.token, body: unfinished() });
        const attacked = await attackDraft(nodes, query, { id, author, stranger });
        tried += attacked.tried;
        findings.push(...attacked.bad);
        if (round % 20 === 0) say(`round ${round} of ${rounds}: ${findings.length} findings`);
      }
    } finally {
      await site.close();
    }
    return { tried, bad: findings.length, findings };
  },
};
