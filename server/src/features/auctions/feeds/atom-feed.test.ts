// The feed as RFC 4287 wants it: read back by a strict XML parser.
import type { Auction } from "@jara/shared/auction";
import { SaxesParser } from "saxes";
import { expect, it } from "vitest";
import { atomFeed, type FeedFacts, feedTag } from "./atom-feed.ts";

const auction = {
  _id: "6f1f3c1e-8a52-4c56-b7b1-0f0f5c0e9d21",
  title: "Talking drum",
  description: "Old.\nFrom Ibadan.",
  version: 3,
  categories: ["collectibles"],
  currency: "NGN",
  currentPrice: 36500,
  bidCount: 5,
  location: "Ibadan, Oyo",
  imageUrl: "/media/drum.webp",
  endTime: "2026-11-30T11:20:00.000Z",
  contentChangedAt: null,
  seller: { _id: "s", username: "amaka" },
} as unknown as Auction;

const facts: FeedFacts = {
  publicUrl: "https://jara.test",
  brandName: "Jara",
  houseName: "Okoye & Bello Ltd",
  title: "“drum”",
  search: "category=toys&search=drum",
  lots: [{ auction, publishedAt: Date.parse("2026-11-24T09:00:00.000Z") }],
  readAt: Date.parse("2026-11-25T13:05:30.000Z"),
};

interface Node {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Node[];
  text: string;
}

/** Throws if the text is not well-formed XML, or has a name of another namespace than Atom's. */
const parse = (xml: string): Node => {
  const parser = new SaxesParser({ xmlns: true });
  const root: Node = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ local, uri, attributes }) => {
    expect(uri).toBe("http://www.w3.org/2005/Atom");
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value]);
    const node = { name: local, attributes: Object.fromEntries(values), children: [], text: "" };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  parser.on("text", (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return root.children[0] as Node;
};
const named = (node: Node, name: string): Node[] => node.children.filter((child) => child.name === name);
const textOf = (node: Node | undefined, name: string): string => (node ? (named(node, name)[0]?.text ?? "") : "");
const link = (node: Node, rel: string) =>
  named(node, "link").find(({ attributes }) => attributes.rel === rel)?.attributes.href;

it("has what RFC 4287 asks of a feed and of an entry, with whole addresses, and labels the price with its time", () => {
  const feed = parse(atomFeed(facts, 0));
  expect(feed.name).toBe("feed");
  expect(textOf(feed, "id")).toBe("https://jara.test/feeds/auctions.atom?category=toys&search=drum");
  expect(textOf(feed, "title")).toBe("“drum” · Jara");
  expect(textOf(feed, "updated")).toBe("2026-11-24T09:00:00.000Z");
  expect(textOf(named(feed, "author")[0], "name")).toBe("Jara");
  expect(link(feed, "self")).toBe(textOf(feed, "id"));
  expect(link(feed, "alternate")).toBe("https://jara.test/?category=toys&search=drum");
  const [entry] = named(feed, "entry");
  if (!entry) throw new Error("no entry");
  expect(textOf(entry, "id")).toBe(`urn:uuid:${auction._id}`);
  expect(link(entry, "alternate")).toBe(`https://jara.test/auction/${auction._id}`);
  expect(textOf(entry, "published")).toBe("2026-11-24T09:00:00.000Z");
  expect(textOf(named(entry, "author")[0], "name")).toBe("amaka");
  expect(textOf(entry, "summary")).toBe("₦36,500.00 at 14:05 Lagos, 25 Nov; 5 bids. Ends Mon, 30 Nov, 12:20 WAT.");
  const content = textOf(entry, "content");
  expect(content).toContain('<img src="https://jara.test/media/drum.webp" alt="Talking drum">');
  expect(content).toContain("<p>Old.</p><p>From Ibadan.</p>");
});

it("stays well-formed with hostile texts, and they end no element of the reader's page", () => {
  const hostile = `</title>]]> <script>alert(1)</script> "q" 'a' & \u0000\u0007\ufffe\ud800 \u202egnp.exe`;
  const lot = { ...auction, title: hostile, description: hostile, location: hostile, imageUrl: `https://x/"><b>` };
  const feed = parse(atomFeed({ ...facts, title: hostile, lots: [{ auction: lot as Auction, publishedAt: 0 }] }, 0));
  const [entry] = named(feed, "entry");
  expect(textOf(entry, "title")).toContain("</title>]]> <script>alert(1)</script>");
  expect(textOf(entry, "title")).not.toContain("\u202e");
  expect(textOf(entry, "content")).not.toContain("<script>");
  expect(textOf(entry, "content")).not.toContain('"><b>');
});

it("is as new as its newest lot or changed text, and without lots as new as the moment it became empty", () => {
  const changed = { ...auction, contentChangedAt: "2026-11-25T10:00:00.000Z" } as Auction;
  const of = (lots: FeedFacts["lots"], changedAt: number) =>
    textOf(parse(atomFeed({ ...facts, lots }, changedAt)), "updated");
  expect(of([{ auction: changed, publishedAt: 5 }], 0)).toBe("2026-11-25T10:00:00.000Z");
  expect(of([], 1000)).toBe("1970-01-01T00:00:01.000Z");
});

it("keeps its tag when only the time of the prices differs, and gets another with a lot's next version", () => {
  const tag = feedTag(facts);
  expect(tag).toMatch(/^W\/"[\w-]+"$/);
  expect(feedTag({ ...facts, readAt: facts.readAt + 60_000 })).toBe(tag);
  const bidOn = { auction: { ...auction, version: 4 }, publishedAt: 0 };
  expect(feedTag({ ...facts, lots: [bidOn] })).not.toBe(tag);
  expect(feedTag({ ...facts, lots: [] })).not.toBe(tag);
});
