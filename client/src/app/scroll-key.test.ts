// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** Loads the module as a new document does. */
const load = async (): Promise<(key: string) => string> => {
  vi.resetModules();
  const { scrollKey } = await import("./scroll-key.ts");
  return (key) => scrollKey({ key });
};
const documentLoadedAt = (ms: number): void => void vi.spyOn(performance, "timeOrigin", "get").mockReturnValue(ms);

describe("the key of a scroll position", () => {
  beforeEach(() => window.history.replaceState(null, ""));
  afterEach(() => void vi.restoreAllMocks());

  it("differs between the first entries of two documents, which the router both calls default", async () => {
    documentLoadedAt(1);
    const first = (await load())("default");
    window.history.pushState(null, "", "/terms");
    documentLoadedAt(2);
    const second = (await load())("default");
    expect(first).not.toBe("default");
    expect(second).not.toBe(first);
  });

  it("stays the same when the document is reloaded, so that its position is found again", async () => {
    documentLoadedAt(1);
    const before = (await load())("default");
    documentLoadedAt(2);
    expect((await load())("default")).toBe(before);
  });

  it("is the router's key for every entry that the router made", async () => {
    const keyOf = await load();
    expect([keyOf("k1"), keyOf("k2")]).toEqual(["k1", "k2"]);
  });
});
