// Tests of corrections (rule 14): what they may change, and that they suspend and move nothing.
import { describe, expect, it } from "vitest";
import {
  anAuction,
  confirmMaxBid,
  ENDS_AT,
  edit,
  minor,
  NOON,
  placeBid,
  setMaxBid,
  withdrawBids,
} from "../../test/support/given-auction.ts";
import { played } from "../../test/support/play-auction.ts";
import type { EditAuction } from "./commands.ts";
import { charactersChanged, MOST_CORRECTED } from "./correction.ts";
import type { Lot } from "./state.ts";

const MINUTE = 60 * 1000;
const lot: Lot = {
  title: "A bronce statue",
  description: "Height 15 kg of bronze, 1.5 m tall, cast in 1952 by hand",
  categories: [],
  condition: "good",
  location: "Lagos",
  media: [],
};
const correction = (wanted: EditAuction["edit"]) => edit("admin", { ...wanted, isCorrection: true });
const withBids = () => played(anAuction({ lot })).play(setMaxBid("ada", 5000), placeBid("bola", 1200));

describe("a correction", () => {
  it("is a dated version that suspends no maximum and moves no end, just before the end too", () => {
    const auction = withBids().at(ENDS_AT - MINUTE);
    const [event] = auction.events(correction({ title: "A bronze statue" }));
    expect(event).toMatchObject({ type: "AuctionEdited", contentVersion: 2, correction: 1, changedBy: "admin" });
    expect(auction.state).toMatchObject({ contentVersion: 2, fullVersion: 1, endsAt: ENDS_AT });
    // The maximum answers at once, and a bidder who has read the old text can bid.
    auction.play({ ...placeBid("chidi", 1500), contentVersion: 1 });
    expect(auction.state.leader?.id).toBe("ada");
    auction.refuses({ ...placeBid("chidi", 2500), contentVersion: 3 }, "INVALID");
  });

  it("lets a bidder withdraw who has not bid since then, as any change does", () => {
    const auction = withBids().play(placeBid("chidi", 6000), correction({ title: "A bronze statue" }));
    auction.play(withdrawBids("chidi"));
  });

  it("leaves a maximum suspended that an earlier change suspended, until its owner confirms it", () => {
    const auction = withBids().play(edit("admin", { condition: "poor" }), correction({ title: "A bronze statue" }));
    expect(auction.state).toMatchObject({ contentVersion: 3, fullVersion: 2 });
    auction.play(placeBid("chidi", 2000));
    expect(auction.state.leader?.id).toBe("chidi");
    auction.play(confirmMaxBid("ada", 3));
    expect(auction.state.leader?.id).toBe("ada");
  });

  const refused: [string, EditAuction["edit"]][] = [
    ["a figure", { description: lot.description.replace("1952", "1953") }],
    ["where a figure's point is", { description: lot.description.replace("15 kg", "1.5 kg") }],
    ["a figure by a space", { description: lot.description.replace("1952", "19 52") }],
    ["the unit of a figure", { description: lot.description.replace("15 kg", "15 g") }],
    ["the order of figures", { description: lot.description.replace("1952", "1.5").replace("1.5 m", "1952 m") }],
    ["a figure of another script", { title: "A bronce statue ٣" }],
    ["an invisible character that turns figures around", { title: "A \u202ebronce statue" }],
    ["more than 40 characters", { description: `${lot.description} ${"and so on ".repeat(5)}` }],
    ["the condition", { condition: "poor" }],
    ["the categories", { categories: ["toys"] }],
    ["the pictures", { media: [{ url: "/2.jpg", type: "image" }] }],
    ["the increment", { incrementMinor: minor(50) }],
    ["the end", { endsAt: ENDS_AT + MINUTE, title: "A bronze statue" }],
    ["the status", { status: "ended", title: "A bronze statue" }],
    ["an addendum", { addendum: "No lid" }],
  ];
  it.each(refused)("is refused if it changes %s", (_what, wanted) => {
    withBids().refuses(correction(wanted), "INVALID");
  });

  it.each([
    ["Watch, not genuine", "Watch, genuine"],
    ["It runs", "It doesn’t run"],
    ["Sold with papers", "Sold without papers"],
    ["A pair of two carats", "A pair of ten carats"],
    ["Was never restored", "Was once restored"],
    ["Non-smoking home", "Smoking home"],
  ])("is refused if it adds, removes or changes a word that counts or denies: %s", (from, to) => {
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const auction = played(anAuction({ lot: { ...lot, description: one } })).play(placeBid("bola", 1200));
      auction.refuses(correction({ description: other }), "INVALID");
      auction.play(correction({ description: `${one} at presant` }));
    }
  });

  it("cannot be repeated until the lot says something else: all share 40 characters until the next full version", () => {
    const auction = withBids();
    for (const end of ["red tin", "red tin green blue", "red tin green"]) {
      auction.play(correction({ title: `A bronce statue ${end}` }));
    }
    auction.refuses(correction({ title: `A bronce statue ${"x".repeat(30)}` }), "INVALID");
    // Undoing a correction counts too, so that nobody is notified again and again.
    auction.play(correction({ title: "A bronce statue" }));
    auction.refuses(correction({ title: "A gold" }), "INVALID");
    auction.play(edit("admin", { condition: "poor" }), correction({ title: "A bronze statue" }));
  });

  it("is an ordinary edit of a lot without bids and maxima", () => {
    const auction = played(anAuction({ lot }));
    const [event] = auction.events(correction({ title: "Something else altogether, in 1953" }));
    expect(event).not.toHaveProperty("correction");
    expect(auction.state.contentVersion).toBe(1);
  });

  it("gives a day to withdraw when a lot that was corrected after its end opens again", () => {
    const auction = withBids().play(edit("admin", { status: "ended" }), correction({ title: "A bronze statue" }));
    auction.at(NOON + 3 * 60 * MINUTE).play(edit("admin", { endsAt: NOON + 400 * MINUTE, status: "active" }));
    expect(auction.state).toMatchObject({ endsAt: NOON + 400 * MINUTE, contentChangedAt: NOON + 180 * MINUTE });
  });
});

describe("the number of changed characters", () => {
  it("is the edit distance, and more than the bound if it is more", () => {
    expect(charactersChanged("bronce", "bronze", 40)).toBe(1);
    expect(charactersChanged("kitten", "sitting", 40)).toBe(3);
    expect(charactersChanged("", "abc", 40)).toBe(3);
    expect(charactersChanged("a".repeat(30), "b".repeat(30), 20)).toBe(21);
    const long = "The quick brown fox. ".repeat(500);
    expect(charactersChanged(`x${long}`, `${long}y`, MOST_CORRECTED)).toBe(2);
  });
});
