// Tests two-step verification from outside: setting it up, logging in with it by password, mailed code and Google,
// recovery codes, and attempts to bypass it. It is long, because each file starts a server, so one
// file holds one subject.

import { sessionAnswer } from "@jara/shared/rest/accounts";
import {
  proveAnswer,
  recoveryCodesAnswer,
  secondFactorAnswer,
  totpEnrolmentAnswer,
} from "@jara/shared/rest/second-factor";
import { afterAll, beforeAll, expect, it } from "vitest";
import { access } from "../../src/app/access.ts";
import { codeOf, giveFactor } from "../support/e2e-factors.ts";
import { Browser, CLIENT_ID, type GoogleProvider, googlePerson, startGoogle } from "../support/e2e-google.ts";
import { bid, connect, transports } from "../support/e2e-live.ts";
import { askForReset, logIn, mailsTo, mailTo, PASSWORD, type Registered, register } from "../support/e2e-mailbox.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { salesOn } from "../support/e2e-sales.ts";
import { type ApiAnswer, expectShape, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const FACTOR = "/api/auth/second-factor";

/** Calls of everybody that show more to staff: drafts, names, everybody's maxima. */
const showMoreToStaff = [
  "/api/auctions/:id",
  "/api/auctions/:id/buy-it-now-status",
  "/api/auctions/:id/changes",
  "/api/auctions/:id/questions",
  "/api/bids/auction/:id",
  "/api/bids/auction/:id/highest",
  "/api/maxbids/auction/:id/all",
  "/api/notifications/preferences",
  "/api/sales",
  "/api/sales/:id",
];

describeEndToEnd("two-step verification", () => {
  let google: GoogleProvider;
  let server: TestServer;
  beforeAll(async () => {
    google = await startGoogle();
    const settings = { clientId: CLIENT_ID, secret: "the-client-secret", issuer: google.issuer };
    server = await startTestServer({ config: { google: settings } });
  });
  afterAll(async () => {
    await server?.close();
    await google?.stop();
  });

  const post = (path: string, token: string | undefined, body?: object) => server.api("POST", path, { token, body });
  const enrol = async (token: string) => {
    const { status, body } = await post(`${FACTOR}/totp`, token);
    expect(status).toBe(200);
    expectShape(totpEnrolmentAnswer, body);
    const confirmed = await post(`${FACTOR}/totp/confirm`, token, { code: await codeOf(server, body.secret) });
    expect(confirmed.status).toBe(200);
    expectShape(recoveryCodesAnswer, confirmed.body);
    return { secret: body.secret as string, url: body.url as string, codes: confirmed.body.recoveryCodes as string[] };
  };
  /** Enough time has passed for a new code of the app. */
  const laterCode = (secret: string) => codeOf(server, secret, 1);
  const challengeOf = async (email: string, password = PASSWORD): Promise<string> => {
    const { status, body } = await logIn(server, email, password);
    expect([status, body.code, body.methods, body.token]).toEqual([401, "SECOND_FACTOR_REQUIRED", ["code"], undefined]);
    return body.challenge;
  };
  const finish = (challenge: string, code: string): Promise<ApiAnswer> =>
    post("/api/auth/login/second-factor", undefined, { challenge, code });
  const sessionsOf = async ({ id }: Pick<Registered, "id">): Promise<number> =>
    (await server.query("select id from sessions where user_id = $1::text::uuid", [id])).length;
  const actionsOf = async ({ id }: Pick<Registered, "id">) =>
    (
      await server.query<{ action: string }>(
        "select action from admin_actions where user_id = $1::text::uuid order by at",
        [id],
      )
    ).map(({ action }) => action);

  it("is set up with an app's code, and gives ten recovery codes once", async () => {
    const ada = await register(server, "ada");
    const before = await server.api("GET", FACTOR, { token: ada.token });
    expect(before.body).toEqual({ addedAt: null, recoveryCodesLeft: 0, isRequired: false });
    const { secret, url, codes } = await enrol(ada.token);
    expect(new URL(url).searchParams.get("secret")).toBe(secret);
    expect(decodeURIComponent(url)).toContain(`Jara:${ada.email}`);
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(code))).toBe(true);
    const { body } = await server.api("GET", FACTOR, { token: ada.token });
    expectShape(secondFactorAnswer, body);
    expect(body).toEqual({ addedAt: expect.any(String), recoveryCodesLeft: 10, isRequired: false });
    expect(await mailTo(server, ada.email, "second-factor")).toMatchObject({ what: "added", codesLeft: null });
    expect(await actionsOf(ada)).toEqual(["second factor added"]);
    // The database holds neither the secret nor the codes.
    const stored = JSON.stringify([
      await server.query("select t::text as row from totp_factors t"),
      await server.query("select c::text as row from recovery_codes c"),
      await server.query("select o::text as row from outbox o"),
    ]);
    for (const hidden of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))]) {
      expect(stored).not.toContain(hidden);
    }
  });

  it("does not count before a right code was entered, and a set-up that expired or was started again does not", async () => {
    const ada = await register(server, "hesitant");
    const first = (await post(`${FACTOR}/totp`, ada.token)).body.secret;
    expect((await post(`${FACTOR}/totp/confirm`, ada.token, { code: "000000" })).body).toMatchObject({
      code: "INVALID",
      issues: [{ path: "code" }],
    });
    expect((await logIn(server, ada.email, PASSWORD)).status).toBe(200);
    const second = (await post(`${FACTOR}/totp`, ada.token)).body.secret;
    const late = await post(`${FACTOR}/totp/confirm`, ada.token, { code: await codeOf(server, first) });
    expect(late.body.code).toBe("INVALID");
    await server.query("update totp_enrolments set expires_at = now()");
    const expired = await post(`${FACTOR}/totp/confirm`, ada.token, { code: await codeOf(server, second) });
    expect([expired.status, expired.body.code]).toEqual([400, "VERIFICATION_FAILED"]);
    expect(await actionsOf(ada)).toEqual([]);
  });

  it("asks for the code after the password, accepts it once, and answers as log-in does", async () => {
    const ada = await register(server, "careful");
    const { secret } = await enrol(ada.token);
    const challenge = await challengeOf(ada.email);
    expect(await sessionsOf(ada)).toBe(1);
    expect((await finish(challenge, "000000")).body).toMatchObject({ code: "INVALID", issues: [{ path: "code" }] });
    // The code that confirmed the app was used by that.
    expect((await finish(challenge, await codeOf(server, secret))).body.code).toBe("INVALID");
    const code = await laterCode(secret);
    const { status, body } = await finish(challenge, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(status).toBe(200);
    expectShape(sessionAnswer, body);
    expect(body.user.email).toBe(ada.email);
    expect((await server.api("GET", "/api/auth/profile", { token: body.token })).status).toBe(200);
    // The challenge and the code are used.
    expect([(await finish(challenge, code)).status, (await finish(challenge, "000000")).status]).toEqual([401, 401]);
    const again = await finish(await challengeOf(ada.email), code);
    expect([again.status, again.body.message]).toEqual([400, expect.stringMatching(/used already/)]);
    expect(await sessionsOf(ada)).toBe(2);
  });

  it("takes each recovery code once, however it is written, and mails the owner how many are left", async () => {
    const ada = await register(server, "lost");
    const { codes } = await enrol(ada.token);
    const [first = "", second = ""] = codes;
    expect((await finish(await challengeOf(ada.email), first.toLowerCase().replaceAll("-", " "))).status).toBe(200);
    expect(await mailTo(server, ada.email, "second-factor")).toMatchObject({
      what: "recovery-code-used",
      codesLeft: 9,
    });
    const challenge = await challengeOf(ada.email);
    expect((await finish(challenge, first)).body.code).toBe("INVALID");
    // The same codes of another account open nothing.
    const bola = await register(server, "bola");
    const others = await enrol(bola.token);
    expect((await finish(challenge, others.codes[0] ?? "")).body.code).toBe("INVALID");
    expect((await finish(challenge, second)).status).toBe(200);
    const fresh = await post(`${FACTOR}/recovery-codes`, ada.token);
    expect([fresh.status, fresh.body.secondFactor.recoveryCodesLeft]).toEqual([200, 10]);
    expect((await finish(await challengeOf(ada.email), codes[2] ?? "")).body.code).toBe("INVALID");
    expect((await finish(await challengeOf(ada.email), fresh.body.recoveryCodes[0])).status).toBe(200);
  });

  it("refuses a challenge that is older than five minutes, of a replaced password, of a suspended account, or guessed", async () => {
    const ada = await register(server, "slow");
    const { codes } = await enrol(ada.token);
    const outdated = async (what: string): Promise<number> => {
      const challenge = await challengeOf(ada.email);
      await server.query(what, [ada.id]);
      return (await finish(challenge, codes[0] ?? "")).status;
    };
    const where = "where user_id = $1::text::uuid";
    expect(await outdated(`update login_challenges set expires_at = now() ${where}`)).toBe(401);
    expect(await outdated("update users set token_version = token_version + 1 where id = $1::text::uuid")).toBe(401);
    expect(await outdated("update users set banned_at = now() where id = $1::text::uuid")).toBe(401);
    await server.query("update users set banned_at = null where id = $1::text::uuid", [ada.id]);
    expect((await finish("A".repeat(43), codes[0] ?? "")).status).toBe(401);
    const challenge = await challengeOf(ada.email);
    for (let n = 0; n < 10; n++) expect((await finish(challenge, `wrong ${n}`)).status).toBe(400);
    expect((await finish(challenge, codes[0] ?? "")).status).toBe(401);
    // No code was used up by any of this.
    expect((await finish(await challengeOf(ada.email), codes[0] ?? "")).status).toBe(200);
  });

  it("is not bypassed by a password reset, a mailed log-in code, Google's button or Google's redirect", async () => {
    const ada = await register(server, "sly");
    const { codes } = await enrol(ada.token);
    const password = "four unlikely words";
    const body = { email: ada.email, token: await askForReset(server, ada.email), password };
    expect((await post("/api/auth/reset-password", undefined, body)).status).toBe(200);
    await challengeOf(ada.email, password);

    const { ticket } = (await post("/api/auth/login-code", undefined, { email: ada.email, password })).body;
    const digits = (await mailTo(server, ada.email, "login-code")).code;
    const mailed = await post("/api/auth/login", undefined, { email: ada.email, password, code: { ticket, digits } });
    expect([mailed.status, mailed.body.code]).toEqual([401, "SECOND_FACTOR_REQUIRED"]);

    google.person = googlePerson("sly", { email: ada.email });
    const googleToken = await google.idToken(google.person);
    const button = await post("/api/auth/google", undefined, { googleToken });
    expect([button.status, button.body.code]).toEqual([401, "SECOND_FACTOR_REQUIRED"]);
    const browser = new Browser(server);
    const start = await browser.visit("/api/auth/google");
    const back = new URL((await browser.visit((await browser.visit(start.to)).to)).to).searchParams;
    expect([...back.keys()].sort()).toEqual(["challenge", "methods"]);
    expect(await sessionsOf(ada)).toBe(1);
    expect((await finish(back.get("challenge") ?? "", codes[0] ?? "")).status).toBe(200);
    expect((await finish(button.body.challenge, codes[1] ?? "")).status).toBe(200);
  });

  // Otherwise a person could register an address that is not theirs, and keep its owner out for good.
  it("that was set up before the address was verified goes with the first password reset, and with Google", async () => {
    const squat = async (stem: string) => {
      const squatted = await register(server, stem, { isVerified: false });
      const { secret } = await enrol(squatted.token);
      await challengeOf(squatted.email);
      return { ...squatted, secret };
    };
    const ada = await squat("victim");
    const password = "four unlikely words";
    const body = { email: ada.email, token: await askForReset(server, ada.email), password };
    expect((await post("/api/auth/reset-password", undefined, body)).status).toBe(200);
    expect((await logIn(server, ada.email, password)).status).toBe(200);

    const bola = await squat("claimed");
    google.person = googlePerson("claimed", { email: bola.email });
    const button = await post("/api/auth/google", undefined, { googleToken: await google.idToken(google.person) });
    expect(button.status).toBe(200);
    const left = await server.query(
      `select user_id from totp_factors where user_id in ($1::text::uuid, $2::text::uuid) union all
       select user_id from recovery_codes where user_id in ($1::text::uuid, $2::text::uuid) union all
       select user_id from login_challenges where user_id in ($1::text::uuid, $2::text::uuid)`,
      [ada.id, bola.id],
    );
    expect(left).toEqual([]);
  });

  it("is removed by its owner with a fresh proof, and a log-in needs no code then", async () => {
    const ada = await register(server, "tired");
    await enrol(ada.token);
    const { status, body } = await server.api("DELETE", FACTOR, { token: ada.token });
    expect([status, body]).toEqual([200, { addedAt: null, recoveryCodesLeft: 0, isRequired: false }]);
    expect((await logIn(server, ada.email, PASSWORD)).status).toBe(200);
    expect(await mailsTo(server, ada.email, "second-factor")).toMatchObject([{ what: "added" }, { what: "removed" }]);
    expect((await server.api("DELETE", FACTOR, { token: ada.token })).status).toBe(404);
    expect((await post(`${FACTOR}/recovery-codes`, ada.token)).status).toBe(404);
  });

  it("that a thief added is removed when the owner takes back the thief's change of the e-mail address", async () => {
    const ada = await register(server, "robbed");
    const body = { newEmail: `thief.${ada.email}`, password: PASSWORD };
    expect((await post("/api/auth/change-email", ada.token, body)).status).toBe(200);
    const { token } = await mailTo(server, ada.email, "email-change-requested");
    await enrol(ada.token);
    expect((await post("/api/auth/undo-email-change", undefined, { token })).status).toBe(200);
    const reset = await mailTo(server, ada.email, "email-change-undone");
    const password = "four unlikely words";
    const answer = await post("/api/auth/reset-password", undefined, { ...reset, password });
    expect(answer.status).toBe(200);
    expect((await logIn(server, ada.email, password)).status).toBe(200);

    // An app that the owner had before stays.
    const bola = await register(server, "keeper");
    await giveFactor(server, bola.id);
    await post("/api/auth/change-email", bola.token, { newEmail: `thief.${bola.email}`, password: PASSWORD });
    const { token: undo } = await mailTo(server, bola.email, "email-change-requested");
    expect((await post("/api/auth/undo-email-change", undefined, { token: undo })).status).toBe(200);
    const link = await mailTo(server, bola.email, "email-change-undone");
    expect((await post("/api/auth/reset-password", undefined, { ...link, password })).status).toBe(200);
    await challengeOf(bola.email, password);
  });

  it("makes proofs by password and Google void, also those of other sessions, once it is set up", async () => {
    const ada = await register(server, "two");
    const elsewhere = (await logIn(server, ada.email, PASSWORD)).body.token;
    const { secret } = await enrol(ada.token);
    const prove = (token: string, proof: object) => post("/api/auth/prove", token, proof);
    expect((await post(`${FACTOR}/recovery-codes`, elsewhere)).body).toMatchObject({
      code: "PROOF_REQUIRED",
      methods: ["code"],
    });
    expect((await prove(elsewhere, { password: PASSWORD })).body).toMatchObject({
      code: "PROOF_REQUIRED",
      methods: ["code"],
    });
    expect((await prove(elsewhere, { code: "000000" })).body.code).toBe("INVALID");
    const { status, body } = await prove(elsewhere, { code: await laterCode(secret) });
    expect(status).toBe(200);
    expectShape(proveAnswer, body);
    expect((await post(`${FACTOR}/recovery-codes`, elsewhere)).status).toBe(200);
    const both = await prove(elsewhere, { code: "000000", password: PASSWORD });
    expect([both.status, both.body.code]).toEqual([400, "INVALID"]);
  });

  it("does not open secrets that were moved to another account's row", async () => {
    const [ada, bola] = [await register(server, "ada"), await register(server, "bola")];
    const { secret } = await enrol(ada.token);
    await enrol(bola.token);
    await server.query(
      `update totp_factors set last_step = 0, secret = (select secret from totp_factors where user_id = $1::text::uuid)
       where user_id = $2::text::uuid`,
      [ada.id, bola.id],
    );
    expect((await finish(await challengeOf(bola.email), await laterCode(secret))).status).toBe(400);
  });
});

describeEndToEnd("REQUIRE_SECOND_FACTOR=admins", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ config: { requireSecondFactor: "admins" } });
  });
  afterAll(() => server?.close());

  it("gives an administrator without a factor no administrator's right, over REST and both transports", async () => {
    const admin = await makePerson(server, "fresh-admin", { role: "admin" });
    const enrolled = await makePerson(server, "enrolled-admin", { role: "admin" });
    await giveFactor(server, enrolled.id);
    const { token } = admin;
    const id = "00000000-0000-4000-8000-000000000001";
    const staffCalls = Object.entries(access).filter(([, needed]) => needed !== "anyone" && needed !== "signed in");
    const bad: string[] = [];
    for (const [call] of staffCalls) {
      const [method = "", path = ""] = call.split(" ");
      const answer = await server.api(method, path.replace(/:\w+/g, id), { token });
      if (answer.status !== 403 || answer.body?.code !== "SECOND_FACTOR_NOT_SET_UP")
        bad.push(`${call}: ${answer.text}`);
    }
    expect([staffCalls.length > 40, bad]).toEqual([true, []]);

    const draft = (await openAuction(server, enrolled))._id;
    await server.api("PATCH", `/api/auctions/admin/${draft}/status`, {
      token: enrolled.token,
      body: { status: "draft" },
    });
    expect((await server.api("GET", `/api/auctions/${draft}`, { token })).status).toBe(404);
    for (const transport of transports) {
      const client = await connect(server, transport, { token });
      expect(await client.send("admin:watch", {})).toMatchObject({ ok: false, error: { code: "FORBIDDEN" } });
      expect(await client.send("auction:watch", { auctionId: draft })).toMatchObject({
        ok: false,
        error: { code: "NOT_FOUND" },
      });
      client.close();
    }
    expect((await server.api("GET", FACTOR, { token })).body).toMatchObject({ addedAt: null, isRequired: true });
  });

  it("shows an administrator without a factor nothing that it does not show to a user", async () => {
    const enrolled = await makePerson(server, "showing-admin", { role: "admin" });
    await giveFactor(server, enrolled.id);
    const bidder = await makePerson(server, "hidden-bidder");
    const [draft, ended, open] = [
      await openAuction(server, enrolled, { reservePrice: 5000, buyItNowPrice: 9000 }),
      await openAuction(server, enrolled),
      await openAuction(server, enrolled, { reservePrice: 5000 }),
    ];
    for (const { _id } of [ended, open]) {
      const body = { auctionId: _id, maxAmount: 4000, currency: "NGN" };
      expect((await server.api("POST", "/api/maxbids", { token: bidder.token, body })).status).toBe(200);
    }
    for (const [{ _id }, status] of [[draft, "draft"] as const, [ended, "ended"] as const]) {
      await setStatus(server, enrolled, _id, status);
    }
    const sale = await salesOn(() => ({ server, admin: enrolled })).makeSale();

    // The same two people for each call, who differ in nothing but the role.
    const user = await makePerson(server, "plain-user");
    const admin = await makePerson(server, "plain-admin", { role: "admin" });
    const seenBy = async (person: Person, path: string): Promise<string> => {
      const { status, text } = await server.api("GET", path, { token: person.token });
      if (!/^[{[]/.test(text)) return `${status}`;
      // The number of a seller's statement names the person.
      const own = text.replaceAll(person.username, "OWN").replaceAll(person.id.slice(0, 8).toUpperCase(), "OWN");
      const said = own.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
      return `${status} ${said.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "ID")}`;
    };
    // These say who the caller is, and with that the role; staff cannot be deleted.
    const aboutTheCaller = [
      "GET /api/auth/profile",
      "GET /api/users/profile",
      `GET ${FACTOR}`,
      "GET /api/users/my-data.zip",
      "GET /api/users/deletion",
    ];
    const calls = Object.entries(access).flatMap(([call, needed]) => {
      const isRead = call.startsWith("GET /api/") && !aboutTheCaller.includes(call);
      return isRead && (needed === "anyone" || needed === "signed in") ? [call.replace("GET ", "")] : [];
    });
    const different: string[] = [];
    const shownToStaff: string[] = [];
    for (const call of calls) {
      const ids = call.includes(":") ? [draft._id, ended._id, open._id, sale._id] : [""];
      for (const id of ids) {
        const path = call.replace(/:[a-z]+/gi, id);
        const [users, admins] = [await seenBy(user, path), await seenBy(admin, path)];
        if (users !== admins) different.push(`${path}\n${users.slice(0, 300)}\n${admins.slice(0, 300)}`);
        if (users !== (await seenBy(enrolled, path))) shownToStaff.push(call);
      }
    }
    expect(different).toEqual([]);
    // The comparison finds what a role shows: these calls show more to staff.
    expect(shownToStaff).toEqual(expect.arrayContaining(showMoreToStaff));
    expect(calls.length).toBeGreaterThan(50);
  });

  it.each(transports)(
    "shows such an administrator masked names also after a change of the account, over %s",
    async (transport) => {
      const name = transport.replace(/\W/g, "");
      const enrolled = await makePerson(server, `paying-admin-${name}`, { role: "admin" });
      await giveFactor(server, enrolled.id);
      const admin = await makePerson(server, `watching-admin-${name}`, { role: "admin" });
      const bidder = await makePerson(server, `watched-bidder-${name}`);
      const { _id: auctionId } = await openAuction(server, enrolled);
      const watching = await connect(server, transport, { token: admin.token });
      const bidding = await connect(server, transport, { token: bidder.token });
      await watching.ask("auction:watch", { auctionId });
      const change = { token: enrolled.token, body: { action: "add", balance: 1 } };
      expect((await server.api("PUT", `/api/users/admin/balance/${admin.id}`, change)).status).toBe(200);
      await watching.next("balance:changed");
      expect(await bid(bidding, auctionId, 1100)).toMatchObject({ ok: true });
      const { leader } = await watching.next("auction:price", (price) => "bids" in price);
      expect(leader?.username).toMatch(/^w\*+/);
      expect(JSON.stringify(watching.frames)).not.toContain(bidder.username);
      watching.close();
      bidding.close();
    },
  );

  it("gives the rights back when the factor is set up, also on open connections, and keeps it from being removed", async () => {
    const admin = await makePerson(server, "later-admin", { role: "admin" });
    const { token } = admin;
    const clients = await Promise.all(transports.map((transport) => connect(server, transport, { token })));
    for (const client of clients) expect(await client.send("admin:watch", {})).toMatchObject({ ok: false });
    const { secret } = (await server.api("POST", `${FACTOR}/totp`, { token })).body;
    const code = await codeOf(server, secret);
    expect((await server.api("POST", `${FACTOR}/totp/confirm`, { token, body: { code } })).status).toBe(200);
    expect((await server.api("GET", "/api/auth/users", { token })).status).toBe(200);
    for (const client of clients) {
      expect(await client.next("user:changed")).toMatchObject({ role: "admin" });
      expect(await client.send("admin:watch", {})).toMatchObject({ ok: true });
      client.close();
    }
    const removed = await server.api("DELETE", FACTOR, { token });
    expect([removed.status, removed.body.code]).toEqual([403, "FORBIDDEN"]);
    // Another app may replace it.
    expect((await server.api("POST", `${FACTOR}/totp`, { token })).status).toBe(200);
  });
});
