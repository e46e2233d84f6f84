import { legalDocuments, legalVersions, SELLER_TERMS_VERSION } from "@jara/shared/legal-versions";
import { legalPages } from "@jara/shared/rest/legal";
import { describe, expect, it } from "vitest";
import { fillText, type LegalSettings } from "./fill-text.ts";
import { pages } from "./pages.ts";
import { parseText } from "./parse-text.ts";

const settings: LegalSettings = {
  brandName: "Jara",
  staffMayBid: false,
  balanceRule: "check",
  maxUnpaidWins: 2,
  operator: { name: "Jara Ltd", address: "1 Test Road, Lagos" },
  contact: { email: "help@jara.test", whatsapp: "+2348012345678" },
};
const all = legalPages.flatMap((page) => pages[page].versions.map((version) => ({ page, ...version })));
const newest = (page: (typeof legalPages)[number]) => pages[page].versions[0]?.text ?? "";
const parsed = (text: string) => parseText(fillText(text, settings));
const spansIn = (text: string) => {
  const { intro, sections } = parsed(text);
  return [...intro, ...sections.flatMap(({ blocks }) => blocks)].flatMap((block) =>
    block.kind === "list" ? block.items.flat() : block.spans,
  );
};

describe("the legal pages", () => {
  it("have the versions in force that people are asked to accept", () => {
    for (const document of legalDocuments) {
      expect([document, pages[document].versions[0]?.version]).toEqual([document, legalVersions[document]]);
    }
  });

  it("have the seller terms in force that sellers are asked to accept", () => {
    expect(pages["seller-terms"].versions[0]?.version).toBe(SELLER_TERMS_VERSION);
  });

  it("have their versions newest first, each once", () => {
    for (const page of legalPages) {
      const versions = pages[page].versions.map(({ version }) => version);
      expect(versions).toEqual([...new Set(versions)].sort().reverse());
    }
  });

  it.each(all)("fill every placeholder of $page, version $version, for every setting", ({ text }) => {
    for (const change of [{}, { staffMayBid: true }, { balanceRule: "hold" }, { maxUnpaidWins: 1 }] as const) {
      const filled = fillText(text, { ...settings, ...change });
      expect(filled).not.toMatch(/[{}]|undefined|null/);
      expect(filled, "has sections").toMatch(/^## /m);
    }
  });

  it("say what the settings say", () => {
    const terms = newest("terms");
    expect(fillText(terms, settings)).toContain("Our staff do not bid");
    expect(fillText(terms, settings)).toContain("After two unpaid wins");
    expect(fillText(terms, settings)).toContain("Jara Ltd, 1 Test Road, Lagos");
    expect(fillText(terms, { ...settings, staffMayBid: true })).toContain("Our staff may bid");
    expect(fillText(terms, { ...settings, balanceRule: "hold" })).toContain("is bound until you are outbid");
    expect(fillText(terms, { ...settings, maxUnpaidWins: 7 })).toContain("After 7 unpaid wins");
  });

  // The settings change these figures (site-settings), and a text in force must not name others than a lot's page.
  it.each(["terms", "refunds", "buyer-protection"] as const)(
    "name no figure that each lot has for itself: %s",
    (page) => {
      const sentences = fillText(newest(page), settings)
        .replaceAll("\n", " ")
        .split(/(?<=[.:])\s/);
      const figures = sentences.filter((sentence) => /\d+(\.\d+)?%|business days/.test(sentence));
      const kept = [
        /need a balance of at least 20% of/,
        /premium is at most 30%, the deposit and the penalty are at most 20%, the fee is at most 25%/,
        /payment time\W* of the lot, in business days/,
        /hear from us within 3 business days/,
        /answer within 3 business days/,
      ];
      for (const sentence of figures)
        expect([sentence, kept.some((known) => known.test(sentence))]).toEqual([sentence, true]);
    },
  );

  it("never read a setting as Markdown", () => {
    const filled = fillText("{{operator}}", { ...settings, operator: { name: "[A](/b) *c* <d>", address: null } });
    expect(filled).toBe("\\[A\\](/b) \\*c\\* \\<d\\>");
  });

  it.each(all)("have sections with words and anchors of their own: $page, version $version", ({ text }) => {
    const { sections } = parsed(text);
    expect(sections.length).toBeGreaterThan(0);
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    for (const { id, blocks } of sections) {
      expect(id).toMatch(/^[a-z][a-z0-9-]+$/);
      expect(blocks.length).toBeGreaterThan(0);
    }
    for (const span of spansIn(text)) expect(span.text).not.toMatch(/[\n*[\]]|^$/);
  });

  it("link only to pages of the site, and to sections that exist", () => {
    const targets = all.flatMap(({ text }) => spansIn(text).flatMap(({ to }) => (to === undefined ? [] : [to])));
    expect(targets.length).toBeGreaterThan(20);
    for (const to of targets) {
      if (to === `mailto:${settings.contact.email}`) continue;
      const { page, id } = /^\/(?<page>[a-z/-]+)(?:#(?<id>[a-z0-9-]+))?$/.exec(to)?.groups ?? {};
      expect([to, page]).toEqual([to, expect.any(String)]);
      const known = legalPages.find((one) => one === page);
      if (known && id) expect(parsed(newest(known)).sections.map((section) => section.id)).toContain(id);
    }
  });

  it("have notes that say in paragraphs what was explained later, each after its version and before the next one", () => {
    expect(pages.privacy.versions[0]?.notes?.length).toBeGreaterThan(0);
    for (const page of legalPages) {
      for (const [at, { version, notes = [] }] of pages[page].versions.entries()) {
        const dates = notes.map(({ date }) => date);
        expect(dates).toEqual([...dates].sort());
        for (const { date, text } of notes) {
          expect(date > version && date <= (pages[page].versions[at - 1]?.version ?? "9")).toBe(true);
          const { intro, sections } = parsed(text);
          expect([intro.length > 0, sections]).toEqual([true, []]);
        }
      }
    }
  });

  it("are refused if they have Markdown that no client shows", () => {
    expect(() => parseText("| a | b |\n|---|---|\n| 1 | 2 |")).toThrow("may not have a table");
    expect(() => parseText("Some `code`.")).toThrow("may not have a codespan");
  });

  // A published text never changes, because people accepted exactly these words.
  it("keep the published texts as they were", async () => {
    const { createHash } = await import("node:crypto");
    const texts = all.flatMap(({ page, version, text, notes = [] }) => [
      [`${page} ${version}`, text] as const,
      ...notes.map((note) => [`${page} ${version}, note of ${note.date}`, note.text] as const),
    ]);
    const digests = texts.map(([name, text]) => [name, createHash("sha256").update(text).digest("hex").slice(0, 16)]);
    expect(Object.fromEntries(digests)).toMatchInlineSnapshot(`
      {
        "buyer-protection 2026-11-24": "3ee843dc10706a40",
        "buyer-protection 2026-11-25": "d8f9a15c1e040e1d",
        "privacy 2026-11-23": "02e93b9415c78b80",
        "privacy 2026-11-24": "2bb8a965d82e5d90",
        "privacy 2026-11-24, note of 2026-11-25": "80c908853edb5817",
        "privacy 2026-11-24, note of 2026-11-26": "d0d7ddbae4193325",
        "privacy 2026-11-24, note of 2026-11-29": "6aeb47956f1c9c4f",
        "refunds 2026-11-24": "9d5c902becfd9988",
        "refunds 2026-11-25": "dbda7743bdae1ffb",
        "refunds 2026-11-29": "829fc049e93ba3d2",
        "refunds 2026-11-29, note of 2026-11-30": "5dd57eb17127e70f",
        "seller-terms 2026-11-29": "fe521863d53d82e4",
        "seller-terms 2026-11-29, note of 2026-11-30": "881fc6dfb1d3ca7a",
        "terms 2026-11-23": "84258a4fe2181b9c",
        "terms 2026-11-24": "7eddb22fab192bd8",
        "terms 2026-11-25": "365762d1371a75d0",
        "terms 2026-11-29": "a93550bca9392508",
        "terms 2026-11-29, note of 2026-11-30": "5b0bc914af0d3204",
      }
    `);
  });
});
