import type { CommandResults } from "@jara/shared/live-commands";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { saver } from "../store/saver.ts";
import { FakeSocket } from "./fake-socket.ts";
import { LiveConnection } from "./live-connection.ts";
import { watchSilence } from "./watch-silence.ts";

let socket: FakeSocket;
let lost: ReturnType<typeof vi.fn<() => void>>;
let live: LiveConnection;

const settle = () => vi.advanceTimersByTimeAsync(0);
const watched = (version: number) => ({ ok: true, auction: { _id: "a", version }, viewers: 1, serverTime: "" });

beforeEach(() => {
  vi.useFakeTimers();
  socket = new FakeSocket();
  lost = vi.fn<() => void>();
  live = new LiveConnection(socket, lost);
  live.start();
});
afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

describe("the state", () => {
  it("is live only after the server has answered on this connection", async () => {
    socket.autoAnswer = () => undefined;
    socket.accept();
    await settle();
    expect(live.state).toBe("connecting");
    const [first] = socket.sent("clock:sync");
    first?.answer({ ok: true, t0: 0, serverTime: new Date().toISOString() });
    await settle();
    expect(live.state).toBe("live");
  });

  it("is not live again after a reconnect until the server has answered for every watched auction", async () => {
    live.watchAuction("a", () => 3);
    socket.accept();
    await settle();
    expect(live.state).toBe("connecting");
    socket.sent("auction:watch")[0]?.answer(watched(3));
    await settle();
    expect(live.state).toBe("live");
    socket.drop();
    expect(live.state).toBe("reconnecting");
    socket.accept();
    await settle();
    expect(live.state).toBe("reconnecting");
    socket.sent("auction:watch")[1]?.answer(watched(4));
    await settle();
    expect(live.state).toBe("live");
  });

  it("reconnects when an open connection does not answer", async () => {
    socket.autoAnswer = () => undefined;
    socket.accept();
    await vi.advanceTimersByTimeAsync(4000);
    expect(socket.connects).toBe(2);
    expect(live.state).toBe("connecting");
  });

  it("notices within 20 s that a watched connection has gone silent", async () => {
    const stopWatching = watchSilence(live, socket);
    live.watchAuction("a", () => undefined);
    socket.autoAnswer = (name) =>
      name === "auction:watch" ? watched(1) : { ok: true, serverTime: new Date().toISOString() };
    socket.accept();
    await settle();
    socket.autoAnswer = () => undefined;
    await vi.advanceTimersByTimeAsync(21_000);
    expect(live.state).toBe("reconnecting");
    expect(socket.connects).toBe(2);
    stopWatching();
  });

  it("reconnects within a second when the device has another network and the connection does not answer", async () => {
    socket.accept();
    await settle();
    socket.autoAnswer = () => undefined;
    void live.changeNetwork();
    await vi.advanceTimersByTimeAsync(800);
    expect(socket.connects).toBe(2);
  });

  it("keeps its connection when the device has another network and the connection answers", async () => {
    socket.accept();
    await settle();
    await live.changeNetwork();
    await vi.advanceTimersByTimeAsync(5000);
    expect(socket.connects).toBe(1);
    expect(live.state).toBe("live");
  });

  it("does not count as live after a long sleep until the server has answered", async () => {
    live.watchAuction("a", () => undefined);
    socket.accept();
    socket.sent("auction:watch")[0]?.answer(watched(1));
    await settle();
    expect(live.state).toBe("live");
    await vi.advanceTimersByTimeAsync(60_000);
    socket.autoAnswer = () => undefined;
    void live.wake();
    expect(live.state).toBe("reconnecting");
    socket.emitted.at(-1)?.answer({ ok: true, serverTime: new Date().toISOString() });
    await settle();
    expect(live.state).toBe("live");
  });

  it("is not live when the device reports offline, and is live again when the server still answers", async () => {
    socket.accept();
    await settle();
    socket.autoAnswer = () => undefined;
    void live.suspect();
    expect(live.state).toBe("reconnecting");
    socket.emitted.at(-1)?.answer({ ok: true, serverTime: new Date().toISOString() });
    await settle();
    expect(live.state).toBe("live");
    expect(socket.connects).toBe(1);
  });

  it("is not live when the device reports offline during a check, until that check is answered", async () => {
    socket.accept();
    await settle();
    socket.autoAnswer = () => undefined;
    void live.check();
    const check = socket.emitted.at(-1);
    void live.suspect();
    await settle();
    expect(live.state).toBe("reconnecting");
    check?.answer({ ok: true, serverTime: new Date().toISOString() });
    await settle();
    expect(live.state).toBe("live");
    // The next check asks anew.
    const asked = socket.emitted.length;
    void live.check();
    expect(socket.emitted).toHaveLength(asked + 1);
  });

  it("reconnects after 0.15 to 5.2 s when the server closes or refuses the connection", async () => {
    socket.accept();
    await settle();
    socket.drop("io server disconnect");
    await vi.advanceTimersByTimeAsync(140);
    expect(socket.connects).toBe(1);
    await vi.advanceTimersByTimeAsync(700);
    expect(socket.connects).toBe(2);
    socket.refuse(new Error("UNAVAILABLE"));
    await vi.advanceTimersByTimeAsync(5200);
    expect(socket.connects).toBe(3);
  });

  it("reconnects at the time that an overloaded server names, and not before", async () => {
    socket.refuse(Object.assign(new Error("UNAVAILABLE"), { data: { code: "UNAVAILABLE", retryAfterMs: 7000 } }));
    await vi.advanceTimersByTimeAsync(6900);
    expect(socket.connects).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(socket.connects).toBe(2);
  });

  it("is not live while an overloaded server refuses its watch", async () => {
    live.watchAuction("a", () => 3);
    socket.accept();
    await settle();
    socket
      .sent("auction:watch")[0]
      ?.answer({ ok: false, error: { code: "UNAVAILABLE", message: "", retryAfterMs: 4000 } });
    await vi.advanceTimersByTimeAsync(3900);
    expect(socket.sent("auction:watch")).toHaveLength(1);
    expect(live.state).toBe("connecting");
    await vi.advanceTimersByTimeAsync(200);
    socket.sent("auction:watch")[1]?.answer(watched(3));
    await settle();
    expect(live.state).toBe("live");
  });
});

describe("watching", () => {
  it("watches an auction once for two components, and unwatches it after the second has stopped", async () => {
    socket.accept();
    const first = live.watchAuction("a", () => undefined);
    const second = live.watchAuction("a", () => undefined);
    expect(socket.sent("auction:watch")).toHaveLength(1);
    first();
    first();
    expect(socket.sent("auction:unwatch")).toHaveLength(0);
    second();
    expect(socket.sent("auction:unwatch")).toHaveLength(1);
  });

  it("watches again after a reconnect with the version that it holds", async () => {
    let version: number | undefined;
    live.watchAuction("a", () => version);
    socket.accept();
    expect(socket.sent("auction:watch")[0]?.data).toEqual({ auctionId: "a" });
    socket.sent("auction:watch")[0]?.answer(watched(7));
    await settle();
    version = 9;
    socket.drop();
    socket.accept();
    expect(socket.sent("auction:watch")[1]?.data).toEqual({ auctionId: "a", sinceVersion: 9 });
  });

  it("passes the answer to its listeners", async () => {
    const answers: CommandResults["auction:watch"][] = [];
    live.listen({ onWatched: (_id, answer) => answers.push(answer) });
    live.watchAuction("a", () => undefined);
    socket.accept();
    socket.sent("auction:watch")[0]?.answer(watched(7));
    await settle();
    expect(answers.map(({ auction }) => auction.version)).toEqual([7]);
  });

  it("asks for compact events in data saver, and for all events of the administrators' feed", () => {
    saver.setState(true, true);
    socket.accept();
    live.watchAuction("a", () => undefined);
    live.watchFeed("listing");
    live.watchFeed("admin");
    saver.setState(false, true);
    expect(socket.sent("auction:watch")[0]?.data).toEqual({ auctionId: "a", compact: true });
    expect(socket.sent("auctions:watch")[0]?.data).toEqual({ compact: true });
    expect(socket.sent("admin:watch")[0]?.data).toEqual({});
  });

  it("does not send a second watch at the same time when a gap is reported", async () => {
    live.watchAuction("a", () => 1);
    socket.accept();
    live.rewatch("a");
    live.rewatch("a");
    expect(socket.sent("auction:watch")).toHaveLength(1);
    socket.sent("auction:watch")[0]?.answer(watched(1));
    await settle();
    live.rewatch("a");
    expect(socket.sent("auction:watch")).toHaveLength(2);
  });

  it("watches again when the server sends resync", async () => {
    live.watchAuction("a", () => 5);
    socket.accept();
    socket.sent("auction:watch")[0]?.answer(watched(5));
    await settle();
    socket.push("auction:resync", { auctionId: "a" });
    expect(socket.sent("auction:watch")[1]?.data).toEqual({ auctionId: "a", sinceVersion: 5 });
  });

  it("watches again later when the server could not answer, and passes on a refusal", async () => {
    const refused = vi.fn<(id: string) => void>();
    live.listen({ onRefused: refused });
    live.watchAuction("a", () => undefined);
    socket.accept();
    socket.sent("auction:watch")[0]?.answer({ ok: false, error: { code: "UNAVAILABLE", message: "" } });
    await vi.advanceTimersByTimeAsync(3000);
    expect(socket.sent("auction:watch")).toHaveLength(2);
    socket.sent("auction:watch")[1]?.answer({ ok: false, error: { code: "NOT_FOUND", message: "" } });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(refused).toHaveBeenCalledWith("a", expect.objectContaining({ code: "NOT_FOUND" }));
    expect(socket.sent("auction:watch")).toHaveLength(2);
  });

  it("joins the listing feed again after a reconnect and reports the join", async () => {
    const joined = vi.fn<() => void>();
    live.listen({ onJoined: joined });
    live.watchFeed("listing");
    live.watchFeed("listing");
    socket.autoAnswer = () => ({ ok: true, serverTime: new Date().toISOString() });
    socket.accept();
    await settle();
    socket.drop();
    socket.accept();
    await settle();
    expect(socket.sent("auctions:watch").map(({ data }) => data)).toEqual([{}, {}]);
    expect(joined).toHaveBeenCalledTimes(2);
  });

  it("leaves the administrators' feed and the listing's feed when the last reader of that feed stops", async () => {
    const joined = vi.fn<() => void>();
    live.listen({ onJoined: joined });
    socket.autoAnswer = () => ({ ok: true, serverTime: new Date().toISOString() });
    socket.accept();
    await settle();
    const leave = [live.watchFeed("admin"), live.watchFeed("admin"), live.watchFeed("listing")];
    await settle();
    expect(joined.mock.calls).toEqual([["admin"], ["listing"]]);
    leave[0]?.();
    leave[0]?.();
    expect(socket.sent("admin:unwatch")).toHaveLength(0);
    leave[1]?.();
    expect(socket.sent("admin:unwatch")).toHaveLength(1);
    expect(socket.sent("auctions:unwatch")).toHaveLength(0);
  });
});

describe("a bidding command", () => {
  const bid = { auctionId: "a", amount: 10, commandId: "c1" };
  const accepted = { ok: true, bid: { _id: "a-1", amount: 10, timestamp: "" }, auction: {} };

  it("is sent again under the same id after a lost connection, and is answered once", async () => {
    socket.accept();
    await settle();
    const answer = live.send("bid:place", bid);
    socket.drop();
    await settle();
    socket.accept();
    await settle();
    expect(socket.sent("bid:place").map(({ data }) => data)).toEqual([bid, bid]);
    socket.sent("bid:place")[1]?.answer(accepted);
    await expect(answer).resolves.toEqual(accepted);
  });

  it("is sent again in the same way when it is a Buy It Now", async () => {
    const buy = { auctionId: "a", commandId: "c2" };
    socket.accept();
    await settle();
    const answer = live.send("buy-it-now", buy);
    socket.drop();
    await settle();
    socket.accept();
    await settle();
    expect(socket.sent("buy-it-now").map(({ data }) => data)).toEqual([buy, buy]);
    socket.sent("buy-it-now")[1]?.answer({ ok: true });
    await expect(answer).resolves.toEqual({ ok: true });
  });

  it("puts a connection that does not answer it in doubt after 1.5 s, and goes to the next one 2 s later", async () => {
    socket.accept();
    await settle();
    socket.autoAnswer = () => undefined;
    const answer = live.send("bid:place", bid);
    await vi.advanceTimersByTimeAsync(1400);
    expect(socket.emitted.at(-1)?.name).toBe("bid:place");
    await vi.advanceTimersByTimeAsync(2200);
    expect(socket.connects).toBe(2);
    socket.accept();
    await settle();
    socket.sent("bid:place")[1]?.answer(accepted);
    await expect(answer).resolves.toEqual(accepted);
  });

  it("waits for a slow server on a connection that answers, and sends nothing twice before 5 s", async () => {
    socket.accept();
    await settle();
    const answer = live.send("bid:place", bid);
    await vi.advanceTimersByTimeAsync(4500);
    expect(socket.sent("bid:place")).toHaveLength(1);
    expect(socket.connects).toBe(1);
    socket.sent("bid:place")[0]?.answer(accepted);
    await expect(answer).resolves.toEqual(accepted);
  });

  it("is sent again when the server answers UNAVAILABLE", async () => {
    socket.accept();
    const answer = live.send("bid:place", bid);
    socket.sent("bid:place")[0]?.answer({ ok: false, error: { code: "UNAVAILABLE", message: "" } });
    await vi.advanceTimersByTimeAsync(500);
    expect(socket.sent("bid:place")[1]?.data).toEqual(bid);
    socket.sent("bid:place")[1]?.answer(accepted);
    await expect(answer).resolves.toEqual(accepted);
  });

  it("is never sent again after a refusal", async () => {
    socket.accept();
    const answer = live.send("bid:place", bid);
    const refusal = { ok: false, error: { code: "BID_TOO_LOW", message: "", minimumBid: 12 } };
    socket.sent("bid:place")[0]?.answer(refusal);
    await expect(answer).resolves.toEqual(refusal);
    socket.drop();
    socket.accept();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(socket.sent("bid:place")).toHaveLength(1);
  });

  it("ends after 20 s without an answer, with a message that asks the user to try again", async () => {
    const answer = live.send("bid:place", bid);
    await vi.advanceTimersByTimeAsync(20_000);
    await expect(answer).resolves.toMatchObject({
      ok: false,
      error: { code: "UNAVAILABLE", message: expect.stringContaining("could not confirm") },
    });
    expect(socket.sent("bid:place")).toHaveLength(0);
  });

  it("is not sent again once another person is signed in", async () => {
    socket.accept();
    await settle();
    const answer = live.send("bid:place", bid);
    live.restart();
    socket.accept();
    await settle();
    await expect(answer).resolves.toMatchObject({ ok: false, error: { code: "UNAVAILABLE" } });
    expect(socket.sent("bid:place")).toHaveLength(1);
  });
});

describe("the session", () => {
  it("is lost when the server ends it or refuses the token", () => {
    socket.accept();
    socket.push("session:ended", { reason: "withdrawn" });
    expect(lost.mock.calls).toEqual([["withdrawn"]]);
    socket.refuse(Object.assign(new Error("UNAUTHENTICATED"), { data: { code: "UNAUTHENTICATED" } }));
    expect(lost.mock.calls).toEqual([["withdrawn"], ["refused"]]);
  });

  it("is not lost by a network error", () => {
    socket.refuse(new Error("websocket error"), true);
    expect(lost).not.toHaveBeenCalled();
  });
});

describe("the clock", () => {
  it("uses the sample with the least round trip", async () => {
    const serverAhead = 90_000;
    let asked = 0;
    socket.autoAnswer = () => undefined;
    socket.accept();
    for (const tripMs of [400, 100, 20, 300, 500, 600]) {
      const sample = socket.sent("clock:sync")[asked];
      asked += 1;
      await vi.advanceTimersByTimeAsync(tripMs / 2);
      const serverTime = new Date(Date.now() + serverAhead).toISOString();
      // The return trip of the slow samples takes longer than the way there, so their midpoint is wrong.
      await vi.advanceTimersByTimeAsync(tripMs === 20 ? 10 : tripMs);
      sample?.answer({ ok: true, t0: 0, serverTime });
      await settle();
    }
    expect(live.clock.now() - Date.now()).toBe(serverAhead);
  });

  it("uses the device's time at first, and a server time from an answer until the first measurement", () => {
    expect(live.clock.now()).toBe(Date.now());
    live.clock.hint(new Date(Date.now() + 5000).toISOString());
    expect(live.clock.now() - Date.now()).toBeCloseTo(5000, -1);
  });
});
