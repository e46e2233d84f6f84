// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const appended: HTMLScriptElement[] = [];
const google = { initialize: vi.fn(), renderButton: vi.fn() };
/** Loads the module as on a freshly loaded page; happy-dom itself must load nothing. */
const freshPage = async () => {
  vi.resetModules();
  return (await import("./google-script.ts")).prepareGoogle;
};

beforeEach(() => {
  appended.length = 0;
  google.initialize.mockReset();
  vi.spyOn(document.head, "append").mockImplementation((script) => void appended.push(script as HTMLScriptElement));
});
afterEach(() => {
  vi.restoreAllMocks();
  delete window.google;
});
const loaded = () => {
  window.google = { accounts: { id: google } };
  appended.at(-1)?.dispatchEvent(new Event("load"));
};

it("loads the script asynchronously from Google's host, once a page", async () => {
  const prepare = await freshPage();
  const both = Promise.all([prepare("client-1", () => {}), prepare("client-1", () => {})]);
  expect(appended.map(({ src, async }) => [src, async])).toEqual([["https://accounts.google.com/gsi/client", true]]);
  loaded();
  expect(await both).toEqual([google, google]);
  expect(google.initialize).toHaveBeenCalledTimes(1);
  expect(google.initialize.mock.lastCall?.[0]).toMatchObject({ client_id: "client-1" });
});

it("passes a credential to the last caller", async () => {
  const prepare = await freshPage();
  const [first, second] = [vi.fn(), vi.fn()];
  const ready = prepare("client-1", first);
  loaded();
  await ready;
  await prepare("client-1", second);
  google.initialize.mock.lastCall?.[0].callback({ credential: "c" });
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledWith({ credential: "c" });
});

it("rejects when the script cannot be loaded or defines nothing, and loads it again the next time", async () => {
  const prepare = await freshPage();
  const blocked = prepare("client-1", () => {});
  appended[0]?.dispatchEvent(new Event("error"));
  await expect(blocked).rejects.toThrow("could not be loaded");
  const empty = prepare("client-1", () => {});
  appended[1]?.dispatchEvent(new Event("load"));
  await expect(empty).rejects.toThrow("could not be loaded");
  const third = prepare("client-1", () => {});
  loaded();
  expect(await third).toBe(google);
  expect(appended).toHaveLength(3);
});
