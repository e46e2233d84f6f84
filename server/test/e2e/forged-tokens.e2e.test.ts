// Tests forged session tokens in every place where a token is read, and real ones where none is read. Also tests forged
// Google tokens on both ways to sign in, and links and tokens that may be used once but are used fifty times at once.
// It is long, because each file starts a server.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFlowCookie } from "../../src/features/accounts/google/flow-cookie.ts";
import { unsubscribeLink } from "../../src/features/mail/unsubscribe.ts";
import { Browser, CLIENT_ID, googlePerson } from "../support/e2e-google.ts";
import { openPlain } from "../support/e2e-live.ts";
import { type Person, signToken } from "../support/e2e-people.ts";
import { connectRaw } from "../support/e2e-raw-frames.ts";
import { JWT_SECRET, lastVerificationLink } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { type Forged, forgedGoogleTokens, ofOtherSignIns } from "../support/forged-google.ts";
import { forgedTokens } from "../support/forged-tokens.ts";
import { openWorld, PASSWORD } from "../support/who-may-what-world.ts";

const START = "/api/auth/google";
const LONG_MS = 240_000;
const AT_ONCE = 50;
const report = (what: string, tried: number, bad: readonly string[]): void => {
  process.stdout.write(`  ${what}: ${tried} tried, ${bad.length} bad\n`);
  expect(bad).toEqual([]);
};

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld();
}, LONG_MS);
afterAll(() => world?.close());

describe("a forged token", () => {
  let victim: Person;
  let forged: [what: string, token: string][];
  beforeAll(async () => {
    const { server, google, people, topUp } = world;
    victim = people.seller;
    await server.api("POST", "/api/auth/resend-verification", { body: { email: world.registered } });
    const flow = createFlowCookie({ secrets: [JWT_SECRET], path: "/", isSecure: false });
    const sealed = await flow.keep({ state: "s", nonce: "n", verifier: "v" });
    const own = { sub: victim.id, email: victim.email };
    forged = [
      ...forgedTokens(victim, people.other),
      // Ours or others', but for something else.
      ["a verification link's", new URL(lastVerificationLink(server)).searchParams.get("token") ?? ""],
      [
        "an unsubscribing link's",
        new URL(unsubscribeLink(server.config, victim.id)).searchParams.get("signature") ?? "",
      ],
      ["a sign-in's cookie", /=([^;]+)/.exec(sealed)?.[1] ?? ""],
      ["Google's word", await google.idToken(googlePerson("victim", own))],
      [
        "Google's word under our names",
        await google.idToken({ ...own, sid: victim.sessionId, email_verified: true }, ours),
      ],
      ["a payment's reference", topUp],
      ["our own secret", JWT_SECRET],
    ];
  });
  const ours = { iss: "jara", aud: "jara" };
  const isOfHeaders = (token: string): boolean => /^[\x20-\x7e]+$/.test(token) && token.trim() === token;

  it("is refused over REST where a session is required, where it is optional, and where only administrators may", async () => {
    const { server } = world;
    const bad: string[] = [];
    let tried = 0;
    const paths = ["/api/auth/profile", "/api/auctions", "/api/auth/users"];
    for (const [what, token] of forged.filter(([, token]) => isOfHeaders(token))) {
      await Promise.all(
        paths.map(async (path) => {
          tried += 1;
          const { status, body } = await server.api("GET", path, { token });
          if (status !== 401 || body.code !== "UNAUTHENTICATED") bad.push(`${what} at ${path}: ${status}`);
        }),
      );
    }
    const { token: real } = world.people.other;
    const schemes = [
      "",
      "Bearer",
      "Bearer ",
      real,
      `Basic ${real}`,
      `Token ${real}`,
      `Bearer:${real}`,
      `Bearer=${real}`,
    ];
    schemes.push(`Digest ${real}`, `JWT ${real}`, `Basic ${btoa(`other:${real}`)}`, `Bearer ${real} ${real}`);
    for (const authorization of schemes) {
      tried += 1;
      const { status } = await server.api("GET", "/api/auctions", { headers: { authorization } });
      if (status !== 401) bad.push(`the header ${authorization.slice(0, 20)}: ${status}`);
    }
    // So large that it is not read at all.
    for (const kilobytes of [20, 200]) {
      tried += 1;
      const answer = await server
        .api("GET", "/api/auctions", { token: "x".repeat(kilobytes * 1024) })
        .catch(() => null);
      if (answer && answer.status < 400) bad.push(`a token of ${kilobytes} kB: ${answer.status}`);
    }
    expect((await server.api("GET", "/api/auctions", { token: real })).status).toBe(200);
    report("forged tokens over REST", tried, bad);
  });

  it("is refused by both transports, in the header and in the first frame", async () => {
    const { server } = world;
    const bad: string[] = [];
    let tried = 0;
    // A connection each: a token is looked at once a connection.
    const session = async (token: string): Promise<string> => {
      const socketIo = await connectRaw(server, "socket.io", null);
      socketIo.write(`40${JSON.stringify({ token })}`);
      const answer = await socketIo.next();
      socketIo.close();
      return answer;
    };
    for (const [what, token] of forged) {
      tried += 1;
      const answer = await session(token);
      if (answer.startsWith("44") && answer.includes("UNAUTHENTICATED")) continue;
      bad.push(`Socket.IO, ${what}: ${answer}`);
    }
    expect(await session(world.people.other.token)).toMatch(/^40/);

    const plain = async ([what, token]: [string, string]): Promise<void> => {
      if (isOfHeaders(token)) {
        tried += 1;
        const refused = await openPlain(server, { token }).then(
          (socket) => socket.terminate(),
          (error: { details?: { code?: string } }) => error.details?.code,
        );
        if (refused !== "UNAUTHENTICATED") bad.push(`/ws, ${what}: ${refused}`);
      }
      if (token === "" || token.length > 4096) return;
      tried += 1;
      const late = await connectRaw(server, "/ws");
      const answer = JSON.stringify(await late.ask('"authenticate"', JSON.stringify({ token })));
      if (!answer.includes('"UNAUTHENTICATED"') || (await late.closed) !== 4401)
        bad.push(`first frame, ${what}: ${answer}`);
    };
    for (let n = 0; n < forged.length; n += 8) await Promise.all(forged.slice(n, n + 8).map(plain));
    for (const token of [5, true, {}, [world.people.other.token], null]) {
      tried += 1;
      const late = await connectRaw(server, "/ws");
      const answer = JSON.stringify(await late.ask('"authenticate"', JSON.stringify({ token })));
      if (!answer.includes('"INVALID"')) bad.push(`first frame, ${JSON.stringify(token)?.slice(0, 20)}: ${answer}`);
      late.close();
    }
    report("forged tokens over both transports", tried, bad);
  });

  it("has no effect where no token is read, and neither has a real one: addresses, cookies, bodies, other headers", async () => {
    const { server, people, ids } = world;
    const { token } = people.admin;
    const bad: string[] = [];
    let tried = 0;
    const names = ["token", "access_token", "auth", "authorization", "jwt", "session", "sid", "id_token"];
    const places = names.flatMap((name): [string, Record<string, string>][] => [
      [`?${name}=${token}`, {}],
      [`?${name}=Bearer%20${token}`, {}],
      ["", { cookie: `${name}=${token}` }],
      ["", { cookie: `google_sign_in=${token}; ${name}=${token}` }],
      ["", { [`x-${name.replace("_", "-")}`]: token }],
    ]);
    for (const header of ["proxy-authorization", "x-access-token", "x-auth-token", "x-forwarded-user", "x-user-id"]) {
      places.push(["", { [header]: `Bearer ${token}` }], ["", { [header]: people.admin.id }]);
    }
    for (const [query, headers] of places) {
      for (const path of ["/api/auth/profile", "/api/auth/users"]) {
        tried += 1;
        const { status } = await server.api("GET", `${path}${query}`, { headers });
        if (status !== 401) bad.push(`${path}${query.slice(0, 12)} ${Object.keys(headers)}: ${status}`);
      }
      tried += 1;
      const body = { auctionId: ids.contest, amount: 1_000_000 };
      const bid = await server.api("POST", `/api/bids${query}`, { headers, body });
      if (bid.status !== 401) bad.push(`a bid with ${query.slice(0, 12)} ${Object.keys(headers)}: ${bid.status}`);
    }
    for (const [query, headers] of places) {
      tried += 1;
      const socket = await openPlain(server, {}, { query, headers });
      const answered = new Promise<string>((resolve) => socket.once("message", (raw) => resolve(String(raw))));
      socket.send(JSON.stringify({ id: 1, type: "admin:watch", data: {} }));
      const answer = await answered;
      if (!answer.includes("UNAUTHENTICATED")) bad.push(`/ws${query.slice(0, 12)} ${Object.keys(headers)}: ${answer}`);
      socket.terminate();
    }
    report("real tokens in places where none is read", tried, bad);
  });

  it("gives no role, verification or money by its claims, even if it is signed", async () => {
    const { server, people } = world;
    const grand = { role: "admin", isAdmin: true, admin: true, isEmailVerified: true, balance: 1e9, scope: "admin" };
    const token = await signToken({ sub: people.unverified.id, sid: people.unverified.sessionId, ...grand });
    const { body } = await server.api("GET", "/api/auth/profile", { token });
    expect(body.user).toMatchObject({ role: "user", isEmailVerified: false });
    expect((await server.api("GET", "/api/auth/users", { token })).status).toBe(403);
  });

  it("does not verify an address or stop mails if it is a session's", async () => {
    const { server, people, registered } = world;
    const bad: string[] = [];
    const [, , signature = ""] = people.unverified.token.split(".");
    const texts = [people.unverified.token.slice(0, 200), signature, people.unverified.id, ""];
    for (const token of texts) {
      for (const email of [people.unverified.email, registered]) {
        const { status } = await server.api("POST", "/api/auth/verify-email", { body: { token, email } });
        if (status !== 400) bad.push(`verify-email with ${token.slice(0, 12)}: ${status}`);
      }
      const query = new URLSearchParams({ user: people.unverified.id, signature: token.slice(0, 100) });
      const { status } = await server.api("POST", `/api/mail/unsubscribe?${query}`);
      if (status < 400) bad.push(`unsubscribe with ${token.slice(0, 12)}: ${status}`);
    }
    const rows = await server.query(
      "select id from users where username = 'unverified' and (email_verified_at is not null or not wants_outbid_mail)",
    );
    expect(rows).toEqual([]);
    report("sessions as tokens of another kind", texts.length * 3, bad);
  });
});

describe("a forged identity token of Google's", () => {
  let forged: Forged[];
  const mallory = googlePerson("mallory", { email: "admin@people.test" });
  beforeAll(() => {
    forged = forgedGoogleTokens(world.google, mallory, world.people.admin.token);
  });
  const accounts = async () =>
    JSON.stringify(
      await world.server.query("select id, username, email, google_id, token_version, revision from users order by id"),
    );

  it("is refused at Google's button", async () => {
    const { server } = world;
    const bad: string[] = [];
    const before = await accounts();
    for (const [what, make] of forged) {
      const { status, body } = await server.api("POST", START, { body: { googleToken: make(undefined) } });
      if (status !== 401 || body.message !== "Google Sign-In failed" || body.token) bad.push(`${what}: ${status}`);
    }
    if ((await accounts()) !== before) bad.push("an account changed");
    report("Google's word forged, by the button", forged.length, bad);
  });

  it("is refused on the way back from Google", async () => {
    const { server, google } = world;
    const bad: string[] = [];
    const before = await accounts();
    const nonces = ofOtherSignIns(google, mallory);
    for (const [what, make] of [...forged, ...nonces]) {
      const browser = new Browser(server);
      const start = await browser.visit(START);
      const token = make(new URL(start.to).searchParams.get("nonce") ?? "");
      google.onTokens = ({ body }) => {
        body.id_token = token;
      };
      const { status, to } = await browser.visit((await browser.visit(start.to)).to);
      if (status !== 302 || to !== `${server.config.publicUrl}/auth/callback?error=oauth_failed`)
        bad.push(`${what}: ${to}`);
    }
    google.onTokens = () => {};
    if ((await accounts()) !== before) bad.push("an account changed");
    report("Google's word forged, by redirect", forged.length + nonces.length, bad);
  });

  it("is no reason to refuse a correct one, which gives no more than it may", async () => {
    const { server, google } = world;
    const said = {
      azp: CLIENT_ID,
      hd: "people.test",
      role: "admin",
      isAdmin: true,
      balance: 5,
      picture: "javascript:x",
    };
    const googleToken = await google.idToken(googlePerson("honest", said));
    const { status, body } = await server.api("POST", START, { body: { googleToken } });
    expect([status, body.user?.role, body.user?.balance]).toEqual([200, "user", 0]);
    google.person = googlePerson("honest", said);
    const browser = new Browser(server);
    const start = await browser.visit(START);
    const { to } = await browser.visit((await browser.visit(start.to)).to);
    expect(JSON.parse(new URL(to).searchParams.get("user") ?? "{}")).toEqual(body.user);
  });
});

describeEndToEnd("one-time credentials", () => {
  let here: Awaited<ReturnType<typeof openWorld>>;
  beforeAll(async () => {
    here = world;
  });
  const atOnce = <T>(times: number, run: (n: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: times }, (_, n) => run(n)));
  const count = (statuses: readonly number[]): Record<string, number> =>
    Object.fromEntries(
      [...new Set(statuses)].sort().map((status) => [status, statuses.filter((s) => s === status).length]),
    );

  const newcomer = async (username: string) => {
    const email = `${username}@gmail.test`;
    const { body } = await here.server.api("POST", "/api/auth/register", {
      body: { username, email, password: PASSWORD },
    });
    return { id: body.user.id as string, email, session: body.token as string, link: newestLink() };
  };
  const newestLink = () => Object.fromEntries(new URL(lastVerificationLink(here.server)).searchParams);
  const verify = async (body: object): Promise<number> =>
    (await here.server.api("POST", "/api/auth/verify-email", { body })).status;

  it("a verification link that fifty clients open at once verifies once", async () => {
    const { id, link } = await newcomer("once");
    const [{ revision } = { revision: 0 }] = await here.server.query(
      "select revision from users where id = $1::text::uuid",
      [id],
    );
    expect(count(await atOnce(AT_ONCE, () => verify(link)))).toEqual({ 200: 1, 409: AT_ONCE - 1 });
    expect(
      await here.server.query(
        "select revision, email_verified_at is not null as is from users where id = $1::text::uuid",
        [id],
      ),
    ).toEqual([{ revision: Number(revision) + 1, is: true }]);
    report(`one verification link`, AT_ONCE, []);
  });

  it("only the last one of many mailed links is valid, and it works once", async () => {
    const { email, link } = await newcomer("renewed");
    const sent = here.server.mails.length;
    const asked = await atOnce(20, () => here.server.api("POST", "/api/auth/resend-verification", { body: { email } }));
    expect(count(asked.map(({ status }) => status))).toEqual({ 200: 20 });
    const tokens = here.server.mails.slice(sent).map((mail) => (mail.data as { token: string }).token);
    expect(new Set(tokens).size).toBe(20);
    const statuses = await Promise.all(
      [link, ...tokens.map((token) => ({ token, email }))].flatMap((body) => [verify(body), verify(body)]),
    );
    expect(count(statuses)).toEqual({ 200: 1, 400: 40, 409: 1 });
    report(`links of mails asked for at once`, statuses.length, []);
  });

  it("fifty clients that bring one Google token at once make or link one account", async () => {
    const { server, google } = here;
    const accounts = async (email: string) =>
      await server.query("select google_id as sub, password_hash is not null as password from users where email = $1", [
        email,
      ]);
    for (const [name, isKnown] of [
      ["stranger", false],
      ["verified", true],
      ["squatted", true],
    ] as const) {
      const known = isKnown ? await newcomer(name) : null;
      if (known && name === "verified") expect(await verify(known.link)).toBe(200);
      const googleToken = await google.idToken(googlePerson(name));
      const answers = await atOnce(AT_ONCE, () => server.api("POST", "/api/auth/google", { body: { googleToken } }));
      expect(count(answers.map(({ status }) => status))).toEqual({ 200: AT_ONCE });
      expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1);
      expect(await accounts(`${name}@gmail.test`)).toEqual([{ sub: `google-${name}`, password: name === "verified" }]);
      if (name === "squatted") {
        expect((await server.api("GET", "/api/auth/profile", { token: known?.session ?? "" })).status).toBe(401);
        const working = await Promise.all(
          answers.map(({ body }) => server.api("GET", "/api/auth/profile", { token: body.token })),
        );
        expect(count(working.map(({ status }) => status))).toEqual({ 200: AT_ONCE });
      }
    }
    report(`Google's word at once`, 3 * AT_ONCE, []);
  });

  it("one of two Google people with one address is linked, and the other is refused", async () => {
    const { server, google } = here;
    const bad: string[] = [];
    for (let n = 0; n < 10; n += 1) {
      const email = `shared${n}@gmail.test`;
      if (n % 2 === 0) await newcomer(`shared${n}`);
      const tokens = await atOnce(2, (who) =>
        google.idToken(googlePerson(`shared${n}`, { sub: `google-${n}-${who}`, email })),
      );
      const answers = await Promise.all(
        tokens.map((googleToken) => server.api("POST", "/api/auth/google", { body: { googleToken } })),
      );
      const statuses = answers.map(({ status }) => status).sort();
      const rows = await server.query("select id from users where email = $1 and google_id is not null", [email]);
      if (String(statuses) !== "200,409" || rows.length !== 1)
        bad.push(`${email}: ${statuses}, ${rows.length} accounts`);
    }
    report(`one address brought by two`, 10, bad);
  });

  it("a squatter loses the account if their link and the owner's Google sign-in come at once", async () => {
    const { server, google } = here;
    const bad: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const { email, session, link } = await newcomer(`contested${n}`);
      const googleToken = await google.idToken(googlePerson(`contested${n}`));
      const [verified, signedIn] = await Promise.all([
        verify(link),
        server.api("POST", "/api/auth/google", { body: { googleToken } }),
      ]);
      const [row] = await server.query(
        "select google_id as sub, password_hash is not null as password, email_verified_at is not null as verified from users where email = $1",
        [email],
      );
      const still = (await server.api("GET", "/api/auth/profile", { token: session })).status === 200;
      const isIn = verified === 200;
      const isRight = signedIn.status === 200 && row?.sub === `google-contested${n}` && row?.verified === true;
      // A person who opened the mailed link in time owns the mailbox and keeps the password. Anybody else loses the
      // account.
      if (!isRight || row?.password !== isIn || still !== isIn)
        bad.push(`${email}: ${verified} ${still} ${JSON.stringify(row)}`);
    }
    report(`links against Google`, 20, bad);
  });
});
