// Tests the Atom feed of a search from outside: which lots it has, in which order, and when it answers that nothing
// changed.
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { SaxesParser } from "saxes";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveFeeds } from "../../src/features/auctions/feeds/routes.ts";
import type { App } from "../../src/platform/http/app.ts";
import { makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

describeEndToEnd("the feed of a search", () => {
  let server: TestServer;
  let admin: Person;
  let ada: Person;
  const get = async (search: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.address}/feeds/auctions.atom${search}`, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const titles = (xml: string) => [...xml.matchAll(/<entry>.*?<title>(.*?)<\/title>/gs)].map(([, title]) => title);

  beforeAll(async () => {
    server = await startTestServer({ because: "a node reads the words of its lots once a minute" });
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "adaeze");
    // A node reads the words that lots have once a minute.
    await openAuction(server, admin, { title: "Xylophone" });
  });
  afterAll(() => server?.close());

  it("has the lots that the listing finds with the same filters, those that became active last first, and no drafts", async () => {
    const startTime = new Date(Date.now() + 3_600_000).toISOString();
    const scheduled = await openAuction(server, admin, { title: "Kora, scheduled", startTime });
    await openAuction(server, admin, { title: "Kora, old" });
    await openAuction(server, admin, { title: "Kora, new", buyItNowPrice: 90_000 });
    await openAuction(server, admin, { title: "Kora, draft", startTime });
    await openAuction(server, admin, { title: "Flute" });
    expect(titles((await get("?search=kora")).text)).toEqual(["Kora, new", "Kora, old"]);
    await setStatus(server, admin, scheduled._id, "active");
    // Another address of the same search: a node keeps a feed for a minute.
    const { text, headers } = await get("?search=KORA&sortBy=title&limit=1&page=3");
    expect(titles(text)).toEqual(["Kora, scheduled", "Kora, new", "Kora, old"]);
    expect(headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    expect(headers.get("cache-control")).toBe("public, max-age=60");
    expect(() => new SaxesParser().write(text).close()).not.toThrow();
    expect(text).toContain(
      `<link rel="self" type="application/atom+xml" href="${server.config.publicUrl}/feeds/auctions.atom?search=KORA"/>`,
    );
    expect(titles((await get("?search=kora&hasBuyItNow=true")).text)).toEqual(["Kora, new"]);
    expect(titles((await get("?search=kora&minPrice=900000")).text)).toEqual([]);
  });

  it("keeps the place of a lot that was paused and resumed, and shows nothing of a lot that was withdrawn", async () => {
    const first = await openAuction(server, admin, { title: "Sekere, first" });
    const second = await openAuction(server, admin, { title: "Sekere, second" });
    const gone = await openAuction(server, admin, { title: "Sekere, gone" });
    for (const status of ["paused", "active"]) await setStatus(server, admin, first._id, status);
    await setStatus(server, admin, gone._id, "draft");
    const { text } = await get("?search=sekere");
    expect(titles(text)).toEqual([second, first].map(({ title }) => title));
    expect(text).not.toContain(gone._id);
  });

  it("refuses what the listing refuses, and says of a misspelt search whose lots it has", async () => {
    expect((await get("?minPrice=-1")).status).toBe(400);
    expect((await get("?category=cars")).status).toBe(400);
    const { text } = await get("?search=xylophnoe");
    expect(titles(text)).toEqual(["Xylophone"]);
    expect(text).toContain("<title>“xylophone” · Jara</title>");
  });

  it("answers 304 to the tag or the time until a bid changes a price, and masks who leads", async () => {
    const app = Fastify();
    app.setValidatorCompiler(validatorCompiler);
    app.setSerializerCompiler(serializerCompiler);
    const { database: db } = server.server;
    const exchange = { current: () => ({ NGN_TO_USD: 0.0012, USD_TO_NGN: 833.33 }) };
    serveFeeds(app as unknown as App, {
      config: server.config,
      database: db,
      clock: { now: Date.now },
      exchange,
      settings: { current: () => ({ hours: { place: "" }, house: { name: "", address: "", taxNumber: "" } }) },
      categories: () => [],
      keptMs: 0,
    });
    const ask = (headers: Record<string, string> = {}) =>
      app.inject({ url: "/feeds/auctions.atom?search=agogo", headers });
    const lot = await openAuction(server, admin, { title: "Agogo", startingPrice: 1000 });
    const first = await ask();
    const { etag = "", "last-modified": modified = "" } = first.headers as Record<string, string>;
    const unchanged = await ask({ "if-none-match": `"other", ${etag}` });
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ""]);
    expect((await ask({ "if-modified-since": modified })).statusCode).toBe(304);
    expect((await ask({ "if-none-match": '"other"', "if-modified-since": modified })).statusCode).toBe(200);
    // The time of the last change has whole seconds.
    await sleep(1100);
    await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId: lot._id, amount: 7777 } });
    for (const headers of [{ "if-none-match": etag }, { "if-modified-since": modified }]) {
      const changed = await ask(headers as Record<string, string>);
      expect(changed.statusCode).toBe(200);
      expect(changed.body).toMatch(/₦7,777\.00 at \d\d:\d\d Lagos, \d+ \w+; 1 bid\./);
      expect(changed.body).not.toContain("adaeze");
    }
    await app.close();
  });

  it("is named in the head of Home and of a search, and linked on the page without scripts", async () => {
    const home = await (await fetch(`${server.address}/`)).text();
    const address = `${server.config.publicUrl}/feeds/auctions.atom`;
    expect(home).toContain(`<link rel="alternate" type="application/atom+xml" title="New lots" href="${address}">`);
    const search = await (await fetch(`${server.address}/?search=kora&location=lagos&page=2`)).text();
    expect(search).toContain(
      `<link rel="alternate" type="application/atom+xml" title="“kora”, in Lagos" href="${address}?location=lagos&amp;search=kora">`,
    );
    const plain = /<noscript>(.*)<\/noscript>/s.exec(search)?.[1] ?? "";
    expect(plain).toContain('<a href="/feeds/auctions.atom?location=lagos&amp;search=kora">');
  });
});
