// Checks the words of every event: they are never empty, fit a phone's message, lead to a page of this site, and an
// event of a newer server has words too. The kinds that the trigger knows are those of the program.
import type { Role } from "@jara/shared/permissions";
import { describe, expect, it } from "vitest";
import { mailSamples, SAMPLE_AUCTION } from "../../../test/support/mail-samples.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import { type About, kindOfAbout, kindOfMail } from "../../platform/notifications/about.ts";
import type { CurrentState } from "../../platform/notifications/current-state.ts";
import { wordsOf } from "./words.ts";

const title = "A talking drum <b>&</b>";
const open: CurrentState = {
  holds: true,
  auction: {
    currentPrice: 30_000,
    minimumBid: 30_500,
    endTime: "2026-11-21T14:05:00.000Z",
    isPaused: false,
    isOver: false,
    isLeading: false,
    hasBid: true,
    currency: "NGN",
    end: null,
  },
};
const over: CurrentState = { holds: false, auction: null };
const paused: CurrentState = { holds: true, auction: open.auction && { ...open.auction, isPaused: true } };
const abouts = Object.keys(kindOfAbout) as About[];
const samples = mailSamples(title);
const lot = { auctionId: "3f6c1d2e-8a4b-4c5d-9e6f-0a1b2c3d4e5f", title, currency: "NGN" as const };
const unmailed = {
  extended: samples["lot-cancelled"],
  "lot-listed-again": samples["lot-withdrawn"],
  reminder: { ...lot, what: "1h" as const, wishPrice: null },
  "offer-news": { offerId: lot.auctionId, title, what: "sent" as const },
  "saved-search": { searchId: lot.auctionId, name: "Drums", lots: 3 },
  "saved-searches-daily": {
    searches: [
      { name: "Drums", lots: 3 },
      { name: "Flutes", lots: 1 },
      { name: "Bells", lots: 1, newest: "Ogene" },
    ],
  },
};
const dataOf = (about: About): unknown => ({ ...samples, ...unmailed })[about];

describe("the words of notifications", () => {
  it.each(abouts)("have a title, a short text and a path for %s", (about) => {
    for (const present of [open, over]) {
      const words = wordsOf({ about, data: dataOf(about), count: 1 }, present);
      expect(words.title).toMatch(/^[A-Z0-9]/);
      expect(words.text.length).toBeGreaterThan(0);
      expect(words.text).not.toMatch(/undefined|NaN|null/);
      expect(words.link ?? "/").toMatch(/^\/(?!\/)/);
    }
  });

  const outbid = { about: "outbid", data: { ...samples.outbid, hasLed: true }, count: 3 };
  /** The state after the event, which no longer holds. */
  const since = (change: Partial<NonNullable<CurrentState["auction"]>>): CurrentState => ({
    holds: false,
    auction: open.auction && { ...open.auction, ...change },
  });

  it("name the price of the moment while the reader is outbid, and then whether they lead or have no bid", () => {
    const said = (present: CurrentState) => {
      const { title, text } = wordsOf(outbid, present);
      return [title, text];
    };
    expect(said(open)).toEqual(["You have been outbid", `“${title}” is at ₦30,000.00. The minimum bid is ₦30,500.00.`]);
    expect(said(since({ isLeading: true }))).toEqual(["You lead now", `You lead “${title}”.`]);
    expect(said(since({}))).toEqual(["Your bids no longer count", `You have no bid on “${title}” any more.`]);
  });

  it.each([
    ["won", "won", "You won", `You won “${title}”.`],
    ["bought", "won", "You bought the lot", `You bought “${title}”.`],
    ["was-mine", "over", "Bidding is over", `Bidding on “${title}” is over.`],
    ["sold", "lost", "You did not win", `“${title}” was sold for ₦30,000.00. Nothing was taken.`],
    [
      "below-reserve",
      "unsold",
      "The lot was not sold",
      `“${title}” ended below its reserve, the lowest price at which it is sold. Nothing was taken.`,
    ],
    ["unsold", "unsold", "The lot was not sold", `“${title}” ended without a sale. Nothing was taken.`],
    ["cancelled", "cancelled", "The auction was cancelled", `“${title}” is no longer for sale. Nobody pays for it.`],
  ] as const)("have the state and its title once the lot is over: %s", (end, state, newest, text) => {
    const ended = since({ isOver: true, end });
    for (const about of ["outbid", "extended", "reminder", "lot-listed-again"] as const) {
      expect(wordsOf({ about, data: dataOf(about), count: 1 }, ended)).toMatchObject({ state, title: newest, text });
    }
    const watched = wordsOf(outbid, since({ isOver: true, end, hasBid: false }));
    expect(watched.title).toBe(end === "sold" ? "The lot was sold" : newest);
    expect(watched.text).not.toContain("Nothing was taken");
  });

  it("say that bidding continues after a pause, and that a price is no longer below the wish", () => {
    const said = (data: object, change: object) => {
      const words = wordsOf({ about: "reminder", data: { ...unmailed.reminder, ...data }, count: 1 }, since(change));
      return [words.title, words.text];
    };
    expect(said({ what: "paused" }, {})).toEqual(["Bidding continues", `“${title}” is not paused any more.`]);
    expect(said({ what: "price", wishPrice: 25_000 }, {})).toEqual([
      "A lot you watch costs more now",
      `“${title}” is at ₦30,000.00, no longer below your ₦25,000.00.`,
    ]);
  });

  it("name what went back after a win was undone, and lead nowhere if the lot is a draft", () => {
    const undone = (data: object) =>
      wordsOf({ about: "payment-withdrawn", data: { ...samples["payment-withdrawn"], ...data }, count: 1 }, open);
    expect(undone({ returned: 500, isPaid: false })).toMatchObject({
      title: "You do not have to pay",
      text: `Please do not pay for “${title}”: the auction was cancelled. ₦500.00 went back to your balance.`,
      link: expect.stringMatching(/^\/auction\//),
    });
    expect(undone({ why: "withdrawn", returned: 9000, isPaid: true })).toEqual({
      title: "The sale was undone",
      text: `You paid for “${title}”, and the sale was undone: the auction was taken off the site. ₦9,000.00 went back to your balance.`,
      link: null,
    });
  });

  it("lead to a lot only while it has a page: not once it is a draft again or deleted", () => {
    for (const about of ["second-chance-closed", "lot-changed", "own-bids-voided", "payment-waived"] as const) {
      const linkIn = (present: CurrentState) => wordsOf({ about, data: dataOf(about), count: 1 }, present).link;
      expect([linkIn(open), linkIn(over)]).toEqual([`/auction/${SAMPLE_AUCTION}`, null]);
    }
    expect(wordsOf({ about: "receipt", data: samples.receipt, count: 1 }, over).link).toMatch(/^\/profile/);
  });

  it("say after an end was undone until when the lot is open now, and that bidding is paused, if it is", () => {
    const reopened = (endTime: string | null, present: CurrentState) =>
      wordsOf({ about: "lot-reopened", data: { ...samples["lot-reopened"], endTime }, count: 1 }, present).text;
    const isPaused = `“${title}” is not over after all. Bidding is paused, and your bids still count.`;
    const written = "2026-11-21T13:05:00.000Z";
    expect(reopened(written, open)).toContain("until Sat 21 Nov 2026, 15:05 Lagos time");
    expect(reopened(null, open)).toContain("until Sat 21 Nov 2026, 15:05 Lagos time");
    expect(reopened(written, paused)).toBe(isPaused);
    expect(reopened(written, over)).toContain("until Sat 21 Nov 2026, 14:05 Lagos time");
    expect(reopened(null, over)).toBe(isPaused);
  });

  it("name the reason that staff published for a cancellation", () => {
    const said = (data: object) => wordsOf({ about: "lot-cancelled", data: { ...lot, ...data }, count: 1 }, over).text;
    expect(said({ note: "The drum is cracked" })).toContain("The drum is cracked");
    expect(said({})).not.toContain("Reason");
  });

  it("name no end in a pause, because the pause moves it", () => {
    for (const about of ["lot-changed", "extended"] as const) {
      const { text } = wordsOf({ about, data: dataOf(about), count: 1 }, paused);
      expect(text).toMatch(/ Bidding is paused\.$/);
      expect(text).not.toContain("Lagos time");
    }
    expect(wordsOf({ about: "extended", data: dataOf("extended"), count: 1 }, open).text).toContain(
      "to Sat 21 Nov 2026",
    );
    expect(wordsOf({ about: "lot-changed", data: dataOf("lot-changed"), count: 1 }, open).text).not.toContain("paused");
  });

  it("say which role was given, changed or taken away", () => {
    const said = (from: Role, to: Role) => {
      const data = { ...samples["role-changed"], from, to };
      const { title, text } = wordsOf({ about: "role-changed", data, count: 1 }, over);
      return [title, text.split(",")[0]];
    };
    expect(said("user", "manager")).toEqual([
      "You belong to the staff now",
      "You are a manager now. Your role was changed on Sat 21 Nov 2026",
    ]);
    expect(said("cashier", "admin")).toEqual([
      "Your role on the staff was changed",
      "You are an administrator now. Your role was changed on Sat 21 Nov 2026",
    ]);
    expect(said("admin", "user")).toEqual([
      "You do not belong to the staff any more",
      "You are no longer an administrator. Your role was changed on Sat 21 Nov 2026",
    ]);
  });

  it("name after a void the price that the lot has now, and the one of that moment for a lot that has no page", () => {
    const voided = { about: "bids-voided", data: samples["bids-voided"], count: 1 };
    expect(wordsOf(voided, open).text).toBe(`The price of “${title}” is now ₦30,000.00.`);
    expect(wordsOf(voided, over).text).toBe(`The price of “${title}” is now ₦25,000.00.`);
  });

  it("tell staff of things to do also if a newer server named kinds that this one does not know", () => {
    const [item] = samples["staff-alerts"].items;
    const data = { ...samples["staff-alerts"], items: [{ ...item, kind: "of-tomorrow" }] };
    expect(wordsOf({ about: "staff-alerts", data, count: 1 }, over)).toMatchObject({
      title: "1 thing to do",
      text: "Something has a deadline. The desk shows what is still to do.",
    });
  });

  it("ask a winner to pay as long as the payment is open, and no longer", () => {
    const won = { about: "won", data: samples.won, count: 1 };
    expect(wordsOf(won, open).text).toContain("Please pay");
    expect(wordsOf(won, over).text).not.toContain("pay");
  });

  it("name what is due when they are read, and until when", () => {
    const owed = { price: 90_000, remaining: 40_000, dueAt: "2026-12-02T13:05:00.000Z" };
    for (const about of ["won", "buy-it-now", "deadline-extended", "payment-reversed"] as const) {
      const said = (present: CurrentState) => wordsOf({ about, data: samples[about], count: 1 }, present).text;
      const now = "Please pay ₦40,000.00 before Wed 2 Dec 2026, 14:05 Lagos time.";
      expect(said({ ...open, owed })).toContain(now);
      expect(said(open)).not.toContain(now);
    }
    expect(wordsOf({ about: "won", data: samples.won, count: 1 }, { ...open, owed }).text).toContain("for ₦90,000.00.");
  });

  it("do not show the answer of a hidden question, and do not name a lot that was not public", () => {
    const said = (data: object, present: CurrentState) =>
      wordsOf({ about: "question-answered", data: { ...samples["question-answered"], ...data }, count: 1 }, present);
    expect(said({}, open).text).toBe(`“${title}”: No, replaced in 2019.`);
    expect(said({}, over).text).toBe(`Your question about “${title}” is hidden.`);
    const unnamed = { title: "a lot", isNamed: false };
    const draft = { holds: true, auction: null };
    expect(said(unnamed, draft).text).toBe("Your question about a lot that is not public now: No, replaced in 2019.");
    // It may be public again when somebody reads it.
    expect(said(unnamed, open).text).toBe("Your question about a lot: No, replaced in 2019.");
    expect(said(unnamed, over).text).toBe("Your question about a lot is hidden.");
  });

  it("name, for a reminder, the price, the end and the wish that the price is below, and say once it is over", () => {
    const said = (data: object, present: CurrentState) =>
      wordsOf({ about: "reminder", data: { ...unmailed.reminder, ...data }, count: 1 }, present);
    expect(said({ what: "price", wishPrice: 45_000 }, open)).toEqual({
      title: "A lot you watch is below the price you set",
      text: `“${title}” is at ₦30,000.00, below your ₦45,000.00. It ends Sat 21 Nov 2026, 15:05 Lagos time.`,
      link: `/auction/${lot.auctionId}`,
    });
    expect(said({ wishPrice: 20_000 }, open).text).not.toContain("below");
    expect(said({ what: "price", wishPrice: 45_000 }, paused).text).toBe(
      `“${title}” is at ₦30,000.00, below your ₦45,000.00. Bidding is paused.`,
    );
    expect(said({ what: "paused" }, paused).text).toBe(`“${title}” is at ₦30,000.00.`);
    expect(said({}, over)).toMatchObject({ text: `Bidding on “${title}” is over.`, link: null });
  });

  it("count, for a saved search, its new lots, name the newest and lead to it, and once a day name each search", () => {
    expect(wordsOf({ about: "saved-search", data: unmailed["saved-search"], count: 2 }, over)).toMatchObject({
      title: "3 new lots for “Drums”",
      link: `/saved-searches/${lot.auctionId}`,
    });
    const textOf = (lots: number, newest?: string) =>
      wordsOf({ about: "saved-search", data: { ...unmailed["saved-search"], lots, newest }, count: 1 }, open).text;
    expect(textOf(1, "Ekwe")).toBe("“Ekwe”. Open the search to see what is new.");
    expect(textOf(2, "Ekwe")).toBe("The newest: “Ekwe”. Open the search to see what is new.");
    expect(textOf(2)).toBe("Open the search to see what is new.");
    const daily = { about: "saved-searches-daily", data: unmailed["saved-searches-daily"], count: 1 };
    expect(wordsOf(daily, over)).toMatchObject({
      title: "5 new lots in your saved searches",
      text: "3 for “Drums”, 1 for “Flutes”, “Ogene” for “Bells”.",
    });
  });

  it("say that there is news about an event that this server does not know", () => {
    expect(wordsOf({ about: "of-tomorrow", data: {}, count: 1 }, open).title).toBe("There is news for you");
    expect(wordsOf({ about: "toString", data: {}, count: 1 }, open).title).toBe("There is news for you");
  });
});

describe("the trigger on mails", () => {
  const test = withDatabase();

  it("knows the same kinds as the program, and no other mail is a notification", async () => {
    const rows = await test.database.query<{ mail: string; kind: string | null }>(
      "select mail, kind_of_mail(mail) as kind from json_array_elements_text($1::text::json) mail",
      [JSON.stringify(Object.keys(samples))],
    );
    const kinds = Object.fromEntries(rows.flatMap(({ mail, kind }) => (kind ? [[mail, kind]] : [])));
    expect(kinds).toEqual(kindOfMail);
  });
});
