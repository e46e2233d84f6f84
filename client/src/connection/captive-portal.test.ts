import { afterEach, expect, it, vi } from "vitest";
import { toasts } from "../store/toast.ts";
import { watchForCaptivePortal, whoAnswers } from "./captive-portal.ts";
import { FakeSocket } from "./fake-socket.ts";

const html = { headers: { "content-type": "text/html" } };
const answers = {
  "a page": () => new Response("<h1>Log in</h1>", html),
  "a redirect": () => ({ type: "opaqueredirect", status: 0, ok: false }) as Response,
  "511": () => new Response("", { ...html, status: 511 }),
  "the server": () => Response.json({ ok: true }),
  "a proxy without its server": () => new Response("", { ...html, status: 502 }),
};

afterEach(() => {
  vi.unstubAllGlobals();
  toasts.setState([], true);
});

it.each([
  ["a page", "other"],
  ["a redirect", "other"],
  ["511", "other"],
  ["the server", "server"],
  ["a proxy without its server", null],
] as const)("takes %s as the answer of %s", async (name, who) => {
  expect(await whoAnswers(async () => answers[name]())).toBe(who);
});

it("proves nothing when no answer comes", async () => {
  expect(await whoAnswers(() => Promise.reject(new TypeError("offline")))).toBe(null);
});

it("tells the user once, from the second failed attempt on, until the connection is back", async () => {
  vi.stubGlobal("fetch", async () => answers["a page"]());
  const socket = new FakeSocket();
  watchForCaptivePortal(socket);
  const fail = async () => {
    socket.refuse(new Error("websocket error"), true);
    await vi.waitFor(() => {}, 15_000);
    await new Promise((resolve) => setTimeout(resolve));
  };
  await fail();
  expect(toasts.getState()).toEqual([]);
  await fail();
  expect(toasts.getState()).toMatchObject([{ message: "Your network asks you to log in" }]);
  toasts.setState([], true);
  await fail();
  expect(toasts.getState()).toEqual([]);
  socket.accept();
  socket.drop();
  await fail();
  await fail();
  expect(toasts.getState()).toHaveLength(1);
  socket.accept();
  expect(toasts.getState()).toEqual([]);
});
