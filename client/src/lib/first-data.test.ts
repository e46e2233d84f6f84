// @vitest-environment happy-dom
// The answers in the page are used once, and only by a visitor.
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  document.body.innerHTML = "";
  vi.resetModules();
  vi.restoreAllMocks();
});

const pageWith = async (data: object) => {
  document.body.innerHTML = `<script type="application/json" id="first-data">${JSON.stringify(data)}</script>`;
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  return await import("./first-data.ts");
};

it("gives an answer once, and nothing for another address", async () => {
  const { takeFirstData } = await pageWith({ "/auctions/1": { auction: { _id: "1" } } });
  expect(takeFirstData("/auctions/2")).toBeNull();
  expect(takeFirstData("/auctions/1")).toEqual({ auction: { _id: "1" } });
  expect(takeFirstData("/auctions/1")).toBeNull();
});

it("gives nothing in a page without answers, and nothing once the page is old", async () => {
  const { takeFirstData } = await pageWith({ "/auctions/1": {} });
  vi.spyOn(performance, "now").mockReturnValue(11_000);
  expect(takeFirstData("/auctions/1")).toBeNull();
  document.body.innerHTML = "";
  expect((await import("./first-data.ts")).takeFirstData("/auctions/1")).toBeNull();
});

it("saves a visitor's first request, and never answers a user with a token", async () => {
  await pageWith({ "/auctions/1": { auction: "the visitor's" } });
  const asked = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ auction: "asked" }));
  const { api } = await import("./api.ts");
  const { useSession } = await import("../store/session.ts");
  useSession.setState({ token: "t" });
  expect(await api.send("GET", "/auctions/1")).toEqual({ auction: "asked" });
  useSession.setState({ token: null });
  expect(await api.send("GET", "/auctions/1")).toEqual({ auction: "the visitor's" });
  expect(asked).toHaveBeenCalledTimes(1);
});

it("may be seen before it is taken, and not afterwards", async () => {
  const { seeFirstData, takeFirstData } = await pageWith({ "/auctions/1": { auction: { _id: "1" } } });
  expect(seeFirstData("/auctions/1")).toEqual({ auction: { _id: "1" } });
  expect(takeFirstData("/auctions/1")).toEqual({ auction: { _id: "1" } });
  expect(seeFirstData("/auctions/1")).toBeNull();
});
