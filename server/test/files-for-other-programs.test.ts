// Reads each file that the server writes with a parser of somebody else, with titles that could break out of its format:
// calendars, feeds, structured data, mails, PDF files, tables.
import type { Auction } from "@jara/shared/auction";
import type { Sale } from "@jara/shared/rest/sales";
import { parse as parseCsv } from "csv-parse/sync";
import ICAL from "ical.js";
import { SaxesParser } from "saxes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atomFeed } from "../src/features/auctions/feeds/atom-feed.ts";
import { lotCalendar, saleCalendar } from "../src/features/calendar/calendar-file.ts";
import { renderMail } from "../src/features/mail/render.ts";
import { openSmtp } from "../src/features/mail/smtp.ts";
import { lotFacts } from "../src/features/site-pages/lot-facts.ts";
import { draw as drawStatement } from "../src/features/statement/statement-file.ts";
import { csvLine } from "../src/platform/http/csv.ts";
import { hostileTitles } from "./support/hostile-titles.ts";
import { type LocalSmtp, startLocalSmtp } from "./support/local-smtp.ts";
import { mailSamples } from "./support/mail-samples.ts";
import { pdfText } from "./support/pdf-text.ts";

const SITE = "https://jara.test";
const titles = Object.entries(hostileTitles);
const named = titles.map(([name]) => name);
const titleOf = (name: string): string => hostileTitles[name] ?? "";

/** The words of a title, by which its text is recognised wherever spaces and marks were changed. */
const lettersOf = (text: string): string => (text.normalize("NFC").match(/[\p{L}\p{N}]/gu) ?? []).join("");

const auctionWith = (title: string): Auction =>
  ({
    _id: "6f1f3c1e-8a52-4c56-b7b1-0f0f5c0e9d21",
    title,
    description: title,
    location: title,
    version: 3,
    categories: ["collectibles"],
    currency: "NGN",
    currentPrice: 36500,
    bidCount: 5,
    condition: "good",
    imageUrl: "/media/drum.webp",
    endTime: "2026-11-30T11:20:00.000Z",
    contentChangedAt: null,
    media: [],
    serverTime: "2026-11-20T08:00:00.000Z",
    softClose: null,
    status: "active",
    contentVersion: 1,
    seller: { _id: "s", username: "amaka" },
  }) as unknown as Auction;

describe("calendar files", () => {
  /** Checks the file's form (RFC 5545, 3.1), and returns the calendar as another program reads it. */
  const read = (file: Buffer): ICAL.Component => {
    const lines = file.toString("latin1").split("\r\n");
    expect(lines.pop(), "the last line ends with CRLF").toBe("");
    // In latin1 each character is an octet.
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(75);
    expect(file.toString("latin1").replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    // A fold within a character would leave halves behind.
    for (const line of file.toString("latin1").split("\r\n")) {
      new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(line, "latin1"));
    }
    return new ICAL.Component(ICAL.parse(file.toString()));
  };
  const propertyOf = (component: ICAL.Component, name: string) => String(component.getFirstPropertyValue(name) ?? "");

  it.each(named)("a lot's file is one event with %s in its title, and has no end beside its moment", (name) => {
    const title = titleOf(name);
    const calendar = read(lotCalendar(auctionWith(title), SITE));
    expect(calendar.getAllSubcomponents().map((one) => one.name)).toEqual(["vevent"]);
    const [event] = calendar.getAllSubcomponents("vevent");
    if (!event) throw new Error("no event");
    expect(lettersOf(propertyOf(event, "summary"))).toBe(lettersOf(`Bidding ends: ${title}`));
    expect(lettersOf(propertyOf(event, "location"))).toBe(lettersOf(title));
    expect(lettersOf(propertyOf(calendar, "x-wr-calname"))).toBe(lettersOf(title));
    expect(event.getFirstProperty("dtend")).toBeNull();
    expect(propertyOf(event, "dtstart")).toBe("2026-11-30T11:20:00Z");
    expect(event.getAllSubcomponents("valarm").map((alarm) => propertyOf(alarm, "trigger"))).toEqual(["-PT15M"]);
    expect(propertyOf(event, "summary")).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}]/u);
  });

  it.each(named)("a sale's viewings end after they begin, with %s in its texts", (name) => {
    const title = titleOf(name);
    const sale = {
      _id: "s",
      title,
      revision: 3,
      updatedAt: "2026-11-19T10:00:00.000Z",
      opensAt: "2026-11-20T08:00:00.000Z",
      closesAt: "2026-11-23T08:00:00.000Z",
      viewings: [{ from: "2026-11-22T09:00:00.000Z", until: "2026-11-22T16:00:00.000Z", place: title }],
    } as unknown as Sale;
    const events = read(saleCalendar(sale, SITE)).getAllSubcomponents("vevent");
    expect(events).toHaveLength(3);
    for (const event of events) {
      const [start, end] = [event.getFirstPropertyValue("dtstart"), event.getFirstPropertyValue("dtend")];
      if (end) expect((end as ICAL.Time).compare(start as ICAL.Time)).toBe(1);
    }
    expect(events.filter((event) => event.getFirstProperty("dtend"))).toHaveLength(1);
  });
});

/** The texts of the elements with this name. Throws if the text is not well-formed XML. */
const xmlTexts = (xml: string, wanted: string): string[] => {
  const parser = new SaxesParser({ xmlns: true });
  const texts: string[] = [];
  const open: string[] = [];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ local }) => {
    open.push(local);
    if (local === wanted) texts.push("");
  });
  parser.on("text", (text) => {
    if (open.at(-1) === wanted) texts.push((texts.pop() ?? "") + text);
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return texts;
};

it.each(named)("a feed is well-formed XML with one entry, with %s in its title", (name) => {
  const title = titleOf(name);
  const facts = { publicUrl: SITE, brandName: title, houseName: title, title, search: "", readAt: 0 };
  const feed = atomFeed({ ...facts, lots: [{ auction: auctionWith(title), publishedAt: 0 }] }, 0);
  expect(xmlTexts(feed, "entry")).toHaveLength(1);
  expect(xmlTexts(feed, "title").map(lettersOf)).toEqual([title + title, title].map(lettersOf));
});

it.each(named)("structured data stay one line of JSON with %s in the title", (name) => {
  const title = titleOf(name);
  const [product] = lotFacts(auctionWith(title), { publicUrl: SITE, houseName: "Jara" }).structured ?? [];
  const { name: read, offers } = JSON.parse(JSON.stringify(product)) as { name: string; offers: { price: string } };
  expect(lettersOf(read)).toBe(lettersOf(title));
  expect(offers.price).toBe("36500.00");
  expect(read).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
});

describe("mails", () => {
  let smtp: LocalSmtp;
  beforeAll(async () => {
    smtp = await startLocalSmtp();
  });
  afterAll(() => smtp?.close());

  it.each(named)("a mail has its own headers alone and both parts, with %s in its subject", async (name) => {
    const title = titleOf(name);
    const site = {
      brandName: "Jara",
      publicUrl: SITE,
      contact: { email: "help@jara.test", whatsapp: "+2348012345678" },
    };
    const data = mailSamples(title).outbid;
    const { subject, text, html } = renderMail({ kind: "outbid", data }, site, null);
    const sender = openSmtp(smtp.url, "Jara <no-reply@jara.test>", () => "help@jara.test");
    const to = `${Buffer.from(name).toString("hex")}@people.test`;
    const mail = { id: `m-${named.indexOf(name)}`, to, subject, text, html, unsubscribeUrl: null, attachments: [] };
    await sender.send(mail, AbortSignal.timeout(10_000));
    sender.close();
    const [received] = smtp.mailsTo(to);
    if (!received) throw new Error("no mail arrived");
    expect(received.recipients).toEqual([to]);
    expect(received.headers.map(({ key }) => key).sort()).toEqual(
      [
        "auto-submitted",
        "content-type",
        "date",
        "from",
        "message-id",
        "mime-version",
        "reply-to",
        "subject",
        "to",
      ].sort(),
    );
    expect(received.subject).not.toMatch(/[\r\n]/);
    expect(received.subject).toMatch(/^You have been outbid/);
    expect(lettersOf(received.text ?? "")).toContain(lettersOf(title));
    expect(received.html).toContain("<!doctype html>");
    expect(received.html).not.toContain("<script>");
    expect(received.attachments).toEqual([]);
  });
});

it.each(named)("a statement's PDF file is readable and keeps its amounts, with %s in every text", async (name) => {
  const title = titleOf(name);
  const statement = {
    holder: { name: title, username: title, email: title },
    period: {},
    sums: { total: 1, opening: 0, in: 250_000.5, out: 0, closing: 250_000.5 },
    madeAt: 0,
    entries: [
      {
        _id: "e",
        at: "2026-11-20T08:00:00.000Z",
        amount: 250_000.5,
        balance: 250_000.5,
        cause: "top-up",
        text: title,
        auction: { _id: "a", title },
        settlementId: null,
        reference: title,
        note: title,
      },
    ],
  } as unknown as Parameters<typeof drawStatement>[0]["statement"];
  const { pages, text } = await pdfText(await drawStatement({ statement, brandName: "Ọjà" }));
  expect(pages).toBe(1);
  for (const words of ["Ọjà", "₦250,000.50", "Closing balance"]) expect(text).toContain(words);
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Extended_Pictographic}]/u);
});

it.each(named)("a table is read back cell by cell, and no cell is a formula, with %s in it", (name) => {
  const title = titleOf(name);
  // A file in UTF-8 has no halves of pairs.
  const cells = [title, "x", title].map((cell) => Buffer.from(cell).toString());
  const [row] = parseCsv(csvLine([...cells, 36500]), { record_delimiter: "\r\n" }) as string[][];
  expect(row).toHaveLength(4);
  expect(row?.[3]).toBe("36500.00");
  expect(row?.map((cell) => cell.replace(/^'/, "")).slice(0, 3)).toEqual(cells);
  for (const cell of row ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
});
