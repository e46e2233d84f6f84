// A server for tests of whole pages: every request and every live command gets the example of its call as the answer. Use
// its socket as `vi.mock("socket.io-client", async () => ({ io: (await import("…/sample-server-for-test.ts")).io }))`.
import { calls } from "@jara/shared/calls/list";
import { liveCommands } from "@jara/shared/calls/live-list";
import type { ListName } from "@jara/shared/live-lists";
import { vi } from "vitest";
import { FakeSocket } from "../connection/fake-socket.ts";
import { useSession } from "../store/session.ts";

const PING_EVERY_MS = 10_000;

class SampleSocket extends FakeSocket {
  readonly #onPing: (() => void)[] = [];
  /** The part of the library's manager that the client uses. */
  readonly io = {
    opts: {},
    timeout: () => {},
    reconnectionDelayMax: () => {},
    on: (event: string, listener: () => void) => void (event === "ping" && this.#onPing.push(listener)),
  };
  override autoAnswer = (name: string, data: Record<string, unknown>): unknown =>
    name === "clock:sync"
      ? { ok: true, t0: data.t0, serverTime: new Date().toISOString() }
      : { ok: true, ...liveCommands[name as keyof typeof liveCommands].example.answer };

  override connect(): void {
    super.connect();
    queueMicrotask(() => this.accept());
  }

  ping(): void {
    for (const listener of this.#onPing) listener();
  }
}

const socket = new SampleSocket();
export const io = (): SampleSocket => socket;

/** Routes without parameters come first, because `/auctions/:id` also fits `/auctions/mine`. */
const routes = calls
  .map(({ route, examples }) => ({
    pattern: new RegExp(`^${route.replace(/:\w+/g, "[^/]+")}$`),
    parameters: route.split(":").length,
    answer: examples?.answer as object | undefined,
  }))
  .sort((one, other) => one.parameters - other.parameters);

/** The person of the example keeps the role of the session. */
const answerTo = (call: string): unknown => {
  const answer = routes.find(({ pattern }) => pattern.test(call))?.answer;
  const isOwnAccount = /^GET \/api\/(auth|users)\/profile$/.test(call);
  return isOwnAccount ? { ...answer, user: useSession.getState().user } : answer;
};

/** Answers by `given` first. Returns the requests that came, and how to send an event. Timers must be fake. */
export const startSampleServer = (given: Readonly<Record<string, unknown>> = {}) => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string, { method = "GET" }: RequestInit = {}) => {
    const call = `${method} ${new URL(address, "http://localhost").pathname}`;
    asked.push(call);
    const answer = given[call] ?? answerTo(call);
    return new Response(JSON.stringify(answer ?? { code: "NOT_FOUND", message: "Not found" }), {
      status: answer === undefined ? 404 : 200,
    });
  });
  setInterval(() => socket.ping(), PING_EVERY_MS);
  return { asked, push: (list: ListName) => socket.push("list:changed", { list }) };
};
