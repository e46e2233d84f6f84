// Tests the pages that the server fills: the texts of Home and of lots that crawlers, previews and browsers without
// scripts read, hostile texts, and lots that visitors may not see.
import path from "node:path";
import Fastify from "fastify";
import sharp from "sharp";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { projectRoot } from "../../src/config.ts";
import { countSitemapPages, sitemapIndex, sitemapPage } from "../../src/features/site-pages/crawlers.ts";
import { createKeptLists, serveSitePages } from "../../src/features/site-pages/routes.ts";
import { lot, makePerson, openAuction, type Person, setStatus } from "../support/e2e-people.ts";
import { sharedServer } from "../support/e2e-server.ts";
import { describeEndToEnd } from "../support/e2e-suite.ts";

const HOSTILE = `</script></title><script>alert(1)</script> "quoted" 'it' & \u202egnp.exe <!-- </noscript>`;

const server = await sharedServer();

describeEndToEnd("the filled pages", () => {
  let admin: Person;
  let ada: Person;
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(server.address + path, { headers, redirect: "manual" });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const make = async (details: Parameters<typeof lot>[0]) =>
    (await server.api("POST", "/api/auctions", { token: admin.token, body: lot(details) })).body.auction;
  const structured = (html: string) =>
    [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) =>
      JSON.parse(json ?? ""),
    );
  const meta = (html: string, name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

  beforeAll(async () => {
    admin = await makePerson(server, "admin", { role: "admin" });
    ada = await makePerson(server, "adaeze");
  });

  it("writes a lot's title, price, end and picture into the head, the structured data and the page without scripts", async () => {
    const made = await make({ title: "Talking drum", startingPrice: 5000, bidIncrement: 100 });
    await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId: made._id, amount: 5100 } });
    const { status, text, headers } = await get(`/auction/${made._id}`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(text).toContain("<title>Talking drum · Jara</title>");
    expect(text.match(/<title>/g)).toHaveLength(1);
    expect(meta(text, "description")).toMatch(/^Current price ₦5,100\.00, 1 bid\. Ends /);
    expect(text).toContain(`<link rel="canonical" href="${server.config.publicUrl}/auction/${made._id}">`);
    expect(meta(text, "og:image")).toMatch(new RegExp(`/og/auction/${made._id}\\.jpg\\?v=1-\\d+$`));
    expect(meta(text, "twitter:card")).toBe("summary_large_image");
    expect(structured(text)).toEqual([
      expect.objectContaining({
        "@type": "Product",
        name: "Talking drum",
        offers: expect.objectContaining({
          "@type": "Offer",
          price: "5100.00",
          priceCurrency: "NGN",
          availability: "https://schema.org/InStock",
        }),
      }),
    ]);
    const plain = /<noscript>(.*)<\/noscript>/s.exec(text)?.[1] ?? "";
    for (const shown of ["Talking drum", "₦5,100.00", "a***e", "Last bids"]) expect(plain).toContain(shown);
    expect(plain).not.toContain("adaeze");
  });

  it("escapes hostile texts in the head, the structured data and the page without scripts", async () => {
    const made = await make({ title: HOSTILE, description: HOSTILE });
    for (const path of [`/auction/${made._id}`, "/", `/?search=${encodeURIComponent(HOSTILE)}`]) {
      const { text } = await get(path);
      expect(text).not.toContain("<script>alert");
      expect(text).not.toContain("</title><script");
      expect(text.match(/<\/noscript>/g)).toHaveLength(1);
      expect(text.match(/<\/title>/g)).toHaveLength(1);
      // Every script of the page is the client's own module or data.
      for (const [tag] of text.matchAll(/<script\b[^>]*>/g))
        expect(tag).toMatch(/ src="\/(begin|old-browser)\.js"|application\/(ld\+)?json/);
      const [first] = structured(text);
      expect(JSON.stringify(first)).not.toContain("\u202e");
    }
    const { text } = await get(`/auction/${made._id}`);
    expect(structured(text)[0].name).toContain("</script>");
  });

  it("lists the active lots on Home, and names a search in the title and the canonical address", async () => {
    const made = await make({ title: "Sewing machine" });
    const { text } = await get("/?search=sewing&utm_source=chat&page=3&currency=XYZ");
    expect(text).toContain("<title>“sewing” · Jara</title>");
    expect(text).toContain(`<link rel="canonical" href="${server.config.publicUrl}/?search=sewing">`);
    expect(structured(text)[0]).toMatchObject({ "@type": "ItemList", numberOfItems: 1 });
    expect(text).toContain(`href="/auction/${made._id}"`);
    const home = await get("/");
    expect(home.text).toContain(`<link rel="canonical" href="${server.config.publicUrl}/">`);
    // The code is loaded after the first paint; a page without a first view loads it at once.
    expect(home.text).toContain('rel="code"');
    expect(home.text).not.toContain("modulepreload");
    for (const [path, screen] of [
      ["/login", "login"],
      ["/my-bids", "my-bids"],
    ] as const) {
      const { text: page } = await get(path);
      expect(page).toMatch(new RegExp(`<link rel="modulepreload" crossorigin href="/assets/${screen}-[^"]+">`));
    }
    const data = JSON.parse(/id="first-data">(.*?)<\/script>/s.exec(home.text)?.[1] ?? "null");
    const answer = await server.api("GET", "/api/auctions?page=1&limit=24");
    expect(data["/auctions?page=1&limit=24"].total).toBe(answer.body.total);
  });

  it("reads Home's list once for the visitors of one second, and again for those after it", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const app = Fastify();
    let lists = 0;
    await serveSitePages(app, {
      config: server.config,
      clock: { now: Date.now },
      database: server.server.database,
      lists: server.server.database,
      site: path.join(projectRoot, "client/dist"),
      keptLists: createKeptLists(),
      isAllowed: () => true,
      houseName: () => "House",
      list: async () => {
        lists += 1;
        return { auctions: [], total: 0, collectIn: {} };
      },
      feedOf: () => ({ path: "/feeds/auctions.atom", title: "New lots" }),
      lastBids: async () => [],
      readPicture: async () => null,
    });
    const home = async () => (await app.inject("/")).statusCode;
    expect(await Promise.all([home(), home()])).toEqual([200, 200]);
    expect([await home(), lists]).toEqual([200, 1]);
    vi.advanceTimersByTime(1100);
    expect([await home(), lists]).toEqual([200, 2]);
    await app.close();
  });

  it("shows a lot on Home at once when it is listed or over, and its new price within a second", async () => {
    await get("/");
    const made = await make({ title: "Enamel kettle", startingPrice: 5000 });
    expect((await get("/")).text).toContain("Enamel kettle");
    await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId: made._id, amount: 7777 } });
    await expect.poll(async () => (await get("/")).text).toContain("₦7,777.00");
    await setStatus(server, admin, made._id, "ended");
    expect((await get("/")).text).not.toContain("Enamel kettle");
  });

  it("answers 404 with the client's page for drafts, removed and unknown lots, and reveals nothing of them", async () => {
    const startTime = new Date(Date.now() + 3_600_000).toISOString();
    const draft = await make({ title: "Secret draft", startTime });
    const removed = await make({ title: "Secret removed" });
    await setStatus(server, admin, removed._id, "cancelled");
    await server.api("DELETE", `/api/auctions/${removed._id}`, { token: admin.token });
    const unknown = "6f1f3c1e-8a52-4c56-b7b1-0f0f5c0e9d21";
    const answers = await Promise.all(
      [draft._id, removed._id, unknown, "not-an-id"].map((id) => get(`/auction/${id}`)),
    );
    for (const { status, text } of answers) {
      expect(status).toBe(404);
      expect(text).toBe(answers[2]?.text);
      expect(text).toContain('<div id="root"></div>');
      expect(meta(text, "robots")).toBe("noindex");
    }
    for (const id of [draft._id, removed._id, unknown]) expect((await get(`/og/auction/${id}.jpg`)).status).toBe(404);
    expect((await get("/sitemap/1.xml")).text).not.toContain(draft._id);
    expect((await get("/")).text).not.toContain("Secret");
  });

  it("draws a picture of the lot, and another once the price has changed", async () => {
    const made = await openAuction(server, admin, { title: "Generator <b>&amp;</b>", startingPrice: 5000 });
    const path = `/og/auction/${made._id}.jpg`;
    const response = await fetch(server.address + path);
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    const before = Buffer.from(await response.arrayBuffer());
    expect(await sharp(before).metadata()).toMatchObject({ width: 1200, height: 630, format: "jpeg" });
    const etag = response.headers.get("etag") ?? "";
    expect((await get(path, { "if-none-match": etag })).status).toBe(304);
    await server.api("POST", "/api/bids", { token: ada.token, body: { auctionId: made._id, amount: 6000 } });
    // Within ten seconds the drawing is not repeated, however often the price changes.
    expect((await fetch(server.address + path)).headers.get("etag")).toBe(etag);
  });

  it("answers robots.txt and the sitemap, in pages", async () => {
    for (const title of ["First", "Second", "Third"]) await openAuction(server, admin, { title });
    const robots = await get("/robots.txt");
    expect(robots.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(robots.text).toContain(`Sitemap: ${server.config.publicUrl}/sitemap.xml`);
    expect((await get("/sitemap.xml")).text).toContain("/sitemap/1.xml</loc>");
    expect((await get("/sitemap/1.xml")).text).toContain("/bidding-info</loc>");
    // Neither a page that was read just now nor one past the end reads the lots.
    const reads = vi.spyOn(server.server.database.db, "select");
    expect((await get("/sitemap/1.xml")).status).toBe(200);
    for (const page of [2, 900, 9999, 12345, 0, "x"]) expect((await get(`/sitemap/${page}.xml`)).status).toBe(404);
    // Other reads are those of jobs.
    const ofSitemap = [["lots"], ["id", "updatedAt"]].map((columns) => JSON.stringify(columns));
    const columns = reads.mock.calls.map(([chosen]) => JSON.stringify(Object.keys(chosen ?? {})));
    reads.mockRestore();
    expect(columns.filter((one) => ofSitemap.includes(one))).toEqual([]);
    const site = "https://jara.test";
    const { database: db } = server.server;
    const pages = await countSitemapPages(db, 2);
    expect(sitemapIndex(pages, site).match(/<sitemap>/g)).toHaveLength(pages);
    expect(pages).toBeGreaterThan(1);
    const found = await Promise.all(
      Array.from({ length: pages }, (_, index) =>
        sitemapPage(db, site, { page: index + 1, pageSize: 2, paths: ["/"] }),
      ),
    );
    const lots = found.flatMap((page) =>
      [...(page ?? "").matchAll(/auction\/([\w-]+)<\/loc><lastmod>/g)].map(([, id]) => id),
    );
    expect(new Set(lots).size).toBe(lots.length);
    expect(lots.length).toBeGreaterThan(2);
  });
});
