// Tests accounts over REST: registering, logging in, verifying an address, and who may see what. It is long, because
// each file starts a server, so one file holds one subject.
import { profileAnswer, sessionAnswer, verifyEmailAnswer } from "@jara/shared/rest/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bid, connect, transports } from "../support/e2e-live.ts";
import { makePerson } from "../support/e2e-people.ts";
import {
  type ApiAnswer,
  expectShape,
  lastVerificationLink,
  sharedServer,
  startTestServer,
  type TestServer,
} from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const PASSWORD = "correct horse";
const WRONG = "Invalid email or password. Please check your credentials and try again.";
const UNKNOWN = "Account not found. Please check your email address or register for a new account.";
const RESENT = "Verification email sent successfully! Please check your inbox.";

const server = await sharedServer();

describeEndToEnd("accounts over REST", () => {
  const post = (path: string, body: unknown) => server.api("POST", path, { body });
  const register = (username: string, email = `${username}@people.test`) =>
    post("/api/auth/register", { username, email, password: PASSWORD });
  const logIn = (email: string, password = PASSWORD) => post("/api/auth/login", { email, password });
  /** Token and address of the link in the newest mail. */
  const newestLink = (): { token: string; email: string } => {
    const link = lastVerificationLink(server);
    const { pathname, searchParams } = new URL(link);
    expect(pathname).toBe("/verify-email");
    return { token: searchParams.get("token") ?? "", email: searchParams.get("email") ?? "" };
  };

  describe("registering", () => {
    // S224
    it("answers 201 with the account, a valid token, and the fact that the address is not verified", async () => {
      const { status, body } = await register("  Ngozi.O", "  Ngozi@People.Test ");
      expect(status).toBe(201);
      expectShape(sessionAnswer, body);
      expect(body).toMatchObject({
        requiresEmailVerification: true,
        user: { username: "Ngozi.O", email: "ngozi@people.test", role: "user", balance: 0, isEmailVerified: false },
      });
      expect(body.user.id).toBe(body.user._id);
      expect(JSON.stringify(body)).not.toMatch(/password|hash/i);
      for (const path of ["/api/auth/profile", "/api/users/profile"]) {
        const profile = await server.api("GET", path, { token: body.token });
        expect(profile.status).toBe(200);
        expectShape(profileAnswer, profile.body);
        expect(profile.body.user).toEqual({ ...body.user, available: 0 });
      }
    });

    it.each([
      [{ username: "al" }, "Username must be at least 3 characters long"],
      [{ username: "x".repeat(31) }, "Username must be at most 30 characters long"],
      [{ username: "a/b/c" }, "Username can have letters, digits, dots, dashes and underscores only"],
      [{ username: "аda" }, "Username can have letters of one alphabet only"],
      [{ email: "nobody" }, "Please enter a valid email address"],
      [{ password: "12345" }, "Password must be at least 6 characters long"],
      [{ password: "x".repeat(201) }, "Password can be at most 200 characters long"],
    ])("explains in a sentence why it refuses %o", async (wrong, message) => {
      const right = { username: "refused", email: "refused@people.test", password: PASSWORD };
      const { status, body } = await post("/api/auth/register", { ...right, ...wrong });
      expect([status, body.code, body.message]).toEqual([400, "INVALID", message]);
      expect((await logIn("refused@people.test")).status).toBe(404);
    });

    it("accepts the shortest and the longest values that the rules allow", async () => {
      const shortest = { username: "abc", email: "abc@people.test", password: "123456" };
      const longest = { username: "x".repeat(30), email: "x30@people.test", password: "x".repeat(200) };
      for (const body of [shortest, longest]) expect((await post("/api/auth/register", body)).status).toBe(201);
      expect((await logIn("x30@people.test", longest.password)).status).toBe(200);
    });

    it("accepts an address and a username once in any letter case, also at the same moment", async () => {
      await register("taken");
      expect((await register("other1", "TAKEN@people.test")).body).toEqual({
        code: "ALREADY_EXISTS",
        message: "An account with this email address already exists.",
      });
      const again = await register("TaKen", "other2@people.test");
      expect(again.status).toBe(409);
      expect(again.body.message).toBe("An account with this username already exists.");
      // Names that look the same are the same however they are written, and an invisible name is refused.
      for (const [n, twin] of [
        "ｔａｋｅｎ",
        "ＴaＫen",
        "t\u1d43ken",
        "\u24E3\u24D0\u24DA\u24D4\u24DD",
        " taken\u3000",
      ].entries()) {
        expect([twin, (await register(twin, `twin${n}@people.test`)).status]).toEqual([twin, 409]);
      }
      for (const unseen of [
        "tak\u200den",
        "taken\u202e",
        "tak\u00aden",
        "\ufefftaken\u200b",
        "ta\u034fken",
        "ta\u0000ken",
      ]) {
        expect([unseen, (await register(unseen, "unseen@people.test")).status]).toEqual([unseen, 400]);
      }
      const racers = await Promise.all([1, 2, 3].map((n) => register(`racer${n}`, "racer@people.test")));
      expect(racers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    });
  });

  describe("logging in", () => {
    // S005
    it("answers with the specification's sentences", async () => {
      await register("known");
      const right = await logIn("Known@People.test");
      expect(right.status).toBe(200);
      expectShape(sessionAnswer, right.body);
      expect(right.body.requiresEmailVerification).toBe(true);
      const wrong = await logIn("known@people.test", "not it");
      expect([wrong.status, wrong.body]).toEqual([401, { code: "UNAUTHENTICATED", message: WRONG }]);
      const unknown = await logIn("nobody@people.test");
      expect([unknown.status, unknown.body]).toEqual([404, { code: "NOT_FOUND", message: UNKNOWN }]);
    });

    it("refuses a suspended account, and an account without a password that was made in another way", async () => {
      const { email } = await makePerson(server, "nopassword");
      expect((await logIn(email)).status).toBe(401);
      await register("suspended");
      await server.query("update users set banned_at = now() where username = 'suspended'");
      expect((await logIn("suspended@people.test", "not it")).status).toBe(401);
      expect((await logIn("suspended@people.test")).body).toEqual({
        code: "FORBIDDEN",
        message: "This account has been suspended.",
      });
    });
  });

  describe("verifying an address", () => {
    const verify = (body: { token: string; email: string }) => post("/api/auth/verify-email", body);
    const failed = { code: "VERIFICATION_FAILED", message: "This verification link is invalid or has expired." };

    // S241
    it("accepts the mailed link once, and only with its own address", async () => {
      const { token: session } = (await register("verena")).body;
      const link = newestLink();
      expect((await verify({ ...link, token: `${link.token}x` })).body).toEqual(failed);
      expect((await verify({ ...link, email: "known@people.test" })).status).toBe(400);
      const { status, body } = await verify({ ...link, email: link.email.toUpperCase() });
      expect(status).toBe(200);
      expectShape(verifyEmailAnswer, body);
      expect(body.user).toMatchObject({ username: "verena", isEmailVerified: true });
      const again = { code: "ALREADY_EXISTS", message: "Your email address is already verified." };
      expect([await verify(link), await verify(link)]).toMatchObject([
        { status: 409, body: again },
        { status: 409, body: again },
      ]);
      expect((await verify({ ...link, token: `${link.token}x` })).body, "a stranger's guess").toEqual(failed);
      expect((await verify({ ...link, email: "known@people.test" })).body).toEqual(failed);
      const profile = await server.api("GET", "/api/auth/profile", { token: session });
      expect(profile.body.user.isEmailVerified).toBe(true);
      expect((await logIn("verena@people.test")).body.requiresEmailVerification).toBe(false);
    });

    // S390
    it("makes the earlier link invalid when it sends a new one", async () => {
      await register("renewed");
      const earlier = newestLink();
      expect(await post("/api/auth/resend-verification", { email: "Renewed@people.test" })).toMatchObject({
        status: 200,
        body: { message: RESENT },
      });
      const later = newestLink();
      expect(later.token).not.toBe(earlier.token);
      expect((await verify(earlier)).body).toEqual(failed);
      expect((await verify(later)).status).toBe(200);
    });

    // S452
    it("refuses a link after its 24 hours", async () => {
      await register("late");
      const [{ hours } = { hours: 0 }] = await server.query<{ hours: number }>(
        `select round(extract(epoch from expires_at - now()) / 3600)::float8 as hours from verification_tokens t
         join users u on u.id = t.user_id where u.username = 'late'`,
      );
      expect(hours).toBe(24);
      await server.query("update verification_tokens set expires_at = now() - interval '1 second'");
      expect((await verify(newestLink())).body).toEqual(failed);
    });

    it("answers a request for another mail alike, whether the address is unknown, verified or neither", async () => {
      const settled = await makePerson(server, "settled");
      const mailsBefore = server.mails.length;
      for (const email of [settled.email, "stranger@people.test"]) {
        expect((await post("/api/auth/resend-verification", { email })).body).toEqual({ message: RESENT });
      }
      expect(server.mails.length).toBe(mailsBefore);
    });

    it("stores a token readably only in the outbox mail that developers read", async () => {
      await register("outbox");
      const { token } = newestLink();
      const [{ found } = { found: -1 }] = await server.query<{ found: number }>(
        "select count(*)::int as found from verification_tokens where token_hash = $1",
        [token],
      );
      expect(found).toBe(0);
      const { body } = await server.api("GET", "/dev/mail.json");
      // The mails of earlier files may come meanwhile.
      const mail = body.mails.find(({ to }: { to: string }) => to === "outbox@people.test");
      expect(mail?.text).toContain(token);
    });
  });

  describe("with limits", () => {
    let limited: TestServer;
    /** Each test uses its own address, because the limits count by address. */
    let caller = 0;
    const from = { "x-forwarded-for": "" };
    const call = (path: string, body: object) => limited.api("POST", path, { body, headers: from });
    const logIn = (name: string, password: string) =>
      call("/api/auth/login", { email: `${name}@people.test`, password });
    /** A site that hides accounts wants the address verified first. */
    const newAccount = async (username: string) => {
      const body = { username, email: `${username}@people.test`, password: PASSWORD };
      expect((await call("/api/auth/register", body)).status).toBe(201);
      await limited.query("update users set email_verified_at = now() where username = $1", [username]);
    };
    beforeAll(async () => {
      const config = { hasRateLimits: true, hidesUnknownAccounts: true, trustedProxies: ["127.0.0.1"] };
      limited = await startTestServer({ config });
    });
    beforeEach(() => {
      from["x-forwarded-for"] = `203.0.113.${++caller}`;
    });
    afterAll(() => limited?.close());

    it("refuses every log-in after 10 failures, also with the right password, and names the time to return", async () => {
      await newAccount("target");
      for (let n = 1; n <= 10; n++) expect((await logIn("target", "wrong")).status).toBe(401);
      const hidden = await logIn("nobody", "wrong");
      expect([hidden.status, hidden.body.message]).toEqual([401, WRONG]);

      const blocked = await logIn("target", PASSWORD);
      expect([blocked.status, blocked.body]).toEqual([
        429,
        {
          code: "RATE_LIMITED",
          message: "Too many login attempts. Please wait a few minutes before trying again.",
          retryAfterMs: expect.any(Number),
          codeAvailable: true,
        },
      ]);
      const seconds = Number(blocked.headers.get("retry-after"));
      expect(seconds).toBe(Math.ceil(blocked.body.retryAfterMs / 1000));
      expect(seconds).toBeGreaterThan(14 * 60);
      expect(seconds).toBeLessThanOrEqual(15 * 60);
      await limited.query("update login_failures set window_ends_at = clock_now() - interval '1 second'");
      expect((await logIn("target", PASSWORD)).status).toBe(200);
    });

    it("counts simultaneous guesses one by one: ten are told that they are wrong, and the right one learns nothing", async () => {
      await newAccount("burst");
      const passwords = [...Array.from({ length: 40 }, (_, n) => `wrong ${n}`), PASSWORD];
      const answers = await Promise.all(passwords.map((password) => logIn("burst", password)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(31);
    });

    it("resets an account's failures when its owner logs in", async () => {
      await newAccount("forgetful");
      for (let n = 1; n <= 9; n++) expect((await logIn("forgetful", "wrong")).status).toBe(401);
      expect((await logIn("forgetful", PASSWORD)).status).toBe(200);
      for (let n = 1; n <= 9; n++) expect((await logIn("forgetful", "wrong")).status).toBe(401);
      expect((await logIn("forgetful", PASSWORD)).status).toBe(200);
    });

    it("limits one address's guesses over many accounts", async () => {
      const attempts = Array.from({ length: 120 }, async (_, n) => (await logIn(`account${n}`, "guess")).status);
      const statuses = await Promise.all(attempts);
      expect(statuses.filter((status) => status === 401)).toHaveLength(100);
      expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    });

    it("counts one address's calls of bids, the public log, its verdicts and the log-in form of a lot's page", async () => {
      const nothing = "00000000-0000-4000-8000-000000000000";
      for (const [method, path] of [
        ["POST", "/api/bids"],
        ["GET", "/log"],
        ["GET", "/log/verdicts"],
        ["GET", "/log/verdicts/2026-01-01"],
        ["GET", "/log/1/verdicts/1"],
        ["POST", `/auction/${nothing}/log-in`],
      ] as const) {
        const { headers } = await limited.api(method, path);
        expect([path, headers.get("x-ratelimit-limit")]).toEqual([path, "6000"]);
      }
    });

    it("mails one address at most ten times an hour, and answers alike whether it is known", async () => {
      const ask = (email: string) => call("/api/auth/resend-verification", { email });
      await newAccount("waiting");
      await limited.query("update users set email_verified_at = null where username = 'waiting'");
      const sent = limited.mails.length;
      for (const email of ["waiting@people.test", "missing@people.test"]) {
        for (let n = 1; n <= 10; n++) expect((await ask(email)).status).toBe(200);
        const { status, body, headers } = await ask(email.toUpperCase());
        expect([status, body.code]).toEqual([429, "RATE_LIMITED"]);
        expect(Number(headers.get("retry-after"))).toBeGreaterThan(3500);
      }
      expect(limited.mails.length - sent).toBe(10);
    });

    it("limits the mails that one caller can request, and names the time to ask again", async () => {
      let asked = 0;
      const ask = () => call("/api/auth/resend-verification", { email: `flooded${++asked}@people.test` });
      const first = await ask();
      const allowed = Number(first.headers.get("x-ratelimit-limit"));
      expect(allowed).toBeLessThanOrEqual(100);
      const left = Number(first.headers.get("x-ratelimit-remaining"));
      for (let n = 1; n <= left; n++) expect((await ask()).status).toBe(200);
      const { status, body, headers } = await ask();
      expect([status, body.code]).toEqual([429, "RATE_LIMITED"]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    });

    it("refuses one user's flood of bids on both transports and over REST together, and lets others bid", async () => {
      const [hasty, calm] = [await makePerson(limited, "hasty"), await makePerson(limited, "calm")];
      const sockets = await Promise.all(
        transports.map((transport) => connect(limited, transport, { token: hasty.token })),
      );
      const body = { auctionId: hasty.id, amount: 5 };
      const overRest = () => limited.api("POST", "/api/bids", { token: hasty.token, body });
      const overSockets: ReturnType<typeof bid>[] = [];
      let refusedOverRest: ApiAnswer | undefined;
      // The bucket fills again while REST is on its way, so the flood goes on until one call found it empty. Within what
      // a connection may send: one that sends more is paused, then closed.
      for (let wave = 0; !refusedOverRest && wave < 50; wave++) {
        const calls = [overRest(), overRest()];
        for (const socket of sockets) for (let n = 0; n < 30; n++) overSockets.push(bid(socket, hasty.id, 5));
        refusedOverRest = (await Promise.all(calls)).find(({ status }) => status === 429);
      }
      const limit = { code: "RATE_LIMITED", retryAfterMs: expect.any(Number) };
      expect(refusedOverRest?.body).toMatchObject(limit);
      expect(refusedOverRest?.headers.get("retry-after")).toBe("1");
      const answers = (await Promise.all(overSockets)).map((answer) => (answer.ok ? "ok" : answer.error));
      const refused = answers.filter((error) => error !== "ok" && error.code === "RATE_LIMITED");
      expect(refused.length).toBeGreaterThan(0);
      for (const error of refused) expect(error).toMatchObject(limit);
      expect(answers.length - refused.length).toBeGreaterThan(40);
      expect((await limited.api("POST", "/api/bids", { token: calm.token, body })).status).toBe(404);
      for (const socket of sockets) socket.close();
    });
  });
});
