// Attacks on invitations of staff and on the second person, through two nodes at once. An invitation makes one person one of
// the staff, and nobody else; a change above the bound is carried out at most once, by somebody who did not ask for it.
import { randomUUID } from "node:crypto";
import { makePerson, type Person } from "../../test/support/e2e-people.ts";
import { callApi, JWT_SECRET, type TestServer } from "../../test/support/e2e-server.ts";
import type { Row, Tried } from "../row.ts";
import { openSite, type Site } from "../site/site.ts";

const BOUND = 1_000;
type Node = Pick<TestServer, "address" | "query" | "api">;

const nodesOf = ({ nodes, database }: Site): [Node, Node] => {
  const [here, there] = nodes.map(
    ({ address }): Node => ({
      ...{ address, query: database.query },
      api: (method, path, call) => callApi(address, method, path, call),
    }),
  );
  if (!here || !there) throw new Error("a site without two nodes");
  return [here, there];
};
const open = (): Promise<Site> =>
  openSite({
    nodes: 2,
    environmentOf: () => ({ JWT_SECRET, RATE_LIMITS: "off", SECOND_PERSON_ABOVE: String(BOUND) }),
  });

const tokenFor = async ({ query }: Node, email: string): Promise<string> => {
  const [row] = await query<{ token: string }>(
    "select data ->> 'token' as token from outbox where kind = 'staff-invitation' and to_address = $1 order by created_at desc limit 1",
    [email],
  );
  return row?.token ?? "";
};

/** One invitation of each kind, each attacked by everybody at once. Returns what is wrong. */
const attackInvitation = async ([here, there]: [Node, Node], admin: Person, round: number): Promise<string[]> => {
  const bad: string[] = [];
  const hasAccount = round % 2 === 0;
  const [ada, eve] = [await makePerson(here, `ada-${round}`), await makePerson(here, `eve-${round}`)];
  const email = hasAccount ? ada.email : `new-${round}@people.test`;
  const invite = (role: string) =>
    here.api("POST", "/api/admin/invitations", { token: admin.token, body: { email, role } });
  await invite("manager");
  const replaced = await tokenFor(here, email);
  await invite("cashier");
  const token = await tokenFor(here, email);
  const way = round % 5;
  if (way === 3) await here.query("update invitations set expires_at = now() where email = $1", [email]);
  if (way === 4)
    await here.query("update users set role = 'user', revision = revision + 1 where id = $1::text::uuid", [admin.id]);
  const accept = (node: Node, body: object, who?: Person) =>
    node.api("POST", "/api/auth/accept-invitation", { body, ...(who && { token: who.token }) });
  const fresh = (name: string, of = token) => ({
    token: of,
    username: `${name}-${round}`,
    password: "four unlikely words",
  });
  await Promise.all([
    accept(here, { token }, eve),
    accept(there, { token: replaced }, eve),
    accept(there, fresh("old", replaced)),
    accept(there, fresh("a")),
    accept(here, fresh("b")),
    accept(there, { token }, ada),
    accept(here, { token }, ada),
  ]);
  const staff = await here.query<{ email: string; role: string }>(
    "select email, role from users where role <> 'user' and id <> $1::text::uuid",
    [admin.id],
  );
  const expected = way >= 3 ? [] : [{ email, role: "cashier" }];
  if (JSON.stringify(staff) !== JSON.stringify(expected)) bad.push(`round ${round}: ${JSON.stringify(staff)}`);
  const [made] = await here.query<{ n: number }>("select count(*)::int as n from users where email = $1", [email]);
  if (made?.n !== (way >= 3 && !hasAccount ? 0 : 1)) bad.push(`round ${round}: ${made?.n} accounts have the address`);
  await here.query(
    "update users set role = 'user', revision = revision + 1 where role <> 'user' and id <> $1::text::uuid",
    [admin.id],
  );
  await here.query("update users set role = 'admin', revision = revision + 1 where id = $1::text::uuid", [admin.id]);
  return bad;
};

/** Several people decide about one change at once, and one splits an amount. Returns what is wrong. */
const attackApproval = async (
  [here, there]: [Node, Node],
  [asker, one, two]: readonly [Person, Person, Person],
  round: number,
): Promise<string[]> => {
  const bad: string[] = [];
  const ada = await makePerson(here, `ada-${round}`, { balance: 0 });
  const edit = (node: Node, who: Person, balance: number) =>
    node.api("PUT", `/api/users/admin/balance/${ada.id}`, {
      token: who.token,
      body: { balance, action: "add" },
      headers: { "idempotency-key": randomUUID() },
    });
  const balanceOf = async (): Promise<number> => {
    const [row] = await here.query("select balance_minor from users where id = $1::text::uuid", [ada.id]);
    return Number(row?.balance_minor) / 100;
  };
  const { body } = await edit(here, asker, 50_000);
  const path = `/api/admin/approvals/${body.approval?._id}`;
  const decide = (node: Node, who: Person, how: "approve" | "refuse") =>
    node.api("POST", `${path}/${how}`, { token: who.token, ...(how === "refuse" && { body: { reason: "No" } }) });
  const own = await Promise.all([decide(here, asker, "approve"), decide(there, asker, "approve")]);
  if (own.some(({ status }) => status !== 403)) bad.push(`round ${round}: the asker approved`);
  await Promise.all([
    decide(here, one, "approve"),
    decide(there, two, "approve"),
    decide(there, one, "approve"),
    ...(round % 2 === 0 ? [decide(here, two, "refuse"), there.api("DELETE", path, { token: asker.token })] : []),
  ]);
  const [row] = await here.query("select status from approvals where id = $1::text::uuid", [body.approval?._id]);
  const expected = row?.status === "done" ? 50_000 : 0;
  if ((await balanceOf()) !== expected) bad.push(`round ${round}: ${row?.status}, balance ${await balanceOf()}`);
  await Promise.all(Array.from({ length: 8 }, (_, n) => edit(n % 2 === 0 ? here : there, asker, BOUND / 3)));
  const split = (await balanceOf()) - expected;
  if (split > BOUND) bad.push(`round ${round}: ${split} passed in parts`);
  return bad;
};

const repeat = async (
  rounds: number,
  triedEach: number,
  attack: (nodes: [Node, Node], round: number) => Promise<string[]>,
): Promise<Tried> => {
  const site = await open();
  try {
    const nodes = nodesOf(site);
    const findings: string[] = [];
    for (let round = 0; round < rounds; round += 1) findings.push(...(await attack(nodes, round)));
    return { tried: rounds * triedEach, bad: findings.length, findings };
  } finally {
    await site.close();
  }
};

const ROUNDS = { full: 200, quick: 15 };

export const staffRows: readonly Row[] = [
  {
    name: "invitations",
    what: "Invitations to the staff, used by their owner, strangers and several at once through two nodes: forwarded, replaced, expired, of an inviter who was demoted",
    run: ({ quick }) => {
      let admin: Promise<Person> | undefined;
      return repeat(quick ? ROUNDS.quick : ROUNDS.full, 7, async (nodes, round) => {
        admin ??= makePerson(nodes[0], "admin", { role: "admin" });
        return await attackInvitation(nodes, await admin, round);
      });
    },
  },
  {
    name: "second-person",
    what: "Changes of money above the bound: decided by several people at once, by the person who asked, and split into parts, through two nodes",
    run: ({ quick }) => {
      let people: Promise<readonly [Person, Person, Person]> | undefined;
      return repeat(quick ? ROUNDS.quick : ROUNDS.full, 13, async (nodes, round) => {
        const admin = (name: string) => makePerson(nodes[0], name, { role: "admin" });
        people ??= Promise.all([admin("asker"), admin("one"), admin("two")]);
        return await attackApproval(nodes, await people, round);
      });
    },
  },
];
