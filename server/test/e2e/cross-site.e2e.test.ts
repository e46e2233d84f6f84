// Tests the protection against other sites: what their pages can do with a browser that is signed in here, and that no
// address or host name makes this site send anybody elsewhere. It is long, because each file starts a server of its
// own.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { access } from "../../src/app/access.ts";
import { Browser } from "../support/e2e-google.ts";
import { makePerson } from "../support/e2e-people.ts";
import { askRaw, type RawAnswer, upgradeLines } from "../support/e2e-raw-http.ts";
import { ALLOWED_ORIGIN, lastVerificationLink, startTestServer, type TestServer } from "../support/e2e-server.ts";
import {
  EVIL,
  evils,
  isHere,
  lookAlikes,
  luringAddresses,
  luringParameters,
  names,
  oddUpgrades,
  otherOrigins,
} from "../support/other-sites.ts";
import { rest } from "../support/who-may-what.ts";
import { givenRest } from "../support/who-may-what-given.ts";
import { changedBy, openWorld, PASSWORD } from "../support/who-may-what-world.ts";

const LONG_MS = 240_000;
const ENGINE = "/socket.io/?EIO=4&transport=websocket";
const POLLING = "/socket.io/?EIO=4&transport=polling";
const report = (what: string, tried: number, bad: readonly string[]): void => {
  process.stdout.write(`  ${what}: ${tried} tried, ${bad.length} bad\n`);
  expect(bad.slice(0, 40)).toEqual([]);
};
const portOf = ({ address }: TestServer): number => Number(new URL(address).port);

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld();
}, LONG_MS);
afterAll(() => world?.close());

describe.each(["development", "production"] as const)("pages of other sites, in %s", (where) => {
  const isProduction = where === "production";
  const publicUrl = isProduction ? "https://jara.test" : "http://localhost:3000";
  let server: TestServer;
  let token: string;
  let allowed: string[];
  let hostile: string[];
  beforeAll(async () => {
    server = world.server;
    if (isProduction) server = await startTestServer({ config: { isProduction, publicUrl } });
    ({ token } = await makePerson(server, "victim", { role: "admin" }));
    allowed = [publicUrl, ALLOWED_ORIGIN, ...(isProduction ? [] : [server.address])];
    // In development the name that the machine was reached under is its own, with TLS before it or without.
    const own = isProduction ? [] : [server.address.replace("http:", "https:")];
    hostile = [
      ...new Set([...otherOrigins, ...allowed.flatMap(lookAlikes), ...(isProduction ? [server.address] : [])]),
    ];
    hostile = hostile.filter((origin) => ![...allowed, ...own].includes(origin));
  });
  afterAll(async () => {
    if (isProduction) await server?.close();
  });

  const upgrade = (target: string, origin: string | null, more: readonly string[] = []): Promise<RawAnswer> =>
    askRaw(server, target, [
      ...upgradeLines(`127.0.0.1:${portOf(server)}`),
      ...(origin === null ? [] : [`Origin: ${origin}`]),
      ...more,
    ]);
  const polls = (origin: string, target = POLLING, method = "GET"): Promise<RawAnswer> =>
    askRaw(server, target, [`Host: 127.0.0.1:${portOf(server)}`, `Origin: ${origin}`, "Content-Length: 0"], { method });
  /** Engine.IO says 400. */
  const isRefused = ({ status }: RawAnswer): boolean => status === 403 || status === 400;
  const allows = ({ headers }: RawAnswer): boolean =>
    headers.has("access-control-allow-origin") && headers.get("access-control-allow-origin") !== "";

  it("open no socket on either transport, by WebSocket or by polling, with or without a token", async () => {
    const bad: string[] = [];
    let tried = 0;
    const note = (what: string, answer: RawAnswer, isRight: boolean): void => {
      tried += 1;
      if (!isRight) bad.push(`${what}: ${answer.status} ${answer.text.slice(0, 60)}`);
    };
    for (const origin of hostile) {
      const written = JSON.stringify(origin);
      await Promise.all([
        upgrade("/ws", origin).then((answer) => note(`/ws from ${written}`, answer, answer.status === 403)),
        upgrade("/ws", origin, [`Authorization: Bearer ${token}`]).then((answer) =>
          note(`/ws with a token from ${written}`, answer, answer.status === 403),
        ),
        upgrade("/ws", origin, [`Cookie: token=${token}; google_sign_in=x`]).then((answer) =>
          note(`/ws with cookies from ${written}`, answer, answer.status === 403),
        ),
        upgrade(ENGINE, origin).then((answer) =>
          note(`Socket.IO from ${written}`, answer, isRefused(answer) && !allows(answer)),
        ),
        polls(origin).then((answer) => note(`polling from ${written}`, answer, isRefused(answer) && !allows(answer))),
        polls(origin, POLLING, "OPTIONS").then((answer) =>
          note(`polling's preflight from ${written}`, answer, !allows(answer)),
        ),
      ]);
    }
    // Twice the header, and none that could be taken for the other's.
    for (const pair of [
      [allowed[0], `https://${EVIL}`],
      [`https://${EVIL}`, allowed[0]],
    ]) {
      for (const target of ["/ws", ENGINE]) {
        const answer = await upgrade(target, pair[0] ?? "", [`Origin: ${pair[1]}`]);
        note(`${target} from ${pair}`, answer, isRefused(answer));
      }
    }
    // A session of Socket.IO's whose name another site cannot know: even with it the answer is kept from its page.
    const sid = /"sid":"([^"]+)"/.exec((await polls(allowed[0] ?? "")).text)?.[1] ?? "";
    expect(sid).not.toBe("");
    const stolen = await polls(`https://${EVIL}`, `${POLLING}&sid=${sid}`, "POST");
    note("another's session", stolen, !allows(stolen));
    report(`sockets from hostile origins, ${where}`, tried, bad);
  });

  it("are admitted if they belong to the site or to an allowed origin", async () => {
    for (const origin of [...allowed, null]) {
      expect([origin, (await upgrade("/ws", origin)).status]).toEqual([origin, 101]);
      expect([origin, (await upgrade(ENGINE, origin)).status]).toEqual([origin, 101]);
      if (origin === null) continue;
      const answer = await polls(origin);
      expect([origin, answer.status]).toEqual([origin, 200]);
      const { headers } = await server.api("GET", "/api/auctions", { headers: { origin } });
      expect([origin, headers.get("access-control-allow-origin")]).toEqual([origin, origin]);
      expect(headers.get("vary")).toMatch(/origin/i);
    }
  });

  it("can read no answer of the API and pass no preflight on any call, but the site's own pages can", async () => {
    const bad: string[] = [];
    let tried = 0;
    const from = [
      "null",
      `https://${EVIL}`,
      `${publicUrl}.${EVIL}`,
      `https://${EVIL}@partner.test`,
      publicUrl.replace(/^https?/, "ws"),
    ];
    const calls = Object.keys(access).filter((key) => key.includes(" /api/"));
    // In production the list of origins is another one, and not the calls.
    for (const call of isProduction ? calls.filter((_, n) => n % 10 === 0) : calls) {
      const [method = "", url = ""] = call.split(" ");
      const path = url.replace(/:\w+/, "none");
      await Promise.all(
        from.flatMap((origin) =>
          [method, "OPTIONS"].map(async (asked) => {
            tried += 1;
            const { headers } = await fetch(`${server.address}${path}`, {
              method: asked,
              redirect: "manual",
              headers: {
                origin,
                "access-control-request-method": method,
                "access-control-request-headers": "authorization",
              },
            });
            const leave = ["origin", "credentials", "methods", "headers"].filter((name) =>
              headers.has(`access-control-allow-${name}`),
            );
            if (leave.includes("origin") || (asked === "OPTIONS" && leave.length > 0))
              bad.push(`${asked} ${path} for ${origin}: ${leave}`);
          }),
        ),
      );
      tried += 1;
      const own = await server.api("OPTIONS", path, {
        headers: { origin: ALLOWED_ORIGIN, "access-control-request-method": method },
      });
      if (own.headers.get("access-control-allow-origin") !== ALLOWED_ORIGIN)
        bad.push(`${call}: not for an allowed origin`);
    }
    // Every origin on one call.
    for (const origin of hostile) {
      tried += 1;
      const answer = await askRaw(server, "/api/auctions", [`Host: 127.0.0.1:${portOf(server)}`, `Origin: ${origin}`]);
      if (allows(answer)) bad.push(`/api/auctions for ${origin}: ${answer.headers.get("access-control-allow-origin")}`);
    }
    report(`answers and preflights for hostile origins, ${where}`, tried, bad);
  });

  it("are not taken for the site because of the host name that they used", async () => {
    const bad: string[] = [];
    let tried = 0;
    const hosts = [
      EVIL,
      `${EVIL}:${portOf(server)}`,
      "partner.test",
      "jara.test",
      "",
      `127.0.0.1:${portOf(server)}.${EVIL}`,
    ];
    for (const host of hosts) {
      for (const origin of [
        `https://${EVIL}`,
        `http://${EVIL}`,
        `http://x@${host}`,
        `ftp://${host}`,
        `http://${host}/`,
        "null",
      ]) {
        // A name of the machine's own is taken in development alone.
        const isOwn = !isProduction && [`http://${host}`, `https://${host}`].includes(origin);
        if (isOwn || allowed.includes(origin)) continue;
        for (const target of ["/ws", ENGINE]) {
          tried += 1;
          const lines = [...upgradeLines(host), `Origin: ${origin}`, `X-Forwarded-Host: ${EVIL}`];
          const { status } = await askRaw(server, target, lines);
          if (status !== 403 && status !== 400) bad.push(`${target} at ${host} from ${origin}: ${status}`);
        }
      }
    }
    report(`sockets under other names, ${where}`, tried, bad);
  });
});

describe("a browser", () => {
  it(
    "carries out nothing for a form of another site, whatever it sends and whatever cookies the browser adds",
    async () => {
      const { server, people } = world;
      const bad: string[] = [];
      let tried = 0;
      const { token } = people.admin;
      const cookie = ["token", "session", "jwt", "auth", "google_sign_in"].map((name) => `${name}=${token}`).join("; ");
      const types = [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain; application/json",
      ];
      for (const row of rest.filter(({ call, of }) => !call.startsWith("GET") && !of)) {
        // Its link is signed, and a mail program is no page.
        if (row.call === "POST /api/mail/unsubscribe") continue;
        const [method = "", url = ""] = row.call.split(" ");
        const { id = "", body = {} } = (await givenRest[row.call]?.(world, "admin", false)) ?? {};
        const path = url.replace(/:\w+/, id);
        const changed = await changedBy(server, async () => {
          for (const type of types) {
            // Forms can only POST; with a method in a header or in the body's place.
            for (const [way, extra] of [
              ["", {}],
              [`?_method=${method}`, { "x-http-method-override": method, "x-method-override": method }],
            ] as const) {
              tried += 1;
              const answer = await server.api("POST", `${path}${way}`, {
                raw: JSON.stringify(body),
                headers: {
                  "content-type": type,
                  cookie,
                  origin: `https://${EVIL}`,
                  "sec-fetch-site": "cross-site",
                  ...extra,
                },
              });
              if (answer.status < 400 || answer.headers.has("access-control-allow-origin")) {
                bad.push(`${row.call} as ${type} ${way}: ${answer.status}`);
              }
            }
          }
        });
        if (changed.length > 0) bad.push(`${row.call}: ${changed} changed`);
      }
      report("forms of other sites", tried, bad);
    },
    LONG_MS,
  );

  it("changes nothing by following a link, because no GET acts as another method", async () => {
    const { server, people } = world;
    const bad: string[] = [];
    let tried = 0;
    const changed = await changedBy(server, async () => {
      for (const row of rest.filter(({ call }) => !call.startsWith("GET"))) {
        const [method = "", url = ""] = row.call.split(" ");
        const path = url.replace(/:\w+/, world.ids.unbid);
        for (const way of [`?_method=${method}`, `?method=${method}`, ""]) {
          for (const asked of ["GET", "HEAD"]) {
            tried += 1;
            const headers = {
              "x-http-method-override": method,
              "x-http-method": method,
              authorization: `Bearer ${people.admin.token}`,
            };
            await fetch(`${server.address}${path}${way}`, { method: asked, headers, redirect: "manual" }).then(
              (answer) => answer.text(),
            );
          }
        }
      }
    });
    if (changed.length > 0) bad.push(`${changed} changed`);
    report("links in place of writes", tried, bad);
  });

  it(
    "is redirected only to this site or to Google, whatever the address, its parameters and the server's name are",
    async () => {
      const { server, google } = world;
      const bad: string[] = [];
      let tried = 0;
      let redirects = 0;
      const host = `127.0.0.1:${portOf(server)}`;
      const note = (what: string, { status, headers, isOver }: RawAnswer): void => {
        tried += 1;
        const to = headers.get("location");
        if (!isOver) bad.push(`${what}: no answer`);
        if (to !== undefined) redirects += 1;
        if (to !== undefined && !isHere(to, server, google.issuer)) bad.push(`${what}: ${status} to ${to}`);
        const refresh = headers.get("refresh");
        if (refresh !== undefined) bad.push(`${what}: refreshes to ${refresh}`);
        const cookies = headers.get("set-cookie") ?? "";
        if (cookies !== "" && (!/^google_sign_in=/.test(cookies) || /domain=/i.test(cookies)))
          bad.push(`${what}: sets ${cookies}`);
      };
      const tasks = [
        ...luringAddresses.flatMap((target) => names(host).map((lines): [string, string[]] => [target, lines])),
        ...luringParameters.map((target, n): [string, string[]] => [target, names(host)[n % 6] ?? []]),
      ];
      for (let n = 0; n < tasks.length; n += 16) {
        await Promise.all(
          tasks
            .slice(n, n + 16)
            .map(async ([target, lines]) => note(`${target} at ${lines}`, await askRaw(server, target, lines))),
        );
      }
      expect(redirects).toBeGreaterThan(50);
      report(`addresses that might lead elsewhere (${redirects} led somewhere)`, tried, bad);
    },
    LONG_MS,
  );

  it("is redirected after Google's log-in to the site's own callback, whatever its address had", async () => {
    const { server, google } = world;
    const bad: string[] = [];
    let tried = 0;
    google.person = { sub: "google-lured", email: "lured@gmail.test", email_verified: true, name: "lured" };
    for (const name of ["next", "redirect_uri", "returnTo", "state2", "error_uri"]) {
      for (const evil of evils) {
        tried += 1;
        const browser = new Browser(server);
        const start = await browser.visit(`/api/auth/google?${name}=${encodeURIComponent(evil)}`);
        const toGoogle = new URL(start.to);
        const isRight =
          toGoogle.searchParams.get("redirect_uri") === `${server.config.publicUrl}/api/auth/google/callback`;
        const back = (await browser.visit(start.to)).to;
        const { to } = await browser.visit(`${back}&${name}=${encodeURIComponent(evil)}`);
        if (!isRight || !to.startsWith(`${server.config.publicUrl}/auth/callback?token=`))
          bad.push(`${name}=${evil}: ${start.to} ${to}`);
      }
    }
    report("Google's way with other addresses in it", tried, bad);
  });

  it("is sent by mails and payments to the site's own address, whatever host name the server was called by", async () => {
    const { server, paystack, people } = world;
    const bad: string[] = [];
    let tried = 0;
    const { publicUrl } = server.config;
    const { port } = new URL(server.address);
    const post = (
      lines: readonly string[],
      path: string,
      body: object,
      more: readonly string[] = [],
    ): Promise<RawAnswer> => {
      const text = JSON.stringify(body);
      const head = [...lines, ...more, "Content-Type: application/json", `Content-Length: ${text.length}`];
      return askRaw(server, path, head, { method: "POST", body: text });
    };
    for (const [n, lines] of names(`127.0.0.1:${port}`).entries()) {
      const email = `lured${n}@people.test`;
      const registered = await post(lines, "/api/auth/register", { username: `lured${n}`, email, password: PASSWORD });
      if (registered.status === 201) {
        tried += 2;
        if (!lastVerificationLink(server).startsWith(`${publicUrl}/verify-email?`))
          bad.push(lastVerificationLink(server));
        await post(lines, "/api/auth/resend-verification", { email });
        const mails = await server.api("GET", "/dev/mail.json", { headers: { "x-forwarded-host": EVIL } });
        const links = [...mails.text.matchAll(/https?:\/\/[^\s"\\]+/g)].map(([link]) => link);
        bad.push(...links.filter((link) => !link.startsWith(publicUrl)));
      } else if (registered.status !== 400) bad.push(`registering at ${lines}: ${registered.status}`);
      const started = await post(lines, "/api/payments/top-ups", { amount: 500 }, [
        `Authorization: Bearer ${people.other.token}`,
      ]);
      if (started.status === 400) continue;
      tried += 1;
      const { reference } = JSON.parse(started.text);
      const { callbackUrl = "" } = paystack.payments.get(reference) ?? {};
      if (!callbackUrl.startsWith(`${publicUrl}/`)) bad.push(`a payment returns to ${callbackUrl}`);
    }
    for (const path of ["/docs/json", "/docs/socket.json", "/api/site", "/"]) {
      tried += 1;
      const { text } = await askRaw(server, path, [`Host: ${EVIL}`, `X-Forwarded-Host: ${EVIL}`]);
      if (text.includes(EVIL)) bad.push(`${path} names ${EVIL}`);
    }
    expect(tried).toBeGreaterThan(12);
    report("links in mails, payments and documents", tried, bad);
  });
});

describe("an upgrade that no other handler took", () => {
  it("is answered and closed at any address but the two: none stays open, none is handled twice", async () => {
    const server = await startTestServer({ because: "the test closes it" });
    const bad: string[] = [];
    const host = `127.0.0.1:${portOf(server)}`;
    await Promise.all(
      oddUpgrades.map(async (target) => {
        const { status, isOver } = await askRaw(server, target, upgradeLines(host));
        if (!isOver || status === 101) bad.push(`${target}: ${status}${isOver ? "" : ", left open"}`);
      }),
    );
    // Engine.IO looks at the beginning alone; the plain transport does not take it too.
    const both = await askRaw(server, "/socket.io/../ws?EIO=4&transport=websocket", upgradeLines(host));
    if (both.status !== 101) bad.push(`/socket.io/../ws: ${both.status}`);
    const ended = await Promise.race([
      server.close().then(() => true),
      new Promise((resolve) => setTimeout(resolve, 40_000)),
    ]);
    if (!ended) bad.push("the server does not end");
    report("upgrades to odd addresses", oddUpgrades.length + 1, bad);
  });
});
