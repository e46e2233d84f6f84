// Tests the table of permissions by calling each of its cells. The server refuses exactly the callers whom the table
// refuses, with the code in the table, and a refused call changes nothing. All others get their answer. It is long
// because it makes and checks calls over REST, both transports, and the pages outside the API.
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Call } from "@jara/shared/calls/call";
import { callOf } from "@jara/shared/calls/list";
import { liveCommands } from "@jara/shared/calls/live-list";
import { httpStatusByCode } from "@jara/shared/errors";
import { may } from "@jara/shared/permissions";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { access } from "../../src/app/access.ts";
import { projectRoot } from "../../src/config.ts";
import { numberReceipts } from "../../src/features/receipts/number-receipts.ts";
import { connect, type LiveClient, type Transport, transports } from "../support/e2e-live.ts";
import { lot, makePerson, signToken } from "../support/e2e-people.ts";
import { connectRaw } from "../support/e2e-raw-frames.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { writeReceipt } from "../support/given-receipts.ts";
import {
  type Asker,
  askers,
  asMarkdown,
  filledPages,
  live,
  type Outcome,
  outside,
  type Row,
  rest,
  rules,
} from "../support/who-may-what.ts";
import { givenLive, givenRest } from "../support/who-may-what-given.ts";
import { type Asked, pictureForm } from "../support/who-may-what-made.ts";
import { changedBy, openWorld, PASSWORD } from "../support/who-may-what-world.ts";

const LONG_MS = 400_000;
const names = Object.keys(askers) as Asker[];
const nameOf = ({ call, of }: Pick<Row, "call" | "of">): string => (of === undefined ? call : `${call}, ${of}`);
const report = (what: string, tried: number, bad: readonly string[]): void => {
  process.stdout.write(`  ${what}: ${tried} tried, ${bad.length} bad\n`);
  expect(bad.join("\n")).toBe("");
};

describe("the table", () => {
  it("names every call of the server, and no other", () => {
    const named = [...rest, ...outside].map(({ call }) => call);
    const where = "each call has a row in server/test/support/who-may-what.ts";
    expect([...new Set(named)].sort(), where).toEqual(Object.keys(access).sort());
    expect(new Set(rest.map(nameOf)).size).toBe(rest.length);
    expect(Object.keys(rules).filter((call) => !callOf.has(call))).toEqual([]);
  });

  it("has a request for each call that takes something (who-may-what-given.ts)", () => {
    const takes = ({ params, body }: Call): boolean =>
      params !== undefined || (body !== undefined && !body.safeParse(undefined).success);
    const missing = rest.filter((row) => {
      const call = callOf.get(row.call);
      return call && takes(call) && !Object.hasOwn(givenRest, nameOf(row));
    });
    expect(missing.map(nameOf)).toEqual([]);
  });

  it("lets nobody call over REST what the access table forbids", () => {
    for (const { call, rule } of rest) {
      if (access[call] !== "anyone")
        expect([call, rule.visitor, rule.void]).toEqual([call, ...twice("UNAUTHENTICATED")]);
      const needed = access[call];
      if (needed === undefined || needed === "anyone" || needed === "signed in") continue;
      expect([call, rule.owner, rule.other]).toEqual([call, ...twice("FORBIDDEN")]);
      for (const role of ["cataloguer", "cashier", "manager"] as const) {
        const isAllowed = needed === "staff" || may(role, needed);
        if (!isAllowed) expect([call, role, rule[role]]).toEqual([call, role, "FORBIDDEN"]);
      }
    }
  });

  it("lets nobody send a live command that its access forbids", () => {
    for (const { call, rule } of live) {
      const { access: needed } = liveCommands[call];
      if (needed !== "anyone") expect([call, rule.visitor, rule.void]).toEqual([call, ...twice("UNAUTHENTICATED")]);
      if (needed === "staff") expect([call, rule.owner, rule.other]).toEqual([call, ...twice("FORBIDDEN")]);
    }
  });

  it("is the same as docs/permissions.md", async () => {
    await expect(asMarkdown()).toMatchFileSnapshot(path.join(projectRoot, "docs/permissions.md"));
  });
});
const twice = <T>(value: T): [T, T] => [value, value];

interface Answer {
  readonly status: number;
  readonly text: string;
}
/** Goes nowhere by itself: a redirect is an answer. */
const send = async (
  { address }: Pick<TestServer, "address">,
  call: string,
  { id = "", query = "", body, raw, headers, token }: Asked,
): Promise<Answer> => {
  const [method = "", url = ""] = call.split(" ");
  const sent = raw ?? (body === undefined ? null : JSON.stringify(body));
  const response = await fetch(`${address}${url.replace(/:\w+(\/:\w+|\/tile\/\*)*|\*$/, id)}${query}`, {
    method,
    redirect: "manual",
    headers: {
      ...(sent !== null && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: sent,
  });
  return { status: response.status, text: await response.text() };
};
/** Pages for people and the sandbox, which speaks as Paystack does, carry no code. */
const isAsSaid = (outcome: Outcome, done: number, { status, text }: Answer): boolean => {
  if (outcome === "yes") return status === done;
  const isPage = text === "" || text.startsWith("<!doctype html>");
  return status === httpStatusByCode[outcome] && (isPage || (JSON.parse(text).code ?? outcome) === outcome);
};

describeEndToEnd("who may do what", () => {
  let world: Awaited<ReturnType<typeof openWorld>>;
  let tokens: Record<Asker, readonly (string | undefined)[]>;
  /** Open since before their administrator became a user. */
  const outlived = new Map<Transport, LiveClient>();

  beforeAll(async () => {
    world = await openWorld();
    const { server, people } = world;
    const withdrawn = await makePerson(server, "withdrawn", { role: "admin" });
    await server.query("update users set token_version = 2 where username = 'withdrawn'");
    const suspended = await makePerson(server, "suspended", { role: "admin" });
    await server.query("update users set banned_at = now() where username = 'suspended'");
    const loggedOut = await makePerson(server, "logged-out", { role: "admin" });
    await server.api("POST", "/api/auth/logout", { token: loggedOut.token });
    tokens = {
      visitor: [undefined],
      ...(Object.fromEntries(Object.entries(people).map(([name, { token }]) => [name, [token]])) as Record<
        keyof typeof people,
        string[]
      >),
      void: [
        await signToken({ sub: people.admin.id, sid: people.admin.sessionId, iat: 1, exp: 2 }),
        withdrawn.token,
        suspended.token,
        loggedOut.token,
        await signToken({ sub: randomUUID(), sid: people.admin.sessionId }),
      ],
    };

    const { demoted } = people;
    for (const transport of transports) {
      const client = await connect(server, transport, { token: demoted.token });
      await client.ask("admin:watch", {});
      await client.ask("auction:watch", { auctionId: world.ids.draft });
      outlived.set(transport, client);
    }
    await server.api("PUT", `/api/users/admin/role/${demoted.id}`, {
      token: people.admin.token,
      body: { role: "user" },
    });
    for (const client of outlived.values()) await client.next("user:changed", ({ role }) => role === "user");
  }, LONG_MS);
  afterAll(async () => {
    for (const client of outlived.values()) client.close();
    await world?.close();
  });

  const splitByRule = ({ rule }: Row): { refused: Asker[]; allowed: Asker[] } => ({
    refused: names.filter((asker) => rule[asker] !== "yes"),
    allowed: names.filter((asker) => rule[asker] === "yes"),
  });
  // S007
  it(
    "allows exactly the callers in the table, over REST",
    async () => {
      const { server } = world;
      let tried = 0;
      const bad: string[] = [];
      const note = (
        row: Row,
        asker: Asker,
        way: string,
        answer: { status: number; text: string; body?: object },
      ): void => {
        tried += 1;
        if (isAsSaid(row.rule[asker], row.done ?? 200, answer)) return;
        bad.push(`${nameOf(row)}${way}, ${asker}: ${answer.status} ${answer.text.slice(0, 120)}`);
      };
      for (const [index, row] of rest.entries()) {
        const [method = "", url = ""] = row.call.split(" ");
        const { refused, allowed } = splitByRule(row);
        // The calls take the kinds of void tokens in turn, because one hook reads the tokens of all calls.
        const tokenOf = (asker: Asker) => tokens[asker][index % tokens[asker].length];
        const given = givenRest[nameOf(row)] ?? (() => ({}));
        const attempts: { asker: Asker; token: string | undefined; asked: Asked }[] = [];
        for (const asker of refused)
          attempts.push({ asker, token: tokenOf(asker), asked: await given(world, asker, false) });
        const isRead = method === "GET";
        const refuse = () =>
          Promise.all(
            attempts.map(async ({ asker, token, asked }) => {
              note(row, asker, "", await send(server, row.call, { ...asked, token }));
              if (isRead) note(row, asker, " by HEAD", await send(server, `HEAD ${url}`, { ...asked, token }));
              // A caller without permission learns nothing about the fields that the call needs.
              const isTheDoors =
                !row.of && access[row.call] !== "anyone" && /^(UNAUTHENTICATED|FORBIDDEN)$/.test(row.rule[asker]);
              if (isRead || !isTheDoors) return;
              note(
                row,
                asker,
                " with nonsense",
                await send(server, row.call, { id: "nobody", body: { nonsense: true }, token }),
              );
            }),
          );
        const carryOut = async (asker: Asker): Promise<void> => {
          const asked = { token: tokenOf(asker), ...(await given(world, asker, !isRead)) };
          note(row, asker, "", await send(server, row.call, asked));
        };
        // No GET may change anything, so one look after all of them is enough.
        const changed = await changedBy(server, async () => {
          await refuse();
          if (isRead) await Promise.all(allowed.map(carryOut));
        });
        if (changed.length > 0) bad.push(`${nameOf(row)}: ${isRead ? "read" : "refused"}, and ${changed} changed`);
        if (!isRead) for (const asker of allowed) await carryOut(asker);
      }
      expect(tried).toBeGreaterThan(rest.length * names.length);
      report(`cells over REST`, tried, bad);
    },
    LONG_MS,
  );

  it.each(transports)(
    "allows exactly the callers in the table, over %s",
    async (transport) => {
      const { server } = world;
      let tried = 0;
      const bad: string[] = [];
      for (const token of tokens.void) {
        tried += 1;
        const refused = await connect(server, transport, { token }).then(
          (client) => client.close(),
          (error: { details?: { code?: string } }) => error.details?.code,
        );
        if (refused !== "UNAUTHENTICATED") bad.push(`a void token is let in: ${refused}`);
        if (transport !== "/ws") continue;
        tried += 1;
        const late = await connectRaw(server, transport);
        const answer = await late.ask('"authenticate"', JSON.stringify({ token }));
        if (!JSON.stringify(answer).includes("UNAUTHENTICATED") || (await late.closed) !== 4401) {
          bad.push(`a void token is let in by the first frame: ${JSON.stringify(answer)}`);
        }
      }
      const clients = new Map<Asker, LiveClient>();
      for (const asker of names) {
        const known = asker === "demoted" ? outlived.get(transport) : undefined;
        if (asker !== "void")
          clients.set(asker, known ?? (await connect(server, transport, { token: tokens[asker][0] })));
      }
      const attempt = async (row: (typeof live)[number], asker: Asker, data: object): Promise<void> => {
        tried += 1;
        const answer = await clients.get(asker)?.send(row.call, data as never);
        const outcome = answer?.ok ? "yes" : answer?.error.code;
        if (outcome !== row.rule[asker]) bad.push(`${nameOf(row)}, ${asker}: ${JSON.stringify(answer).slice(0, 160)}`);
      };
      for (const row of live) {
        const given = givenLive[nameOf(row)] ?? (() => ({}));
        const { refused, allowed } = splitByRule(row);
        const attempts: [Asker, object][] = [];
        for (const asker of refused) if (asker !== "void") attempts.push([asker, await given(world, false)]);
        const changed = await changedBy(server, () =>
          Promise.all(attempts.map(([asker, data]) => attempt(row, asker, data))),
        );
        if (changed.length > 0) bad.push(`${nameOf(row)}: refused, and ${changed} changed`);
        for (const asker of allowed) await attempt(row, asker, await given(world, true));
      }
      for (const client of clients.values()) client.close();
      report(`cells over ${transport}`, tried, bad);
    },
    LONG_MS,
  );
});

describe("addresses outside /api", () => {
  const METRICS_TOKEN = "metrics-token-of-the-tests";
  const hasSite = existsSync(path.join(projectRoot, "client/dist/index.html"));
  const picture = readdirSync(path.join(projectRoot, "server/demo/pictures"))[0] ?? "";

  it.each(["development", "production"] as const)("answer everybody the same, in %s", async (where) => {
    const isProduction = where === "production";
    const server = await startTestServer({
      config: isProduction
        ? { isProduction, publicUrl: "https://jara.test", metricsToken: METRICS_TOKEN }
        : { seed: "demo", hasGoogleStandIn: true },
    });
    const admin = await makePerson(server, "admin", { role: "admin" });
    const { token } = admin;
    const bad: string[] = [];
    let tried = 0;
    try {
      const form = await pictureForm();
      const uploaded = JSON.parse((await send(server, "POST /api/upload/single", { ...form, token })).text);
      await server.api("POST", "/api/auth/register", {
        body: { username: "mailed", email: "mailed@people.test", password: PASSWORD },
      });
      const [mail] = await server.query<{ id: string }>("select id from outbox where kind = 'verify-email'");
      await writeReceipt(server, { userId: admin.id });
      await numberReceipts(server.server.database);
      const [receiptMail] = await server.query<{ id: string; number: string }>(
        "select id, data ->> 'number' as number from outbox where kind = 'receipt'",
      );
      const started = await server.api("POST", "/api/payments/top-ups", { token, body: { amount: 500 } });
      const shownLot = (await server.api("POST", "/api/auctions", { token, body: lot() })).body.auction;
      const ids: Record<string, string> = {
        "/media/:name": uploaded.file.filename,
        "/media/demo/*": picture,
        "/docs/static/*": "swagger-ui.css",
        "/docs/guide/*": "socket-api.md",
        "/log/:log/checkpoint": "1",
        "/log/:log/checkpoint/witnessed": "1",
        "/log/:log/tile/*": "1/tile/0/000.p/1",
        "/log/verdicts/:date": "2026-11-25",
        "/log/:log/verdicts/:number": "1/verdicts/1",
        "/dev/mail/:id": mail?.id ?? "",
        "/dev/mail/:id/:file": `${receiptMail?.id}/${receiptMail?.number}.pdf`,
        ...Object.fromEntries(
          ["", "/plain", "/bid", "/log-in", "/log-out"].map((step) => [`/auction/:id${step}`, shownLot._id]),
        ),
        "/og/auction/:file": `${shownLot._id}.jpg`,
        "/sitemap/:page": "1.xml",
        "/sandbox/paystack/:reference": started.body.reference ?? "none",
      };
      await vi.waitFor(
        async () => expect(await send(server, "GET /log/1/tile/0/000.p/1", {})).toMatchObject({ status: 200 }),
        { timeout: 45_000 },
      );
      for (const row of outside) {
        const [method = "", url = ""] = row.call.split(" ");
        if ((url === "/*" || url.startsWith("/auction/") || filledPages.includes(url)) && !hasSite) continue;
        const withKey = row.of === "with METRICS_TOKEN";
        const press = { raw: "outcome=fail", headers: { "content-type": "application/x-www-form-urlencoded" } };
        const asked = {
          id: ids[url] ?? "",
          ...(method === "POST" && (!row.of || url.startsWith("/auction/")) && press),
        };
        for (const [who, given] of withKey
          ? [["metrics", METRICS_TOKEN]]
          : [["nobody"], ["admin", token], ["garbage", "x"]]) {
          for (const call of method === "GET" ? [row.call, `HEAD ${url}`] : [row.call]) {
            tried += 1;
            const answer = await send(server, call, { ...asked, token: given });
            if (isAsSaid(row[where], row.done ?? 200, answer)) continue;
            bad.push(`${call} ${row.of ?? ""} by ${who}: ${answer.status} ${answer.text.slice(0, 120)}`);
          }
        }
      }
    } finally {
      await server.close();
    }
    report(`calls outside /api, ${where}`, tried, bad);
  });
});
