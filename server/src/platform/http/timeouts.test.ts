import fastify from "fastify";
import { afterEach, expect, it, vi } from "vitest";
import { limitSlowBodies, REQUEST_TIMEOUTS } from "./timeouts.ts";

afterEach(() => void vi.useRealTimers());

it("does not limit the time of a call from inside the server, because it has no connection to close", async () => {
  const app = fastify();
  limitSlowBodies(app, REQUEST_TIMEOUTS);
  app.post("/echo", async ({ body }) => body);
  await app.ready();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answer = await app.inject({ method: "POST", url: "/echo", payload: { a: 1 } });
  expect(answer.json()).toEqual({ a: 1 });
  // This would throw if a limit were still running.
  vi.advanceTimersByTime(REQUEST_TIMEOUTS.bodyMs * 2);
  expect(vi.getTimerCount()).toBe(0);
  await app.close();
});
