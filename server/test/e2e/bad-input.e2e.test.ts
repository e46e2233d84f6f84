// Tests invalid input over REST and on both transports: each is refused clearly or closes the connection, nothing
// changes, and the server still accepts good bids. It is long, because each file starts a server, and the frames of
// both transports stand beside each other.
import { randomUUID } from "node:crypto";
import { callOf } from "@jara/shared/calls/list";
import { MAX_FRAME_BYTES } from "@jara/shared/live-limits";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { access } from "../../src/app/access.ts";
import { badAmounts, badIds, badRequests, badVersions, deep, notJsonAmounts } from "../support/e2e-bad-requests.ts";
import { bid, connect, openSocketIo, transports } from "../support/e2e-live.ts";
import { makePerson, openAuction, type Person } from "../support/e2e-people.ts";
import { connectRaw, type RawConnection } from "../support/e2e-raw-frames.ts";
import { askRaw, upgradeLines } from "../support/e2e-raw-http.ts";
import { FOREIGN_ORIGIN, startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";
import { messagesForWrongValues } from "../support/e2e-wrong-values.ts";

const bidData = (change: string): string => `{"auctionId":"AUCTION","amount":1100,"commandId":"COMMAND"${change}}`;

/** Name and data of a command as JSON texts; refused INVALID where nothing else is said. COMMAND is a fresh id. */
const badCommands: [name: string, data?: string, code?: string][] = [
  ...badAmounts.map((amount): [string, string] => ['"bid:place"', bidData(`,"amount":${amount}`)]),
  ...badIds.map((id): [string, string] => ['"bid:place"', bidData(`,"auctionId":${id}`)]),
  ...["null", '""', '"not a uuid"', "5", '["COMMAND"]'].map((id): [string, string] => [
    '"bid:place"',
    bidData(`,"commandId":${id}`),
  ]),
  ['"bid:place"', bidData(',"extra":1')],
  ['"bid:place"', bidData(',"__proto__":{"amount":5000}')],
  ['"bid:place"', bidData(',"constructor":{"prototype":{}}')],
  ...["null", "[]", "5", '"text"', "true", "{}", `[${bidData("")}]`].map((data): [string, string] => [
    '"bid:place"',
    data,
  ]),
  ['"bid:place"'],
  ['"bid:place"', bidData(`,"auctionId":"${randomUUID()}"`), "NOT_FOUND"],
  ['"bid:place"', bidData(',"amount":1099.99'), "BID_TOO_LOW"],
  ...badAmounts
    .slice(0, 12)
    .map((amount): [string, string] => [
      '"maxbid:set"',
      `{"auctionId":"AUCTION","maxAmount":${amount},"currency":"NGN","commandId":"COMMAND"}`,
    ]),
  ['"maxbid:set"', `{"auctionId":"AUCTION","maxAmount":5000,"currency":"EUR","commandId":"COMMAND"}`],
  ['"maxbid:set"', `{"auctionId":"AUCTION","maxAmount":5000,"commandId":"COMMAND"}`],
  ...badVersions.flatMap((version): [string, string][] => [
    ['"bid:place"', bidData(`,"contentVersion":${version}`)],
    [
      '"maxbid:set"',
      `{"auctionId":"AUCTION","maxAmount":5000,"currency":"NGN","commandId":"COMMAND","contentVersion":${version}}`,
    ],
  ]),
  ...badVersions
    .slice(0, -1)
    .map((version): [string, string] => [
      '"maxbid:confirm"',
      `{"maxBidId":"AUCTION","contentVersion":${version},"commandId":"COMMAND"}`,
    ]),
  ['"maxbid:confirm"', '{"maxBidId":"AUCTION","commandId":"COMMAND"}'],
  ['"maxbid:confirm"', '{"maxBidId":"AUCTION","contentVersion":1,"commandId":"COMMAND","extra":1}'],
  ['"maxbid:confirm"', '{"maxBidId":"AUCTION","contentVersion":1,"commandId":"COMMAND"}', "NOT_FOUND"],
  ['"maxbid:confirm"', `{"maxBidId":"' or ''='","contentVersion":1,"commandId":"COMMAND"}`, "NOT_FOUND"],
  ['"bid:withdraw"', '{"auctionId":5,"commandId":"COMMAND"}'],
  ['"bid:withdraw"', '{"auctionId":"AUCTION"}'],
  ['"bid:withdraw"', '{"auctionId":"AUCTION","commandId":"COMMAND","reason":"fraud"}'],
  ['"bid:withdraw"', '{"auctionId":"AUCTION","commandId":"COMMAND"}', "NOT_FOUND"],
  ['"bid:withdraw"', '{"auctionId":"__proto__","commandId":"COMMAND"}', "NOT_FOUND"],
  ['"maxbid:cancel"', `{"maxBidId":5,"commandId":"COMMAND"}`],
  ['"maxbid:cancel"', `{"maxBidId":"AUCTION","commandId":"COMMAND"}`, "NOT_FOUND"],
  ['"maxbid:cancel"', `{"maxBidId":"' or ''='","commandId":"COMMAND"}`, "NOT_FOUND"],
  ['"auction:watch"', "null"],
  ['"auction:watch"', '{"auctionId":"AUCTION","sinceVersion":-1}'],
  ['"auction:watch"', '{"auctionId":"AUCTION","sinceVersion":1.5}'],
  ['"auction:watch"', '{"auctionId":"AUCTION","sinceVersion":"1"}'],
  ['"auction:watch"', '{"auctionId":"AUCTION","sinceVersion":1e400}'],
  ['"auction:watch"', deep(7000)],
  ['"auction:watch"', `{"auctionId":${'{"a":'.repeat(2500)}1${"}".repeat(2500)}}`],
  ['"auction:watch"', '{"auctionId":"auctions"}', "NOT_FOUND"],
  ['"auction:watch"', '{"auctionId":"AUCTION:admins"}', "NOT_FOUND"],
  ['"auction:watch"', '{"auctionId":"__proto__"}', "NOT_FOUND"],
  ['"auctions:watch"', '{"all":true}'],
  ['"admin:watch"', "{}", "FORBIDDEN"],
  ['"clock:sync"', '{"t0":"0"}'],
  ['"clock:sync"', '{"t0":1e400}'],
  ['"clock:sync"', "{}"],
  ...["no:such", "", "__proto__", "constructor", "toString", "hasOwnProperty", "error", "message", "connection"].map(
    (name): [string, string] => [JSON.stringify(name), "{}"],
  ),
];

describeEndToEnd("bad input", () => {
  let server: TestServer;
  let admin: Person;
  let ada: Person;
  let auctionId: string;
  let before: string;

  /** All that a command could change. */
  const everything = async (): Promise<string> => {
    const [row] = await server.query<{ all: unknown }>(
      `select json_build_array(
         (select json_agg(t order by t.id) from auctions t), (select json_agg(t order by t.id) from max_bids t),
         (select json_agg(t order by t.auction_id, t.number) from bids t),
         (select json_agg(t order by t.auction_id, t.revision) from auction_events t),
         (select json_agg(t order by t.id) from users t),
         (select json_agg(t order by t.id) from ledger_entries t),
         (select json_agg(t order by t.reference) from top_ups t)) as all`,
    );
    return JSON.stringify(row?.all);
  };

  beforeAll(async () => {
    server = await startTestServer({ because: "it compares every row of the database" });
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "adaeze");
    auctionId = (await openAuction(server, admin))._id;
    before = await everything();
  });
  afterEach(async () => expect(await everything()).toBe(before));
  afterAll(() => server?.close());

  const filled = (text: string): string => text.replaceAll("AUCTION", auctionId).replaceAll("COMMAND", randomUUID());

  it("is tested with at least 300 cases", () => {
    expect(badRequests.length + 2 * badCommands.length).toBeGreaterThanOrEqual(300);
  });

  it.each(badRequests.map((request) => [request.method ?? "POST", request.path.slice(0, 60), request.what, request]))(
    "to %s %s is refused with %s",
    async (method, _path, _what, { path, raw, as = "bidder", headers, status = 400, code = "INVALID" }) => {
      const token = { admin, bidder: ada, visitor: undefined }[as]?.token;
      const answer = await server.api(method, filled(path), {
        token,
        ...(raw !== undefined && { raw: filled(raw) }),
        ...(headers && { headers }),
      });
      expect([answer.status, answer.body?.code]).toEqual([status, code]);
      expect(answer.body.message).toMatch(/\w.*\w/);
      if (code !== "INVALID") return;
      expect(answer.body.issues.length).toBeGreaterThan(0);
      for (const issue of answer.body.issues) {
        expect(issue).toEqual({ path: expect.any(String), message: expect.stringMatching(/\w/) });
      }
    },
  );

  // The webhook's route reads the raw bytes, because they are signed. Without Google's keys there is no log-in with it.
  const others = new Set(["POST /api/payments/paystack/webhook", "POST /api/auth/google"]);
  const writes = Object.keys(access).filter(
    (call) => /^(POST|PUT|PATCH|DELETE) \/api\//.test(call) && !others.has(call),
  );
  // A union of schemas does not say which of them the field is unknown to.
  const isUnion = new Set(["POST /api/notifications/read"]);

  it("is tested with every call that writes", () => expect(writes.length).toBeGreaterThan(100));

  it.each(writes)("in an unknown field beside a good body is refused by %s", async (call) => {
    const [method = "", path = ""] = call.split(" ");
    const good = callOf.get(call)?.examples?.body ?? {};
    const target = path.replace(":date", "2030-01-01").replace(/:\w+/g, randomUUID());
    const { status, body } = await server.api(method, target, {
      token: admin.token,
      body: { ...good, "no such field": 1 },
    });
    if (callOf.get(call)?.isForm) return expect([status, body.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
    expect([status, body?.code]).toEqual([400, "INVALID"]);
    if (!isUnion.has(call)) expect(JSON.stringify(body.issues)).toContain("no such field");
  });

  it("is answered in plain words by every call, whatever value stands in whichever field", async () => {
    const said = await messagesForWrongValues(server, admin.token);
    expect(said.length).toBeGreaterThan(2_000);
    const ofValidator =
      /\b(expected|received|zod|undefined|NaN|Too (small|big)|Unrecognized|Invalid (input|option|string|key|element))\b/;
    expect(said.filter(({ message }) => ofValidator.test(message))).toEqual([]);
  });

  it.each([
    ["/api/bids", { auctionId: "AUCTION", amount: 0 }, "Please enter a valid bid amount"],
    ["/api/bids", { auctionId: "AUCTION", amount: "much" }, "Please enter a valid bid amount"],
    ["/api/bids", { amount: 1_100 }, "Auction id is missing"],
    ["/api/maxbids", { auctionId: "AUCTION", maxAmount: -1, currency: "NGN" }, "Please enter a valid amount"],
    [
      "/api/auctions",
      { title: "Drum", description: "Loud", startingPrice: 0 },
      "Starting price must be greater than 0",
    ],
    ["/api/auctions", { description: "Loud", startingPrice: 5 }, "Please fill in all required fields"],
    ["/api/auctions", { title: "Drum", description: " ", startingPrice: 5 }, "Please fill in all required fields"],
    ["/api/auctions", { title: "Drum", description: "Loud" }, "Please fill in all required fields"],
    [
      "/api/auctions",
      { title: "Drum", description: "Loud", startingPrice: 5, bidIncrement: 0 },
      "Bid increment must be greater than 0",
    ],
    [
      "/api/auctions",
      { title: "Drum", description: "Loud", startingPrice: 5, buyItNowPrice: 5 },
      "Buy It Now price must be higher than starting price",
    ],
    [
      "/api/auctions",
      { title: "Drum", description: "Loud", startingPrice: 5, reservePrice: 4 },
      "Reserve price cannot be lower than starting price",
    ],
    [
      "/api/auctions",
      { title: "Drum", description: "Loud", startingPrice: 5, buyItNowPrice: 19, reservePrice: 20 },
      "Buy It Now price cannot be lower than the reserve price",
    ],
    [
      "/api/auctions",
      { title: "x".repeat(101), description: "Loud", startingPrice: 5 },
      "Title has more than 100 characters",
    ],
    [
      "/api/auth/register",
      { username: "bisi", email: "bisi@people.test", password: "short" },
      "Password must be at least 6 characters long",
    ],
    [
      "/api/auth/register",
      { username: "bisi", email: "bisi", password: "long enough" },
      "Please enter a valid email address",
    ],
    ["/api/auth/verify-email", { email: "bisi@people.test" }, "Invalid verification link"],
  ])("gets the specification's sentence: %s with %j", async (path, given, message) => {
    const { status, body } = await server.api("POST", path, { token: admin.token, raw: filled(JSON.stringify(given)) });
    expect([status, body.code, body.message]).toEqual([400, "INVALID", message]);
  });

  it("is answered with the field of the body and the reason", async () => {
    const { body } = await server.api("POST", "/api/bids", {
      token: ada.token,
      raw: '{"auctionId":5,"amount":1.001,"x":1}',
    });
    const paths = body.issues.map((issue: { path: string }) => issue.path).sort();
    expect(paths).toEqual(["", "amount", "auctionId"]);
    expect(body.issues.find((issue: { path: string }) => issue.path === "amount").message).toBe(
      "must be at most 10,000,000,000.00 with at most 2 decimals",
    );
  });

  describe.each(transports)("over %s", (transport) => {
    let connection: RawConnection;
    beforeAll(async () => {
      connection = await connectRaw(server, transport, ada.token);
    });
    afterAll(() => connection.close());

    it.each(badCommands)("is refused: %s %s", async (name, data, code = "INVALID") => {
      const answer = await connection.ask(name, data === undefined ? undefined : filled(data));
      expect(answer).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(/\w/) } });
    });

    // S374
    it.each(["bid:place", "maxbid:set", "maxbid:cancel", "maxbid:confirm", "bid:withdraw", "admin:watch"])(
      "is refused to a visitor: %s",
      async (name) => {
        const visitor = await connectRaw(server, transport);
        const data = {
          "bid:place": bidData(""),
          "maxbid:set": `{"auctionId":"AUCTION","maxAmount":5000,"currency":"NGN","commandId":"COMMAND"}`,
          "maxbid:cancel": `{"maxBidId":"AUCTION","commandId":"COMMAND"}`,
          "maxbid:confirm": `{"maxBidId":"AUCTION","contentVersion":1,"commandId":"COMMAND"}`,
          "bid:withdraw": `{"auctionId":"AUCTION","commandId":"COMMAND"}`,
          "admin:watch": "{}",
        }[name];
        const answer = await visitor.ask(JSON.stringify(name), filled(data ?? ""));
        expect(answer).toMatchObject({ ok: false, error: { code: "UNAUTHENTICATED" } });
        visitor.close();
      },
    );

    it("closes a connection for a frame over 16 KiB, and not for one just below", async () => {
      const big = await connectRaw(server, transport, ada.token);
      const command = (letters: number) => `{"auctionId":"${"x".repeat(letters)}"}`;
      expect(await big.ask('"auction:watch"', command(MAX_FRAME_BYTES - 100))).toMatchObject({
        error: { code: "INVALID" },
      });
      void big.ask('"auction:watch"', command(MAX_FRAME_BYTES)).catch(() => {});
      expect(await big.closed).toBe(1009);
    });

    it("does not stop the server if a socket closes before its commands are answered", async () => {
      const leaving = await connectRaw(server, transport, ada.token);
      // Bids that only their form refuses: as a number, the amount would be enough.
      const data = () => filled(bidData(',"amount":"1100"'));
      for (let n = 0; n < 50; n++) void leaving.ask('"bid:place"', data()).catch(() => {});
      leaving.close();
      await leaving.closed;
    });
  });

  describe("on /ws", () => {
    const open = () => connectRaw(server, "/ws", ada.token);

    it.each([
      "",
      " ",
      "{",
      "null",
      "[]",
      "5",
      '"text"',
      "true",
      "{}",
      '{"id":1}',
      '{"type":"clock:sync"}',
      "ping",
      "2probe",
      '{"id":null,"type":"x"}',
      '{"id":{},"type":"x"}',
      '{"id":1e400,"type":"x"}',
      '{"id":1,"type":5}',
      '{"id":1,"type":null}',
      '{"id":1,"type":"x","extra":1}',
      '{"id":1,"type":"x","__proto__":{}}',
      `{"id":"${"x".repeat(65)}","type":"x"}`,
      `{"id":1,"type":"${"x".repeat(41)}"}`,
      '{"id":1,"type":"bid:place","data":{"amount":NaN}}',
      deep(8000),
    ])("in the frame %s is answered as invalid, and the connection stays open", async (frame) => {
      const connection = await open();
      connection.write(frame);
      expect(JSON.parse(await connection.next())).toMatchObject({ ok: false, error: { code: "INVALID" } });
      expect(await connection.ask('"clock:sync"', '{"t0":7}')).toMatchObject({ ok: true, t0: 7 });
      connection.close();
    });

    it.each(notJsonAmounts)("with an amount of %s, which is not JSON, is answered as invalid", async (amount) => {
      const connection = await open();
      connection.write(`{"id":1,"type":"bid:place","data":${filled(bidData(`,"amount":${amount}`))}}`);
      expect(JSON.parse(await connection.next())).toMatchObject({ id: null, ok: false, error: { code: "INVALID" } });
      connection.close();
    });

    it("in a binary frame is answered as invalid, also with a command in it", async () => {
      const connection = await open();
      for (const frame of [Buffer.from([0, 255, 1]), Buffer.from('{"id":1,"type":"clock:sync","data":{"t0":1}}')]) {
        connection.write(frame);
        expect(JSON.parse(await connection.next())).toMatchObject({ id: null, error: { code: "INVALID" } });
      }
      connection.close();
    });

    it.each<[what: string, frame: string | Buffer, id: number | null, paths: string[]]>([
      ["a field too many", '{"id":1,"type":"clock:sync","data":{"t0":1},"extra":1}', 1, [""]],
      ["no id", '{"type":"clock:sync","data":{"t0":1}}', null, ["id"]],
      ["neither an id nor a type", "{}", null, ["id", "type"]],
      ["no object", "[]", null, [""]],
      ["no JSON", "{", null, [""]],
      ["no text frame", Buffer.from('{"id":1,"type":"clock:sync","data":{"t0":1}}'), null, [""]],
      ["no token", '{"id":1,"type":"authenticate","data":{}}', 1, ["token"]],
      ["no data", '{"id":1,"type":"authenticate"}', 1, [""]],
      ["an empty token", '{"id":1,"type":"authenticate","data":{"token":""}}', 1, ["token"]],
    ])("with %s is answered with the field and the reason", async (_what, frame, id, paths) => {
      const connection = await connectRaw(server, "/ws");
      connection.write(frame);
      const issues = paths.map((path) => ({ path, message: expect.stringMatching(/\w/) }));
      const error = { code: "INVALID", message: expect.stringMatching(/\w/), issues };
      expect(JSON.parse(await connection.next())).toEqual({ id, ok: false, error });
      connection.close();
    });

    it("gets the id back unchanged, also if it is a text", async () => {
      const connection = await open();
      connection.write('{"id":"mine","type":"no:such"}');
      expect(JSON.parse(await connection.next())).toMatchObject({ id: "mine", ok: false });
      connection.close();
    });

    it("with a token in a later frame has no effect, and an invalid token in the first frame closes the connection", async () => {
      const first = await connectRaw(server, "/ws");
      expect(await first.ask('"authenticate"', JSON.stringify({ token: ada.token }))).toEqual({ ok: true });
      expect(await first.ask('"bid:place"', filled(bidData(',"amount":1')))).toMatchObject({
        error: { code: "BID_TOO_LOW" },
      });
      expect(await first.ask('"authenticate"', JSON.stringify({ token: admin.token }))).toMatchObject({
        error: { code: "INVALID" },
      });
      expect(await first.ask('"admin:watch"', "{}")).toMatchObject({ error: { code: "FORBIDDEN" } });
      first.close();

      const late = await connectRaw(server, "/ws");
      await late.ask('"clock:sync"', '{"t0":1}');
      expect(await late.ask('"authenticate"', JSON.stringify({ token: ada.token }))).toMatchObject({
        error: { code: "INVALID", issues: [{ path: "type", message: expect.any(String) }] },
      });
      late.close();

      const visitor = await connectRaw(server, "/ws");
      await visitor.ask('"authenticate"', '{"token":""}');
      visitor.write('{"id":1,"type":"auctions:watch"}');
      expect(JSON.parse(await visitor.next())).toEqual({ id: 1, ok: true });
      visitor.close();

      const bad = await connectRaw(server, "/ws");
      expect(await bad.ask('"authenticate"', '{"token":"garbage"}')).toMatchObject({
        error: { code: "UNAUTHENTICATED" },
      });
      expect(await bad.closed).toBe(4401);
    });

    it("in later frames waits until the first frame has identified the user", async () => {
      const eager = await connectRaw(server, "/ws");
      const answers = await Promise.all([
        eager.ask('"authenticate"', JSON.stringify({ token: ada.token })),
        eager.ask('"bid:place"', filled(bidData(',"amount":1'))),
      ]);
      expect(answers).toMatchObject([{ ok: true }, { error: { code: "BID_TOO_LOW" } }]);
      eager.close();
    });
  });

  describe("on Socket.IO", () => {
    it.each(['"junk"', "{}", "null", '{"t0":8},5'])("with %s behind the data is invalid", async (more) => {
      const connection = await connectRaw(server, "socket.io", ada.token);
      const error = { code: "INVALID", issues: [{ path: "", message: expect.stringMatching(/\w/) }] };
      expect(await connection.ask('"clock:sync"', `{"t0":7},${more}`)).toMatchObject({ ok: false, error });
      expect(await connection.ask('"clock:sync"', '{"t0":7}')).toMatchObject({ ok: true, t0: 7 });
      connection.close();
    });

    it.each([
      "",
      "9",
      "4",
      "42null",
      "42{}",
      "42[]",
      "42[{}]",
      "42[null]",
      "42[",
      "49[]",
      "4x",
      "garbage",
      '42["disconnect"]',
      '42["connect_error",{}]',
      '42["newListener",{}]',
      '421["bid:place",{"amount":NaN}]',
      '451-["x",{"_placeholder":true,"num":0}]42["y"]',
      '45-["x"]',
      '45999999999999-["x"]',
    ])("in the packet %s, which Socket.IO cannot read, closes the connection", async (packet) => {
      const connection = await connectRaw(server, "socket.io", ada.token);
      connection.write(packet);
      if (packet.startsWith("451-")) connection.write('42["y"]');
      expect(await connection.closed).toBeGreaterThanOrEqual(1000);
    });

    it.each([
      '42["bid:place",null]',
      '42["x",null]',
      '42["x"]',
      '42["__proto__",{}]',
      `42["bid:place",${bidData("")}]`,
      '42["error",{}]',
      "42[5]",
      "42",
    ])("in the event %s without an acknowledgement has no effect, and gets an error", async (packet) => {
      const connection = await connectRaw(server, "socket.io", ada.token);
      connection.write(filled(packet));
      expect(await connection.next()).toMatch(
        /^42\["error",\{"code":"INVALID","message":"[^"]+","issues":\[\{"path":"","message":"[^"]+"\}\]\}\]$/,
      );
      expect(await connection.ask('"clock:sync"', '{"t0":7}')).toMatchObject({ ok: true, t0: 7 });
      connection.close();
    });

    it("with binary data in a command is refused", async () => {
      const socket = await openSocketIo(server, { token: ada.token });
      for (const data of [Buffer.from("x"), { auctionId: Buffer.from("x") }, [Buffer.from("x")]]) {
        expect(await socket.timeout(5000).emitWithAck("auction:watch", data)).toMatchObject({
          ok: false,
          error: { code: "INVALID" },
        });
      }
      socket.disconnect();
    });

    it("in unexpected acknowledgements is ignored, and another namespace closes the connection", async () => {
      const connection = await connectRaw(server, "socket.io", ada.token);
      connection.write('43999[{"ok":true}]');
      expect(await connection.ask('"clock:sync"', '{"t0":7}')).toMatchObject({ ok: true });
      connection.write("40/admin,");
      expect(await connection.next()).toMatch(/^44\/admin,.*Invalid namespace/);
      expect(await connection.closed).toBe(1005);
    });

    it("with a token that is not text is refused", async () => {
      for (const token of [5, true, {}, ["x"], "x".repeat(10_000)] as unknown as string[]) {
        await expect(openSocketIo(server, { token })).rejects.toMatchObject({ details: { code: "UNAUTHENTICATED" } });
      }
    });

    it("is handled over long polling in the same way: commands, origins and the size of a frame", async () => {
      const socket = await openSocketIo(server, { token: ada.token }, ["polling"]);
      expect(await socket.emitWithAck("bid:place", null)).toMatchObject({ error: { code: "INVALID" } });
      const reason = new Promise((resolve) => socket.on("disconnect", resolve));
      socket.emit("x", "x".repeat(MAX_FRAME_BYTES));
      expect(await reason).toBe("transport error");
      const url = "/socket.io/?EIO=4&transport=polling";
      const foreign = await server.api("GET", url, { headers: { origin: FOREIGN_ORIGIN } });
      expect([foreign.status, foreign.headers.get("access-control-allow-origin")]).toEqual([403, null]);
      expect(foreign.body.message).toBe("FORBIDDEN");
      const upgrade = [...upgradeLines(new URL(server.address).host), `Origin: ${FOREIGN_ORIGIN}`];
      const overWebSocket = await askRaw(server, url.replace("polling", "websocket"), upgrade);
      expect([overWebSocket.status, overWebSocket.text]).toEqual([400, "FORBIDDEN"]);
      const { sid } = JSON.parse((await server.api("GET", url)).text.slice(1));
      const tooBig = await server.api("POST", `${url}&sid=${sid}`, {
        raw: `42["x","${"x".repeat(MAX_FRAME_BYTES)}"]`,
        headers: { "content-type": "text/plain;charset=UTF-8" },
      });
      expect(tooBig.status).toBe(413);
    });
  });

  describe("after all the bad input", () => {
    it("the server still accepts good bids, on both transports and over REST", async () => {
      let amount = 1000;
      const lotId = (await openAuction(server, admin))._id;
      for (const transport of transports) {
        const client = await connect(server, transport, { token: ada.token });
        amount += 100;
        expect(await bid(client, lotId, amount)).toMatchObject({ ok: true, auction: { currentPrice: amount } });
        client.close();
      }
      const body = { auctionId: lotId, amount: amount + 100 };
      expect((await server.api("POST", "/api/bids", { token: ada.token, body })).status).toBe(201);
      before = await everything();
    });
  });
});
