// Tests step-up from outside: each call of the list needs a proof that is not older than ten minutes, and nothing gets
// around it: another session, an old tab, other spellings of the call, a repeated request, a live command. It is long
// because it tries each call of the list.
import { randomUUID } from "node:crypto";
import { liveCommands } from "@jara/shared/calls/live-list";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { access } from "../../src/app/access.ts";
import { needsFreshProof } from "../../src/app/fresh-proof.ts";
import { numberReceipts } from "../../src/features/receipts/number-receipts.ts";
import { codeOf, giveFactor } from "../support/e2e-factors.ts";
import { CLIENT_ID, type GoogleProvider, googlePerson, startGoogle } from "../support/e2e-google.ts";
import { connect, transports } from "../support/e2e-live.ts";
import { logIn, PASSWORD, register } from "../support/e2e-mailbox.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { inHours, salesOn } from "../support/e2e-sales.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { writeReceipt } from "../support/given-receipts.ts";
import { changedBy } from "../support/who-may-what-world.ts";

const ID = "00000000-0000-4000-8000-000000000001";
const isOfStaff = (call: string): boolean => access[call] !== "signed in";

describeEndToEnd("step-up", () => {
  let google: GoogleProvider;
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    google = await startGoogle();
    const settings = { clientId: CLIENT_ID, secret: null, issuer: google.issuer };
    server = await startTestServer({ config: { google: settings } });
    admin = await makePerson(server, "stale-admin", { role: "admin" });
  });
  afterAll(async () => {
    await server?.close();
    await google?.stop();
  });

  const proofIsOld = (sessionId: string, seconds: number) =>
    server.query(
      "update sessions set proved_at = now() - $2::text::int * interval '1 second' where id = $1::text::uuid",
      [sessionId, String(seconds)],
    );
  const send = (call: string, token: string, more: object = {}) => {
    const [method = "", path = ""] = call.split(" ");
    const body = /\/payments\b/.test(call) ? { method: "cash", amount: 1, note: "Paid at the desk" } : {};
    const path_ = path.replace(/:\w+/g, ID);
    return server.api(method, path_, { token, ...(method !== "GET" && method !== "HEAD" && { body }), ...more });
  };

  /** An answer to HEAD has no body. */
  const head = async (path: string) => {
    const headers = { authorization: `Bearer ${admin.token}` };
    const { status } = await fetch(`${server.address}${path.replace(/:\w+/g, ID)}`, { method: "HEAD", headers });
    return { status, text: "" };
  };

  it("is asked for by each call of the list, and a refused call changes nothing", async () => {
    const factor = await giveFactor(server, admin.id);
    await proofIsOld(admin.sessionId, 601);
    const changed = await changedBy(server, async () => {
      const bad: string[] = [];
      let tried = 0;
      const expectRefused = async (
        what: string,
        answer: Promise<{ status: number; text: string; body?: { code?: string } }>,
      ) => {
        tried += 1;
        const { status, text, body } = await answer;
        // HEAD has no body.
        if (status !== 403 || (text !== "" && body?.code !== "PROOF_REQUIRED")) bad.push(`${what}: ${status} ${text}`);
      };
      for (const call of Object.keys(needsFreshProof)) {
        const [method = "", path = ""] = call.split(" ");
        await expectRefused(call, send(call, admin.token));
        // A client may also repeat a request, or send another method in a header, a query or a claimed time.
        const headers = {
          "idempotency-key": "again",
          "x-http-method-override": "GET",
          date: new Date(0).toUTCString(),
        };
        await expectRefused(`${call} again`, send(call, admin.token, { headers }));
        await expectRefused(`${call} with a query`, send(`${method} ${path}?provedAt=now&proof=1`, admin.token));
        if (method === "GET") await expectRefused(`HEAD ${path}`, head(path));
        if (method === "GET") continue;
        for (const body of [{ password: PASSWORD }, { code: "000000", provedAt: Date.now() }]) {
          if (!call.endsWith("/payments"))
            await expectRefused(`${call} with a proof in the body`, send(call, admin.token, { body }));
        }
      }
      process.stdout.write(`  calls with an old proof: ${tried} tried, ${bad.length} bad\n`);
      expect(bad).toEqual([]);
    });
    expect(changed).toEqual([]);

    // A proof in one session is none in another.
    const other = await makePerson(server, "other-admin", { role: "admin" });
    expect((await send("PUT /api/users/admin/role/:id", other.token)).body.code).toBe("INVALID");
    expect((await send("PUT /api/users/admin/role/:id", admin.token)).body.code).toBe("PROOF_REQUIRED");

    // With a proof each call goes on to its own checks.
    const proof = { code: factor.codes[0] };
    expect((await server.api("POST", "/api/auth/prove", { token: admin.token, body: proof })).status).toBe(200);
    for (const call of Object.keys(needsFreshProof).filter(isOfStaff)) {
      expect([call, (await send(call, admin.token)).body?.code]).not.toEqual([call, "PROOF_REQUIRED"]);
    }
    await proofIsOld(admin.sessionId, 590);
    expect((await send("PUT /api/users/admin/role/:id", admin.token)).body.code).toBe("INVALID");
  });

  it("tells strangers and users nothing about it", async () => {
    const user = await makePerson(server, "curious");
    await proofIsOld(user.sessionId, 601);
    for (const call of Object.keys(needsFreshProof).filter(isOfStaff)) {
      if (call.endsWith("/payments")) continue;
      expect([call, (await send(call, user.token)).body?.code]).toEqual([call, "FORBIDDEN"]);
      expect([call, (await send(call, "nonsense")).body?.code]).toEqual([call, "UNAUTHENTICATED"]);
    }
  });

  it("is not asked for by a user without a factor, a payment from the balance, bids, or the own files", async () => {
    const user = await makePerson(server, "ordinary");
    await proofIsOld(user.sessionId, 86_400);
    for (const [call, needed] of Object.entries(needsFreshProof)) {
      if (needed !== "with a factor") continue;
      expect([call, (await send(call, user.token)).body?.code]).not.toEqual([call, "PROOF_REQUIRED"]);
    }
    const ask = async (method: string, path: string, body?: object) =>
      (await server.api(method, path, { token: user.token, body })).body?.code;
    expect(await ask("POST", `/api/settlements/${ID}/payments`, { method: "balance", commandId: randomUUID() })).toBe(
      "NOT_FOUND",
    );
    expect(
      await ask("POST", `/api/settlements/${ID}/payments`, { method: "online", commandId: randomUUID() }),
    ).not.toBe("PROOF_REQUIRED");
    expect(await ask("POST", "/api/bids", { auctionId: ID, amount: 1000 })).toBe("NOT_FOUND");
    expect(await ask("GET", "/api/users/statement.csv?month=2026-11")).not.toBe("PROOF_REQUIRED");
  });

  describe("for a status", () => {
    let fresh: Person;
    let stale: Person;
    beforeAll(async () => {
      fresh = await makePerson(server, "fresh-admin", { role: "admin" });
      stale = await makePerson(server, "stale-runner", { role: "manager" });
      await proofIsOld(stale.sessionId, 601);
    });
    let last = 0;
    const open = async () => (await openAuction(server, fresh, { buyItNowPrice: 9_000 }))._id;
    const bidder = () => makePerson(server, `status-${++last}`, { balance: 100_000 });
    /** Active, with a bid. */
    const led = async (): Promise<string> => {
      const id = await open();
      const bid = { token: (await bidder()).token, body: { auctionId: id, amount: 2_000 } };
      expect((await server.api("POST", "/api/bids", bid)).status).toBe(201);
      return id;
    };
    /** Ended, and its winner has not paid. */
    const won = async (): Promise<string> => {
      const id = await led();
      await setStatus(server, fresh, id, "ended");
      return id;
    };
    const sold = async (): Promise<string> => {
      const id = await won();
      await setStatus(server, fresh, id, "sold");
      return id;
    };
    const bought = async (): Promise<string> => {
      const id = await open();
      const { status } = await server.api("POST", `/api/auctions/${id}/buy-it-now`, { token: (await bidder()).token });
      expect(status).toBe(200);
      return id;
    };
    type Call = readonly [method: string, path: string, body?: object];
    const ask = async (id: string, [method, path, body]: Call, who = stale) => {
      const more = { token: who.token, ...(body && { body }) };
      const answer = await server.api(method, `/api/auctions/${path.replace(":id", id)}`, more);
      return answer.status === 200 ? 200 : answer.body.code;
    };
    const title = { title: "Another title" };
    const toStatus = (status: string, edit: object = title): Call[] => [
      ["PATCH", "admin/:id/status", { status }],
      ["PUT", ":id", { status }],
      ["PUT", "admin/:id", { ...edit, status }],
    ];
    const past = new Date(0).toISOString();
    // The texts of a lot do not change while somebody is buying it.
    const laterEnd = { endTime: new Date(Date.now() + 48 * 3_600_000).toISOString() };

    it.each<[string, () => Promise<string>, Call[]]>([
      ["ends a lot with bids", led, [...toStatus("ended"), ["PUT", ":id", { endTime: past }]]],
      ["voids the bids of a lot", led, [["PATCH", ":id/cancel"], ...toStatus("cancelled"), ...toStatus("draft")]],
      ["sells a lot", won, toStatus("sold")],
      ["sells a lot that somebody bought", bought, toStatus("sold", laterEnd)],
      ["takes back a payment", sold, toStatus("ended")],
      ["reopens a sold lot", sold, toStatus("active")],
      ["cancels a sold lot", sold, [["PATCH", ":id/cancel"], ...toStatus("cancelled")]],
      ["reopens a lot whose winner has not paid", won, toStatus("active")],
      ["ends the pause of a purchase", bought, toStatus("active")],
      ["closes a lot that somebody bought", bought, [["PUT", ":id", { endTime: past }]]],
      ["deletes a lot that somebody bought", bought, [["DELETE", ":id"]]],
    ])("is asked for by each call that %s, and then the same call is done", async (_what, lotOf, asked) => {
      for (const call of asked) {
        const id = await lotOf();
        const refuse = async () => expect([call, await ask(id, call)]).toEqual([call, "PROOF_REQUIRED"]);
        expect(await changedBy(server, refuse)).toEqual([]);
        expect([call, await ask(id, call, fresh)]).toEqual([call, 200]);
      }
    });

    it("is not asked for by a change of a lot without bids, or an edit that touches no sale and no bid", async () => {
      const id = await open();
      for (const status of ["paused", "active", "cancelled", "active", "ended", "active"]) {
        for (const call of toStatus(status)) expect([call, await ask(id, call)]).toEqual([call, 200]);
      }
      for (const lotOf of [won, sold]) expect(await ask(await lotOf(), ["PUT", ":id", title])).toBe(200);
      for (const call of [...toStatus("paused"), ["PUT", ":id", laterEnd]] as Call[]) {
        expect([call, await ask(await led(), call)]).toEqual([call, 200]);
      }
      expect(await ask(await bought(), ["PUT", ":id", laterEnd])).toBe(200);
      // A form sends the status and the end that the lot has.
      expect(await ask(await sold(), ["PUT", ":id", { ...title, status: "sold" }])).toBe(200);
      expect(await ask(id, ["PATCH", ":id/cancel"])).toBe(200);
      expect(await ask(id, ["DELETE", ":id"])).toBe(200);
      expect(await ask(ID, ["PATCH", "admin/:id/status", { status: "sold" }])).toBe("NOT_FOUND");
      expect(await ask("nobody", ["PATCH", "admin/:id/status", { status: "sold" }])).toBe("NOT_FOUND");
    });

    it("tells strangers and users nothing", async () => {
      const id = await sold();
      const user = await bidder();
      await proofIsOld(user.sessionId, 601);
      for (const call of [...toStatus("ended"), ["PATCH", ":id/cancel"], ["DELETE", ":id"]] as Call[]) {
        expect([call, await ask(id, call, user)]).toEqual([call, "FORBIDDEN"]);
        expect([call, await ask(id, call, { ...user, token: "nonsense" })]).toEqual([call, "UNAUTHENTICATED"]);
      }
    });
  });

  it("is asked for once on the lots of a sale in its evening, and again elsewhere, for the whole sale and after it", async () => {
    const clerk = await makePerson(server, "evening-clerk", { role: "manager" });
    const { publishedSale } = salesOn(() => ({ server, admin: clerk }));
    const evening = await publishedSale(2, { closesAt: inHours(0.5) });
    const later = await publishedSale(1, { closesAt: inHours(2) });
    const alone = await openAuction(server, clerk);
    const bidder = await makePerson(server, "evening-bidder", { balance: 100_000 });
    const [first = "", second = ""] = evening.ids;
    for (const auctionId of [first, second, later.ids[0], alone._id]) {
      const bid = await server.api("POST", "/api/bids", { token: bidder.token, body: { auctionId, amount: 2_000 } });
      expect(bid.status, bid.text).toBe(201);
    }
    const voidOn = async (id: string, who = clerk) => {
      const body = { userId: bidder.id, reason: "mistaken-amount" };
      const answer = await server.api("POST", `/api/auctions/${id}/void-bids`, { token: who.token, body });
      return answer.status === 200 ? 200 : answer.body.code;
    };
    await proofIsOld(clerk.sessionId, 3 * 60 * 60);
    expect(await voidOn(first)).toBe(200);
    for (const id of [later.ids[0] ?? "", alone._id]) expect(await voidOn(id)).toBe("PROOF_REQUIRED");
    const end = () => server.api("POST", `/api/sales/${evening.sale._id}/end`, { token: clerk.token });
    expect((await end()).body.code).toBe("PROOF_REQUIRED");
    // A proof of more than twelve hours ago, or of nobody, is none.
    await proofIsOld(clerk.sessionId, 12 * 60 * 60 + 1);
    expect(await voidOn(second)).toBe("PROOF_REQUIRED");
    const other = await makePerson(server, "evening-other", { role: "manager" });
    await server.query("update sessions set proved_at = null where id = $1::text::uuid", [other.sessionId]);
    expect(await voidOn(second, other)).toBe("PROOF_REQUIRED");
    // Once no lot is left to close, the usual age counts again.
    await proofIsOld(clerk.sessionId, 1);
    for (const id of evening.ids) await setStatus(server, clerk, id, "ended");
    await proofIsOld(clerk.sessionId, 3 * 60 * 60);
    expect(await voidOn(second)).toBe("PROOF_REQUIRED");
    await proofIsOld(clerk.sessionId, 1);
    expect(await voidOn(second)).toBe(200);
  });

  it("is asked for a receipt of somebody else, and not for one's own", async () => {
    const keeper = await makePerson(server, "keeper", { role: "admin" });
    const owner = await makePerson(server, "payer");
    await proofIsOld(keeper.sessionId, 601);
    await proofIsOld(owner.sessionId, 601);
    const receipt = await writeReceipt(server, { userId: owner.id });
    await numberReceipts(server.server.database);
    const read = async (token: string) => {
      const { status, body } = await server.api("GET", `/api/users/receipts/${receipt}.pdf`, { token });
      return [status, body?.code];
    };
    expect(await read(owner.token)).toEqual([200, undefined]);
    expect(await read(keeper.token)).toEqual([403, "PROOF_REQUIRED"]);
    await proofIsOld(keeper.sessionId, 1);
    expect(await read(keeper.token)).toEqual([200, undefined]);
  });

  it("is given by the password or Google to an account without a factor, for the session that asked", async () => {
    const ada = await register(server, "prover");
    const elsewhere = (await logIn(server, ada.email, PASSWORD)).body.token;
    await server.query("update sessions set proved_at = null where user_id = $1::text::uuid", [ada.id]);
    const start = (token: string) => server.api("POST", "/api/auth/second-factor/totp", { token });
    const prove = (token: string, body: object) => server.api("POST", "/api/auth/prove", { token, body });
    expect((await start(ada.token)).body).toMatchObject({ code: "PROOF_REQUIRED", methods: ["password"] });
    expect((await prove(ada.token, { password: "a guess" })).body).toMatchObject({
      code: "INVALID",
      issues: [{ path: "password" }],
    });
    expect((await prove(ada.token, { password: PASSWORD })).status).toBe(200);
    expect([(await start(ada.token)).status, (await start(elsewhere)).status]).toEqual([200, 403]);

    const person = googlePerson("prover");
    const { body } = await server.api("POST", "/api/auth/google", {
      body: { googleToken: await google.idToken(person) },
    });
    await server.query("update sessions set proved_at = null where user_id = $1::text::uuid", [body.user.id]);
    expect((await start(body.token)).body).toMatchObject({ code: "PROOF_REQUIRED", methods: ["google"] });
    const now = Math.floor(Date.now() / 1000);
    const wrong = [
      await google.idToken(googlePerson("somebody")),
      await google.idToken(person, { iat: now - 700, exp: now + 100 }),
      "nonsense",
    ];
    for (const googleToken of wrong) expect((await prove(body.token, { googleToken })).status).not.toBe(200);
    // A refused proof is not the end of the session.
    expect((await start(body.token)).body.code).toBe("PROOF_REQUIRED");
    expect((await prove(body.token, { googleToken: await google.idToken(person) })).status).toBe(200);
    expect((await start(body.token)).status).toBe(200);
  });

  it.each(transports)(
    "has no way around over %s, because no live command does what the list names",
    async (transport) => {
      await proofIsOld(admin.sessionId, 601);
      const client = await connect(server, transport, { token: admin.token });
      // The bidders' own commands, and those that only read.
      expect(Object.keys(liveCommands).sort()).toEqual(
        [
          "admin:unwatch",
          "admin:watch",
          "auction:unwatch",
          "auction:watch",
          "auctions:unwatch",
          "auctions:watch",
          "sale:unwatch",
          "sale:watch",
          "bid:place",
          "bid:withdraw",
          "buy-it-now",
          "clock:sync",
          "maxbid:cancel",
          "maxbid:confirm",
          "maxbid:set",
        ].sort(),
      );
      const changed = await changedBy(server, async () => {
        for (const call of Object.keys(needsFreshProof)) {
          const answer = await client.send(call as never, { id: ID } as never);
          expect([call, (answer as { ok: boolean }).ok]).toEqual([call, false]);
        }
      });
      expect(changed).toEqual([]);
      client.close();
    },
  );

  it("accepts the code of the app once, also for a proof and a log-in at the same moment", async () => {
    const ada = await register(server, "both");
    const { secret } = await giveFactor(server, ada.id);
    const code = await codeOf(server, secret);
    const { challenge } = (await logIn(server, ada.email, PASSWORD)).body;
    const answers = await Promise.all([
      server.api("POST", "/api/auth/prove", { token: ada.token, body: { code } }),
      server.api("POST", "/api/auth/login/second-factor", { body: { challenge, code } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describeEndToEnd("STEP_UP_MINUTES=0", () => {
  it("switches step-up off, but for changes of the factors themselves", async () => {
    const server = await startTestServer({ config: { stepUpMinutes: 0 } });
    const admin = await makePerson(server, "admin", { role: "admin" });
    await server.query("update sessions set proved_at = null");
    const role = await server.api("PUT", `/api/users/admin/role/${admin.id}`, { token: admin.token, body: {} });
    expect(role.body.code).toBe("INVALID");
    const totp = await server.api("POST", "/api/auth/second-factor/totp", { token: admin.token });
    expect(totp.body.code).toBe("PROOF_REQUIRED");
    await server.close();
  });
});
