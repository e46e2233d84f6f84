// Tests signing in with Google by the button's credential, with an OpenID provider on this machine.
import { existsSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { STAND_IN_CLIENT_ID } from "@jara/shared/google-stand-in";
import { sessionAnswer } from "@jara/shared/rest/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../../src/config.ts";
import { createStandIn } from "../../src/features/accounts/google/stand-in.ts";
import {
  Browser,
  CLIENT_ID,
  type Claims,
  type GoogleProvider,
  googlePerson,
  startGoogle,
} from "../support/e2e-google.ts";
import { bid, connect, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction } from "../support/e2e-people.ts";
import {
  type ApiAnswer,
  expectShape,
  lastVerificationLink,
  sharedServer,
  startTestServer,
  type TestServer,
} from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { makeDatabase } from "../support/fresh-database.ts";
import { canHaveNodes, startThrowawayRedis } from "../support/throwaway-redis.ts";

const PASSWORD = "correct horse";
const hasSite = existsSync(path.join(projectRoot, "client/dist/index.html"));

describeEndToEnd("the stand-in for Google", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { hasGoogleStandIn: true } });
  });
  afterAll(() => server?.close());
  const person = { email: "Ngozi@Gmail.test", name: "Ngozi Eze" };
  const credential = async (): Promise<string> =>
    (await server.api("POST", "/sandbox/google/credential", { body: person })).body.credential;

  it("gives the button a credential that signs its person in", async () => {
    const { body: site } = await server.api("GET", "/api/site");
    expect([site.googleClientId, site.googleRedirect]).toEqual([STAND_IN_CLIENT_ID, true]);
    const { status, body } = await server.api("POST", "/api/auth/google", {
      body: { googleToken: await credential() },
    });
    expect(status).toBe(200);
    expectShape(sessionAnswer, body);
    expect(body.user).toMatchObject({ email: "ngozi@gmail.test", firstName: "Ngozi", isEmailVerified: true });
  });

  it("signs the person of its page in by the redirect, once for the browser that began, and says so if it is cancelled", async () => {
    const browser = new Browser(server);
    const page = new URL((await browser.visit("/api/auth/google")).to);
    expect(page.pathname).toBe("/sandbox/google");
    const choose = async (given: Record<string, string>): Promise<string> => {
      const response = await fetch(`${server.address}/sandbox/google`, {
        method: "POST",
        redirect: "manual" as const,
        body: new URLSearchParams({ ...Object.fromEntries(page.searchParams), ...given }),
      });
      expect(response.status).toBe(303);
      return response.headers.get("location") ?? "";
    };
    const back = await choose(person);
    const stranger = new URL((await new Browser(server).visit(back)).to);
    expect(stranger.searchParams.get("error")).toBe("oauth_callback_failed");
    const landed = new URL((await browser.visit(back)).to);
    expect(landed.pathname).toBe("/auth/callback");
    expect(JSON.parse(landed.searchParams.get("user") ?? "null")).toMatchObject({ email: "ngozi@gmail.test" });
    expect(landed.searchParams.get("token")).toBeTruthy();
    const again = new Browser(server);
    await again.visit("/api/auth/google");
    const otherFlow = new URL((await again.visit(back)).to);
    expect(otherFlow.searchParams.get("error")).toBe("oauth_callback_failed");
    const cancelled = new Browser(server);
    const theirs = new URL((await cancelled.visit("/api/auth/google")).to);
    for (const [name, value] of theirs.searchParams) page.searchParams.set(name, value);
    const refused = new URL((await cancelled.visit(await choose({ outcome: "cancel" }))).to);
    expect(refused.searchParams.get("error")).toBe("oauth_failed");
  });

  it("answers only under an address of this machine", async () => {
    const { hostname, port } = new URL(server.address);
    const path = "/sandbox/google?state=s&nonce=n&challenge=c";
    const statusUnder = (host: string) =>
      new Promise((resolve, reject) => {
        const request = http.get({ hostname, port, path, headers: { host } }, ({ statusCode }) => resolve(statusCode));
        request.on("error", reject);
      });
    expect(await statusUnder("localhost")).toBe(200);
    for (const host of ["jara.example", "203.0.113.7:3000"]) expect(await statusUnder(host)).toBe(404);
  });

  it("does not take a statement that it did not sign, nor a code for a credential", async () => {
    for (const googleToken of ["x", `${(await credential()).slice(0, -4)}AAAA`]) {
      const { status, body } = await server.api("POST", "/api/auth/google", { body: { googleToken } });
      expect([status, body.message]).toEqual([401, "Google Sign-In failed"]);
    }
  });
});

it.each([
  ["in production", { isProduction: true, publicUrl: "http://localhost:3000" }],
  ["for a site on the internet", { isProduction: false, publicUrl: "https://jara.example" }],
  ["for a site on the local network", { isProduction: false, publicUrl: "http://192.168.1.5:3000" }],
])("has no stand-in for Google %s", (_where, site) => {
  expect(() => createStandIn({ ...site, jwtSecret: "x".repeat(32) })).toThrow("for development only");
});

describeEndToEnd("Google's button", () => {
  let google: GoogleProvider;
  let server: TestServer;
  beforeAll(async () => {
    google = await startGoogle();
    const settings = { clientId: CLIENT_ID, secret: null, issuer: google.issuer };
    server = await startTestServer({ config: { google: settings } });
  });
  afterAll(async () => {
    await server?.close();
    await google?.stop();
  });

  const post = (path: string, body: unknown) => server.api("POST", path, { body });
  const signIn = async (person: Claims, changes?: Claims): Promise<ApiAnswer> =>
    post("/api/auth/google", { googleToken: await google.idToken(person, changes) });
  const register = (username: string, email: string) =>
    post("/api/auth/register", { username, email, password: PASSWORD });
  const logIn = (email: string) => post("/api/auth/login", { email, password: PASSWORD });
  const profile = (token: string) => server.api("GET", "/api/users/profile", { token });
  const storedOf = async (email: string) => {
    const rows = await server.query<{ id: string; sub: string | null; password: boolean }>(
      `select id, google_id as sub, password_hash is not null as password from users where email = $1`,
      [email],
    );
    return rows;
  };

  describe("a person without an account", () => {
    // S006
    it("gets an account that is verified, without a password and named after them, and the same one the next time", async () => {
      const ngozi = googlePerson("ngozi", { name: "Ngozi Ọ. Éze!", given_name: " Ngozi ", family_name: "Éze" });
      const first = await signIn(ngozi);
      expect(first.status).toBe(200);
      expectShape(sessionAnswer, first.body);
      expect(first.headers.get("cache-control")).toBe("no-store");
      expect(first.body).toMatchObject({
        requiresEmailVerification: false,
        user: {
          username: "Ngozi.Ọ.Éze",
          email: "ngozi@gmail.test",
          firstName: "Ngozi",
          lastName: "Éze",
          isEmailVerified: true,
          role: "user",
          balance: 0,
        },
      });
      expect((await profile(first.body.token)).body.user).toEqual({ ...first.body.user, available: 0 });
      // The address may change at Google: the person stays.
      const again = await signIn(ngozi, { email: "ngozi.new@gmail.test" });
      expect(again.body.user).toEqual(first.body.user);
      const refused = await logIn("ngozi@gmail.test");
      expect([refused.status, refused.body.code]).toEqual([401, "UNAUTHENTICATED"]);
      expect(refused.body.message).toBe("Invalid email or password. Please check your credentials and try again.");
      expect((await register("somebody", "Ngozi@gmail.test")).status).toBe(409);
    });

    // S391
    it("gets the identity in the token, whatever else the browser claims", async () => {
      const userInfo = { email: "admin@people.test", name: "Admin", googleId: "google-ngozi", picture: "x" };
      const { body } = await post("/api/auth/google", {
        googleToken: await google.idToken(googlePerson("uche")),
        userInfo,
      });
      expect(body.user).toMatchObject({ username: "uche", email: "uche@gmail.test" });
    });

    it("gets digits in the username if the name is taken in any letter case", async () => {
      await register("Tolu", "tolu@people.test");
      const { body } = await signIn(googlePerson("tolu"));
      expect(body.user.username).toMatch(/^tolu\d{6}$/);
    });
  });

  describe("an address that already has an account", () => {
    it("is linked if the account had verified it, and keeps password and sessions", async () => {
      const { body: registered } = await register("bisi", "bisi@gmail.test");
      const link = new URL(lastVerificationLink(server)).searchParams;
      await post("/api/auth/verify-email", { token: link.get("token"), email: link.get("email") });
      const { status, body } = await signIn(googlePerson("bisi", { email: "Bisi@Gmail.test" }));
      expect(status).toBe(200);
      expect(body.user).toMatchObject({ id: registered.user.id, username: "bisi", isEmailVerified: true });
      expect((await profile(registered.token)).status).toBe(200);
      expect((await logIn("bisi@gmail.test")).status).toBe(200);
      expect(await storedOf("bisi@gmail.test")).toMatchObject([{ sub: "google-bisi", password: true }]);
    });

    it("goes to its Google owner if an account registered it without verifying it", async () => {
      const { body: squatted } = await register("squatter", "owner@gmail.test");
      const link = new URL(lastVerificationLink(server)).searchParams;
      const sockets = await Promise.all(
        transports.map((transport) => connect(server, transport, { token: squatted.token })),
      );

      const { status, body } = await signIn(googlePerson("owner"));
      expect(status).toBe(200);
      expect(body.user).toMatchObject({ id: squatted.user.id, isEmailVerified: true });

      // The squatter's session, open connections, password and mailed link are void; the owner's session is not.
      expect((await profile(squatted.token)).status).toBe(401);
      for (const socket of sockets) {
        expect(await socket.next("session:ended")).toEqual({ reason: "withdrawn" });
        await socket.closed;
      }
      expect((await logIn("owner@gmail.test")).status).toBe(401);
      const verified = await post("/api/auth/verify-email", { token: link.get("token"), email: link.get("email") });
      expect(verified.body.code).toBe("VERIFICATION_FAILED");
      expect((await profile(body.token)).status).toBe(200);
      expect((await signIn(googlePerson("owner"))).body.user.id).toBe(squatted.user.id);
    });

    it("can bid at once, without the verification that the account lacked before", async () => {
      const admin = await makePerson(server, "admin", { role: "admin" });
      const auction = await openAuction(server, admin);
      const { body: registered } = await register("eager", "eager@gmail.test");
      await server.query("update users set balance_minor = 100000000 where username = 'eager'");
      const order = { auctionId: auction._id, amount: 1100 };
      const before = await server.api("POST", "/api/bids", { token: registered.token, body: order });
      expect(before.body.code).toBe("EMAIL_NOT_VERIFIED");
      const { body } = await signIn(googlePerson("eager"));
      expect((await server.api("POST", "/api/bids", { token: body.token, body: order })).status).toBe(201);
      const socket = await connect(server, "/ws", { token: body.token });
      expect((await bid(socket, auction._id, 1200)).ok).toBe(true);
      socket.close();
    });

    it("is refused to another Google person", async () => {
      await signIn(googlePerson("first"));
      const { status, body } = await signIn(googlePerson("second", { email: "first@gmail.test" }));
      expect([status, body]).toEqual([
        409,
        { code: "ALREADY_EXISTS", message: "This email address is already linked to another Google account." },
      ]);
      expect(await storedOf("first@gmail.test")).toMatchObject([{ sub: "google-first" }]);
    });

    it("is refused if it is suspended, linked or not", async () => {
      const suspended = { code: "FORBIDDEN", message: "This account has been suspended." };
      await signIn(googlePerson("linked"));
      await register("unlinked", "unlinked@gmail.test");
      await server.query("update users set banned_at = now() where username in ('linked', 'unlinked')");
      for (const name of ["linked", "unlinked"]) {
        const { status, body } = await signIn(googlePerson(name));
        expect([name, status, body]).toEqual([name, 403, suspended]);
      }
      expect(await storedOf("unlinked@gmail.test")).toMatchObject([{ sub: null, password: true }]);
    });
  });

  describe("a token that Google did not issue for this site", () => {
    it.each([
      ["nothing", {}],
      ["an empty one", { googleToken: "" }],
      ["a number", { googleToken: 7 }],
      ["one beyond all measure", { googleToken: "x".repeat(8193) }],
      ["unknown fields", { googleToken: "x", role: "admin" }],
    ])("is answered with INVALID: %s", async (_what, body) => {
      const answer = await post("/api/auth/google", body);
      expect([answer.status, answer.body.code]).toEqual([400, "INVALID"]);
    });
  });

  describe("while Google cannot be reached", () => {
    it("reports it, and works again without a restart once Google answers", async () => {
      const provider = await startGoogle();
      const person = googlePerson("patient");
      const googleToken = await provider.idToken(person);
      await provider.stop();
      const settings = { clientId: CLIENT_ID, secret: null, issuer: provider.issuer };
      const waiting = await startTestServer({ config: { google: settings } });
      const attempt = () => waiting.api("POST", "/api/auth/google", { body: { googleToken } });
      expect((await attempt()).body).toEqual({
        code: "UNAVAILABLE",
        message: "Google cannot be reached right now. Please try again.",
      });
      await provider.startAgain();
      expect((await attempt()).body.user).toMatchObject({ username: "patient" });
      await waiting.close();
      await provider.stop();
    });
  });
});

describe.skipIf(!canHaveNodes())("two nodes", () => {
  it("an account that is taken over at one node loses its open connections at the other", async () => {
    const [google, redis, place] = [await startGoogle(), await startThrowawayRedis(), await makeDatabase()];
    const settings = { clientId: CLIENT_ID, secret: null, issuer: google.issuer };
    const options = { at: place, config: { redisUrl: redis.url, google: settings } } as const;
    const [here, there] = [await startTestServer(options), await startTestServer(options)];
    const { body } = await there.api("POST", "/api/auth/register", {
      body: { username: "squatter", email: "owner@gmail.test", password: PASSWORD },
    });
    const sockets = await Promise.all(transports.map((transport) => connect(there, transport, { token: body.token })));
    const googleToken = await google.idToken(googlePerson("owner"));
    expect((await here.api("POST", "/api/auth/google", { body: { googleToken } })).status).toBe(200);
    for (const socket of sockets) {
      await socket.next("session:ended");
      await socket.closed;
    }
    await Promise.all([here.close(), there.close(), google.stop()]);
    await redis.stop();
    await place.drop();
  });
});

describe("without Google's settings", () => {
  it("the calls and the button do not exist", async () => {
    const server = await sharedServer();
    const answers = [
      await server.api("POST", "/api/auth/google", { body: { googleToken: "x" } }),
      await server.api("GET", "/api/auth/google"),
      await server.api("GET", "/api/auth/google/callback?code=x&state=y"),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
    const { headers } = await server.api("GET", "/api/site");
    for (const path of ["/", "/api/site"]) {
      const { headers } = await server.api("GET", path);
      expect(headers.get("content-security-policy") ?? "").not.toContain("google");
    }
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  });

  it("the site's page may load Google's button once they are set", async () => {
    const google = { clientId: CLIENT_ID, secret: null, issuer: "https://accounts.google.com" };
    const server = await startTestServer({ config: { google } });
    // The site's own page says from where it may load; what it may is browser-policy.test.ts's.
    const { headers } = await server.api("GET", hasSite ? "/" : "/api/site");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy.includes("https://accounts.google.com/gsi/client")).toBe(hasSite);
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    // The redirect flow needs the secret too.
    expect((await server.api("GET", "/api/auth/google")).status).toBe(404);
    await server.close();
  });
});
