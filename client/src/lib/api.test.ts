// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { testUser } from "../app/render-for-test.tsx";
import { useProof } from "../store/proof.ts";
import { useSession } from "../store/session.ts";
import { ApiError, api, messageOf } from "./api.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  useSession.getState().logOut();
});

const answers = (status: number, body: unknown = {}) => {
  const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(new Response(status === 204 ? null : JSON.stringify(body), { status })),
  );
  vi.stubGlobal("fetch", fetched);
  return (): { address: string; init: RequestInit; headers: Record<string, string> } => {
    const [address = "", init = {}] = fetched.mock.lastCall ?? [];
    return { address, init, headers: init.headers as Record<string, string> };
  };
};

// S223
it("sends the token as Bearer and credentials with every call, and no token for a visitor", async () => {
  const sent = answers(200);
  await api.send("GET", "/auctions");
  expect(sent().init.credentials).toBe("include");
  expect(sent().headers).not.toHaveProperty("authorization");
  useSession.getState().logIn(testUser, "the-token");
  for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
    await api.send(method, "/anything");
    expect(sent().headers.authorization).toBe("Bearer the-token");
    expect(sent().init.credentials).toBe("include");
  }
});

// S387
it("sends and reads JSON under one base path", async () => {
  const sent = answers(200, { bid: 1 });
  expect(await api.send("POST", "/bids", { body: { auctionId: "a", amount: 5.5 } })).toEqual({ bid: 1 });
  expect(sent()).toMatchObject({ address: "/api/bids", init: { method: "POST" } });
  expect(sent().headers["content-type"]).toBe("application/json");
  expect(JSON.parse(String(sent().init.body))).toEqual({ auctionId: "a", amount: 5.5 });
});

// S339
it("omits empty filters from the address", async () => {
  const sent = answers(200);
  await api.send("GET", "/auctions", {
    query: { search: "", minPrice: null, currency: undefined, maxPrice: "0", page: 1 },
  });
  expect(sent().address).toBe("/api/auctions?maxPrice=0&page=1");
});

// S439
it("uses the server's message, or the screen's own if there is none", async () => {
  for (const status of [400, 403, 404, 409, 500]) {
    answers(status, { code: "INVALID", message: "The server's sentence." });
    const error = await api.send("GET", "/x").catch((refused: unknown) => refused);
    expect(messageOf(error, "Failed to fetch")).toBe("The server's sentence.");
    answers(status, "not a body of ours");
    const wordless = await api.send("GET", "/x").catch((refused: unknown) => refused);
    expect([status, messageOf(wordless, "Failed to fetch")]).toEqual([status, "Failed to fetch"]);
  }
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  const silent = await api.send("GET", "/x").catch((refused: unknown) => refused);
  expect(silent).toMatchObject({ status: 0, code: "NETWORK" });
  expect(messageOf(silent, "Failed to fetch")).toBe("Failed to fetch");
});

it("takes a page of the network, such as its log-in page, as no answer", async () => {
  vi.stubGlobal("fetch", async () => new Response("<h1>Log in</h1>", { headers: { "content-type": "text/html" } }));
  const other = await api.send("GET", "/x").catch((refused: unknown) => refused);
  expect(other).toMatchObject({ status: 0, code: "NETWORK" });
});

// S471
it("treats statuses from 200 to 299 as success and all others as failure", async () => {
  for (const status of [200, 201, 204, 299]) {
    answers(status);
    await expect(api.send("GET", "/x")).resolves.not.toThrow();
  }
  for (const status of [300, 400, 401, 500, 599]) {
    answers(status);
    await expect(api.send("GET", "/x")).rejects.toBeInstanceOf(ApiError);
  }
});

// S470
it("waits for an answer without a timeout", async () => {
  vi.useFakeTimers();
  let answer: (response: Response) => void = () => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  const settled = vi.fn();
  const call = api.send("GET", "/x").then(settled, settled);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(settled).not.toHaveBeenCalled();
  answer(new Response("{}"));
  await call;
  expect(settled).toHaveBeenCalledWith({});
});

it("does not repeat a call that waits for a proof if another person has logged in meanwhile", async () => {
  const fetched = vi.fn(async () => new Response('{"code":"PROOF_REQUIRED","message":"Prove it."}', { status: 403 }));
  vi.stubGlobal("fetch", fetched);
  useProof.getState().setHasDialog(true);
  useSession.getState().logIn(testUser, "t");
  const call = api.send("POST", "/users/withdrawals", { body: { amount: 5 } }).catch((refused: unknown) => refused);
  await vi.waitFor(() => expect(useProof.getState().question).not.toBeNull(), 15_000);
  useSession.getState().logIn({ ...testUser, _id: "u2" }, "t2");
  expect(await call).toMatchObject({ code: "PROOF_REQUIRED" });
  expect(useProof.getState().question).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(1);

  const late = api.send("POST", "/users/withdrawals", { body: { amount: 5 } }).catch((refused: unknown) => refused);
  useSession.getState().logIn(testUser, "t3");
  expect(await late).toMatchObject({ code: "PROOF_REQUIRED" });
  expect(useProof.getState().question).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(2);
  useProof.getState().setHasDialog(false);
});
