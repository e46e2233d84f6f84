// @vitest-environment happy-dom
// Tests that REST calls take the place of a socket that does not get through, and end when it does.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeSocket } from "./fake-socket.ts";
import { LiveConnection } from "./live-connection.ts";
import { withRest } from "./rest-socket.ts";

const SERVER_TIME = "2026-11-28T12:00:00.000Z";
const auction = { _id: "a", version: 3, serverTime: SERVER_TIME };
const fetched: { path: string; method: string; body: unknown; headers: Headers }[] = [];
let isServerThere: boolean;
let answers: Record<string, { status: number; body: unknown }>;

let socket: FakeSocket;
let live: LiveConnection;
const watched = vi.fn();
const settle = () => vi.advanceTimersByTimeAsync(0);
const fail = async (error: unknown = new Error("websocket error")) => {
  socket.refuse(error, true);
  await settle();
};
const sent = (path: string) => fetched.filter((one) => one.path === path);

beforeEach(() => {
  vi.useFakeTimers();
  fetched.length = 0;
  isServerThere = true;
  answers = {};
  watched.mockReset();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (!isServerThere) throw new TypeError("blocked");
    const { method = "GET", body } = init;
    fetched.push({ path, method, body: body ? JSON.parse(String(body)) : null, headers: new Headers(init.headers) });
    const date = { date: "Sat, 28 Nov 2026 12:00:00 GMT" };
    if (path === "/health/live") return Response.json({}, { headers: date });
    const known = answers[`${method} ${path}`];
    return known ? Response.json(known.body, { status: known.status }) : Response.json({ auction });
  });
  socket = new FakeSocket();
  live = new LiveConnection(withRest(socket), () => {});
  live.listen({ onWatched: watched });
  live.start();
  live.watchAuction("a", () => 3);
});
afterEach(() => {
  live.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("says at the first failure that the price may be old, and reads the lot by REST after the second", async () => {
  await fail();
  expect(live.state).toBe("reconnecting");
  expect(fetched).toEqual([]);
  await fail();
  expect(live.state).toBe("polled");
  expect(watched).toHaveBeenCalledWith("a", { ok: true, auction, viewers: 0, serverTime: SERVER_TIME }, 3);
  expect(Math.abs(live.clock.now() - Date.parse("2026-11-28T12:00:00.500Z"))).toBeLessThan(1_000);
  await fail();
  expect(live.state).toBe("polled");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sent("/api/auctions/a").length).toBeGreaterThanOrEqual(4);
});

it("reads nothing while the tab is hidden, and nothing any more once the socket is connected", async () => {
  await fail();
  await fail();
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const before = sent("/api/auctions/a").length;
  await vi.advanceTimersByTimeAsync(25_000);
  expect(sent("/api/auctions/a").length).toBe(before);
  vi.restoreAllMocks();
  socket.autoAnswer = (name, { t0 }) => ({
    ok: true,
    t0,
    serverTime: SERVER_TIME,
    ...(name === "auction:watch" && { auction, viewers: 1 }),
  });
  socket.accept();
  await settle();
  expect(live.state).toBe("live");
  await vi.advanceTimersByTimeAsync(25_000);
  expect(sent("/api/auctions/a").length).toBe(before);
});

it("sends a bid by REST with its command id, and gives the server's refusal", async () => {
  await fail();
  await fail();
  const bid = { auctionId: "a", amount: 100, commandId: "c-1", contentVersion: 1 };
  answers["POST /api/bids"] = { status: 201, body: { bid: { _id: "b" }, auction } };
  expect(await live.send("bid:place", bid)).toMatchObject({ ok: true, bid: { _id: "b" } });
  expect(sent("/api/bids")[0]).toMatchObject({
    method: "POST",
    body: { auctionId: "a", amount: 100, contentVersion: 1 },
  });
  expect(sent("/api/bids")[0]?.headers.get("idempotency-key")).toBe("c-1");
  const refusal = { code: "BID_TOO_LOW", message: "Too low.", minimumBid: 200 };
  answers["POST /api/bids"] = { status: 400, body: refusal };
  expect(await live.send("bid:place", bid)).toEqual({ ok: false, error: refusal });
  answers["DELETE /api/maxbids/m"] = { status: 200, body: { message: "Cancelled" } };
  expect(await live.send("maxbid:cancel", { maxBidId: "m", commandId: "c-2" })).toMatchObject({ ok: true });
  expect(sent("/api/maxbids/m")[0]?.headers.get("idempotency-key")).toBe("c-2");
});

it("is reconnecting again when REST calls fail too, and polled again when they come through", async () => {
  await fail();
  await fail();
  isServerThere = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(live.state).toBe("reconnecting");
  isServerThere = true;
  await fail();
  expect(live.state).toBe("polled");
});

it.each([
  ["the server itself refuses the connection", { message: "busy", data: { code: "UNAVAILABLE" } }],
  ["no server answers", new Error("websocket error")],
])("does not poll where %s", async (_what, error) => {
  isServerThere = error instanceof Error ? false : isServerThere;
  await fail(error);
  await fail(error);
  await fail(error);
  expect(live.state).toBe("reconnecting");
  expect(sent("/api/auctions/a")).toEqual([]);
});
