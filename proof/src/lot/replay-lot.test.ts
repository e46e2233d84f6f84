// Tests replays of one lot: nothing is found in fair lots, and each broken rule is found and described in a sentence.
// It is long because it lists the lots, an unfair one for each sentence.
import { expect, it } from "vitest";
import {
  changed,
  END,
  ended,
  type FactLike,
  iso,
  LotStory,
  min,
  opened,
  ownOf,
  person,
  reserveOf,
  START,
  sellerOf,
} from "../../test/support/lot-story.ts";
import { replayed } from "../../test/support/replayed.ts";

const lot = (fields: object = {}): LotStory => new LotStory().entry(0, opened(fields));
const softClose = { windowSeconds: 120, capMinutes: 5 };
const hour = min(60);
const paused = (fields: object = {}): FactLike => ({ type: "paused", reason: "admin", until: null, ...fields });
const resumed = (ms: number): FactLike => ({ type: "resumed", endsAt: iso(ms) });
const extended = (bid: number, from: number, to: number): FactLike => ({
  type: "extended",
  bid,
  from: iso(START + from),
  endsAt: iso(START + to),
});
const voided = (fields: object): FactLike => ({
  type: "voided",
  bidder: person("bola"),
  reason: "fraud",
  price: 1100_00,
  leader: person("ada"),
  bidCount: 1,
  voided: [[2, 2, "fraud"]],
  recorded: [],
  winnerVoided: false,
  ...fields,
});
const purchase = (step: string, fields: object = {}): FactLike => ({
  type: "purchase",
  step,
  price: null,
  until: null,
  ...fields,
});
const twoBids = (fields: object = {}): LotStory => lot(fields).bids(min(1), ["ada", 1100]).bids(min(2), ["bola", 1200]);

const bought = (): LotStory =>
  lot({ buyItNow: 9000_00, endsAt: iso(START + 3 * hour) })
    .bids(min(1), ["ada", 1100])
    .entry(
      min(5),
      purchase("started", { price: 9000_00, until: iso(START + min(65)) }),
      paused({ reason: "buy-it-now", until: iso(START + min(65)) }),
    );

const fair: Record<string, () => LotStory> = {
  "a lot with bids by hand and a winner": () => twoBids().entry(hour, ended("bola")),
  "auto-bids: an answer, two at once, a tie, a capped one": () =>
    lot()
      .bids(1, ["ada", 1100, "auto"])
      .bids(2, ["bola", 1200], ["ada", 1300, "auto"])
      .bids(3, ["bola", 1500, "auto"], ["ada", 1600, "auto"])
      .bids(4, ["bola", 1700], ["ada", 1700, "auto"])
      .bids(5, ["bola", 1800], ["chidi", 1850, "auto"])
      .bids(6, ["chidi", 1900, "auto"], ["ada", 2000, "auto"])
      .entry(hour, ended("ada")),
  "a reserve that a maximum reaches": () =>
    lot({ reserve: reserveOf(5000_00).commitment })
      .bids(1, ["ada", 1100])
      .bids(2, ["ada", 5000, "auto"])
      .entry(hour, ended("ada", { reserve: reserveOf(5000_00).opened })),
  "a reserve that was not met": () =>
    lot({ reserve: reserveOf(5000_00).commitment })
      .bids(1, ["ada", 1100])
      .entry(hour, ended(null, { reserve: reserveOf(5000_00).opened })),
  "a soft close up to its cap": () => {
    const story = lot({ softClose }).bids(min(1), ["ada", 1100]);
    story.entry(min(59), story.bid("bola", 1200), extended(2, hour, min(61)));
    story.entry(min(60), story.bid("ada", 1300), extended(3, min(61), min(62)));
    story.entry(min(61.5), story.bid("bola", 1400), extended(4, min(62), min(63.5)));
    story.entry(min(63), story.bid("ada", 1500), extended(5, min(63.5), min(65)));
    return story.bids(min(64.9), ["bola", 1600]).entry(min(65), ended("bola", { endedAt: iso(START + min(65)) }));
  },
  "a pause, and one in which the end was set": () =>
    lot()
      .bids(1, ["ada", 1100])
      .entry(min(10), paused())
      .entry(min(30), resumed(END + min(20)))
      .entry(min(40), paused())
      .entry(min(41), changed({ endsAt: iso(START + min(90)) }))
      .entry(min(50), resumed(START + min(90)))
      .entry(min(90), ended("ada", { endedAt: iso(START + min(90)) })),
  "a changed text that leaves two hours, and a withdrawal": () =>
    twoBids()
      .entry(
        min(5),
        changed({ contentVersion: 2, lotHash: "a".repeat(64), endsAt: iso(START + min(125)), why: "edit" }),
      )
      .entry(min(6), voided({ reason: "withdrawn", voided: [[2, 2, "withdrawn"]] }))
      .entry(min(125), ended("ada", { endedAt: iso(START + min(125)) })),
  "a void from one bid on": () =>
    twoBids()
      .bids(min(3), ["bola", 1300])
      .entry(
        min(4),
        voided({ from: 3, price: 1200_00, leader: person("bola"), bidCount: 2, voided: [[3, 3, "fraud"]] }),
      ),
  "a void that recalculates auto-bids": () =>
    lot()
      .bids(1, ["ada", 1100, "auto"])
      .bids(2, ["bola", 1500], ["ada", 1600, "auto"])
      .bids(3, ["chidi", 1700], ["ada", 1800, "auto"])
      .entry(
        4,
        voided({
          price: 1800_00,
          leader: person("ada"),
          bidCount: 3,
          voided: [
            [2, 2, "fraud"],
            [3, 3, "recalculated"],
          ],
        }),
      )
      .entry(hour, ended("ada")),
  "a void of the winner, beside whom a maximum had been too low for the next bid": () =>
    twoBids()
      .entry(hour, ended("bola"))
      .entry(
        hour + 1,
        voided({
          price: 1210_00,
          leader: person("chidi"),
          bidCount: 2,
          winnerVoided: true,
          recorded: [{ at: iso(START + min(3)), number: 3, amount: 1210_00, kind: "auto", bidder: person("chidi") }],
        }),
      ),
  "Buy It Now, paid": () =>
    bought().entry(min(20), purchase("paid", { price: 9000_00 }), { type: "sold", winner: person("chidi") }),
  "Buy It Now, not paid": () => bought().entry(min(65), purchase("forfeited"), resumed(START + 4 * hour)),
  "Buy It Now, paid and reversed twice: the pause began with the purchase": () => {
    const story = bought();
    for (const at of [min(20), min(40)]) {
      story.entry(at, purchase("paid", { price: 9000_00 }), { type: "sold", winner: person("chidi") });
      story.entry(at + min(10), purchase("reopened", { until: iso(START + at + min(70)) }));
    }
    return story.entry(min(65), purchase("voided"), resumed(START + 4 * hour));
  },
  "a cancelled lot that starts again": () =>
    twoBids()
      .entry(min(3), { type: "all-voided", reason: "cancelled" }, { type: "cancelled" })
      .entry(min(4), { type: "reopened" })
      .entry(min(5), { type: "bid", number: 3, amount: 1100_00, kind: "manual", bidder: person("chidi") }),
  "a lot that was a draft again": () =>
    twoBids()
      .entry(min(3), { type: "all-voided", reason: "draft" }, { type: "withdrawn" })
      .skip(3)
      .entry(min(9), opened({ startingPrice: 500_00, price: 500_00 })),
  "a seller, also when the lot was a draft again": () =>
    twoBids({ seller: sellerOf().commitment })
      .entry(min(3), { type: "all-voided", reason: "draft" }, { type: "withdrawn" })
      .entry(min(9), opened({ seller: sellerOf().commitment })),
  "a lot that first opened when the log had no sellers": () =>
    twoBids()
      .entry(min(3), { type: "all-voided", reason: "draft" }, { type: "withdrawn" })
      .entry(min(9), opened({ seller: sellerOf().commitment })),
  "a winner who did not pay, and the next one": () =>
    twoBids()
      .entry(hour, ended("bola"))
      .entry(2 * hour, { type: "awarded", winner: person("ada"), amount: 1100_00, because: "second-chance" })
      .entry(3 * hour, { type: "sold", winner: person("ada") }),
  "a sale that the house cancelled": () =>
    twoBids()
      .entry(hour, ended("bola"))
      .entry(2 * hour, { type: "sold", winner: person("bola") })
      .entry(3 * hour, ended(null, { by: "staff", endedAt: new Date(END + 2 * hour).toISOString() })),
  "a log that began in the middle of a lot": () =>
    lot({ price: 1500_00, bidCount: 4 })
      .entry(min(1), { type: "bid", number: 8, amount: 1600_00, kind: "manual", bidder: person("ada") })
      .entry(hour, ended("ada")),
};

it.each(Object.entries(fair))("finds nothing wrong in %s", (_, make) => {
  expect(replayed(make()).faults).toEqual([]);
});

const unfair: Record<string, [() => LotStory, string]> = {
  "a bid after the end": [
    () => lot().bids(hour + 147, ["ada", 1100]),
    "Bid 1 of ₦1,100.00 came 0.147 s after the end.",
  ],
  "a bid at the end": [
    () => lot().bids(hour, ["ada", 1100]),
    "Bid 1 of ₦1,100.00 came exactly at the end, which is too late.",
  ],
  "a bid in a pause": [
    () => lot().entry(1, paused()).bids(2, ["ada", 1100]),
    "Bid 1 of ₦1,100.00 was taken while the lot was paused.",
  ],
  "a bid after the lot was closed": [
    () =>
      twoBids()
        .entry(min(30), ended("bola", { endedAt: iso(START + min(30)) }))
        .bids(min(31), ["ada", 1300]),
    "Bid 3 of ₦1,300.00 was taken while the lot was ended.",
  ],
  "a bid that is too low": [
    () => lot().bids(1, ["ada", 1050]),
    "Bid 1 of ₦1,050.00 was too low: the price was ₦1,000.00 and the least next bid ₦1,100.00.",
  ],
  "a bid below the table of increments": [
    () =>
      lot({
        increments: [
          [0, 100_00],
          [1100_00, 500_00],
        ],
      })
        .bids(1, ["ada", 1100])
        .bids(2, ["bola", 1200]),
    "Bid 2 of ₦1,200.00 was too low: the price was ₦1,100.00 and the least next bid ₦1,600.00.",
  ],
  "a price that falls": [
    () => twoBids().bids(min(3), ["ada", 1150, "auto"]),
    "Bid 3 of ₦1,150.00 made the price fall from ₦1,200.00, without a void.",
  ],
  "a leader who is raised by the own auto-bid": [
    () => lot().bids(1, ["ada", 1100]).bids(2, ["ada", 1200, "auto"]),
    "Bid 2 of ₦1,200.00 was raised for nothing: its bidder was leading already and nobody else bid.",
  ],
  "a leader who is raised to something else than the reserve": [
    () =>
      lot({ reserve: reserveOf(5000_00).commitment })
        .bids(1, ["ada", 1100])
        .bids(2, ["ada", 4000, "auto"])
        .entry(hour, ended(null, { reserve: reserveOf(5000_00).opened })),
    "Bid 2 went to ₦4,000.00 with nobody to beat. Only the reserve could explain that, and the reserve was ₦5,000.00.",
  ],
  "an auto-bid that goes too far": [
    () => lot().bids(1, ["ada", 1100], ["bola", 2000, "auto"]),
    "Bid 2 of ₦2,000.00 was raised for nothing: ₦1,200.00 was enough.",
  ],
  "an auto-bid of a newcomer that is too low": [
    () => lot().bids(1, ["ada", 1100]).bids(2, ["bola", 1150, "auto"]),
    "Bid 2 of ₦1,150.00 was too low: the least next bid was ₦1,200.00.",
  ],
  "three auto-bids at once": [
    () => lot().bids(1, ["ada", 1100, "auto"], ["bola", 1200, "auto"], ["ada", 1300, "auto"]),
    "Bid 3 of ₦1,300.00 is the third auto-bid at once; the rules allow two.",
  ],
  "a bid that is missing": [
    () => twoBids().entry(min(3), { type: "bid", number: 4, amount: 1400_00, kind: "manual", bidder: person("ada") }),
    "Bid 3 is missing in the log: bid 4 came next.",
  ],
  "a number that is used twice": [
    () => twoBids().entry(min(3), { type: "bid", number: 2, amount: 1400_00, kind: "manual", bidder: person("ada") }),
    "Bid 2 came where bid 3 should be, so a number was used twice.",
  ],
  "a lot that is opened again for another seller": [
    () =>
      lot({ seller: sellerOf().commitment })
        .entry(min(3), { type: "withdrawn" })
        .entry(min(9), opened({ seller: sellerOf("house").commitment })),
    "The lot was opened again for another seller.",
  ],
  "a lot that is opened again for nobody": [
    () => lot({ seller: sellerOf().commitment }).entry(min(3), { type: "withdrawn" }).entry(min(9), opened()),
    "The lot was opened again for another seller.",
  ],
  "a version that is missing": [() => lot().skip(1).bids(1, ["ada", 1100]), "Version 2 is missing in the log."],
  "times that go back": [
    () =>
      lot()
        .bids(min(2), ["ada", 1100])
        .bids(min(2) - 20, ["bola", 1200]),
    "The entry of 25 November 2026, 13:01:59.980 Lagos time comes after one that is 0.02 s later.",
  ],
  "a late bid that does not move the end": [
    () => lot({ softClose }).bids(min(59), ["ada", 1100]),
    "A late bid should have moved the end to 25 November 2026, 14:01:00.000 Lagos time, and it was not moved.",
  ],
  "an end that is moved by a second too much": [
    () => {
      const story = lot({ softClose });
      return story.entry(min(59), story.bid("ada", 1100), extended(1, hour, min(61) + 1000));
    },
    "The end was moved to 25 November 2026, 14:01:01.000 Lagos time; the rules move it to 25 November 2026, 14:01:00.000 Lagos time.",
  ],
  "an end that is moved past the cap": [
    () => {
      const story = lot({ softClose: { windowSeconds: 120, capMinutes: 1 } });
      return story.entry(min(59.5), story.bid("ada", 1100), extended(1, hour, min(61.5)));
    },
    "The end was moved to 25 November 2026, 14:01:30.000 Lagos time; the rules move it to 25 November 2026, 14:01:00.000 Lagos time.",
  ],
  "an end that is extended without a late bid": [
    () => {
      const story = lot({ softClose });
      return story.entry(min(5), story.bid("ada", 1100), extended(1, hour, min(61)));
    },
    "The end was moved to 25 November 2026, 14:01:00.000 Lagos time, though the rules do not move it here.",
  ],
  "an end that is moved after the lot had ended": [
    () => twoBids().entry(hour + 2000, changed({ endsAt: iso(END + hour) })),
    "The end was moved 2 s after the lot had ended at 25 November 2026, 14:00:00.000 Lagos time.",
  ],
  "a resumption that adds too much": [
    () =>
      lot()
        .entry(min(10), paused())
        .entry(min(20), resumed(END + min(25))),
    "After the pause the end is 25 November 2026, 14:25:00.000 Lagos time; with the pause added it would be 25 November 2026, 14:10:00.000 Lagos time.",
  ],
  "a resumption that takes time away": [
    () => lot().entry(min(10), paused()).entry(min(20), resumed(END)),
    "After the pause the end is 25 November 2026, 14:00:00.000 Lagos time; with the pause added it would be 25 November 2026, 14:10:00.000 Lagos time.",
  ],
  "another winner than the leader": [
    () => twoBids().entry(hour, ended("ada")),
    "Somebody else won than the person with the highest bid of ₦1,200.00.",
  ],
  "a winner below the reserve": [
    () =>
      lot({ reserve: reserveOf(5000_00).commitment })
        .bids(1, ["ada", 1100])
        .entry(hour, ended("ada", { reserve: reserveOf(5000_00).opened })),
    "Somebody won at ₦1,100.00, which is below the reserve.",
  ],
  "no winner though there is no reserve": [
    () => twoBids().entry(hour, ended(null)),
    "Nobody won, though the highest bid of ₦1,200.00 should have.",
  ],
  "a reserve that was changed": [
    () =>
      lot({ reserve: reserveOf(1000_00).commitment })
        .bids(1, ["ada", 1100])
        .entry(hour, ended(null, { reserve: reserveOf(5000_00).opened })),
    "The reserve of ₦5,000.00 is not the one that the house had fixed for this lot.",
  ],
  "a reserve that is not opened": [
    () =>
      lot({ reserve: reserveOf(1000_00).commitment })
        .bids(1, ["ada", 1100])
        .entry(hour, ended(null)),
    "The house did not open the reserve, so nobody can check whether it was met.",
  ],
  "a reserve that is added with bids": [
    () =>
      twoBids().entry(
        min(3),
        changed({ reserve: reserveOf(5000_00).commitment, contentVersion: 2, endsAt: iso(START + 3 * hour) }),
      ),
    "A reserve was added although the lot has bids.",
  ],
  "an increment that is raised with bids": [
    () => twoBids().entry(min(3), changed({ increment: 500_00, contentVersion: 2, endsAt: iso(START + 3 * hour) })),
    "The increment was raised to ₦500.00 although the lot has bids.",
  ],
  "a soft close that is changed with bids": [
    () => twoBids().entry(min(3), changed({ softClose, contentVersion: 2, endsAt: iso(START + 3 * hour) })),
    "The soft close was changed although the lot has bids.",
  ],
  "a text that is changed under its bidders": [
    () => twoBids().entry(min(3), changed({ lotHash: "a".repeat(64) })),
    "What the lot says was changed under its bidders, without a new version of it.",
  ],
  "a text that is changed shortly before the end": [
    () => twoBids().entry(min(50), changed({ contentVersion: 2, lotHash: "a".repeat(64) })),
    "What the lot says was changed 10 min 0 s before the end; the rules leave two hours.",
  ],
  "a void from a bid on that it does not strike out": [
    () => twoBids().entry(min(3), voided({ from: 1 })),
    "The void begins at bid 1, and does not strike it out.",
  ],
  "a void from a bid on that leaves a later one": [
    () =>
      twoBids()
        .bids(min(3), ["bola", 1300])
        .entry(min(4), voided({ from: 2, price: 1300_00, leader: person("bola"), bidCount: 2 })),
    "Bid 3 counts, although the person's bids from bid 2 on were voided.",
  ],
  "a void that names a bid twice": [
    () => twoBids().entry(min(3), voided({})).entry(min(4), voided({})),
    "Bid 2 was voided twice.",
  ],
  "a void that leaves a wrong price": [
    () => twoBids().entry(min(3), voided({ price: 1050_00 })),
    "After the void the price is given as ₦1,050.00; the highest bid that counts is ₦1,100.00.",
  ],
  "a void that leaves a wrong number of bids": [
    () => twoBids().entry(min(3), voided({ bidCount: 2 })),
    "After the void the log has 1 bid that counts; it says 2.",
  ],
  "a void that makes somebody else the leader": [
    () => twoBids().entry(min(3), voided({ leader: person("chidi") })),
    "After the void somebody leads who does not have the highest bid that counts.",
  ],
  "a void after the end by which the winner owes more": [
    () =>
      twoBids()
        .entry(hour, ended("bola"))
        .entry(
          hour + 1,
          voided({
            bidder: person("ada"),
            voided: [[1, 1, "fraud"]],
            price: 1300_00,
            leader: person("bola"),
            bidCount: 2,
            recorded: [{ at: iso(START + min(2)), number: 3, amount: 1300_00, kind: "auto", bidder: person("bola") }],
          }),
        ),
    "A void after the end raised the price to ₦1,300.00.",
  ],
  "a void of another person's bid": [
    () => twoBids().entry(min(3), voided({ voided: [[1, 1, "fraud"]], price: 1200_00, leader: person("bola") })),
    "Bid 1 was voided as if it were another person's than it is.",
  ],
  "a lot that is cancelled with bids that count": [
    () => twoBids().entry(min(3), { type: "cancelled" }),
    "The lot was cancelled, and 2 bids still count.",
  ],
  "Buy It Now in the last hour": [
    () =>
      lot({ buyItNow: 9000_00 }).entry(
        min(5),
        purchase("started", { price: 9000_00, until: iso(START + min(65)) }),
        paused({ reason: "buy-it-now", until: iso(START + min(65)) }),
      ),
    "Somebody used Buy It Now when an hour or less was left.",
  ],
  "a purchase that is lost too early": [
    () => bought().entry(min(60), purchase("forfeited"), resumed(START + 3 * hour + min(55))),
    "The buyer lost the purchase 5 min 0 s before it was due.",
  ],
  "a sale to somebody else than the winner": [
    () =>
      twoBids()
        .entry(hour, ended("bola"))
        .entry(2 * hour, { type: "sold", winner: person("ada") }),
    "The lot was sold to somebody else than its winner.",
  ],
  "an award to somebody who does not lead": [
    () =>
      twoBids()
        .entry(hour, ended("bola"))
        .entry(2 * hour, { type: "awarded", winner: person("ada"), amount: 1200_00, because: "below-reserve" }),
    "The lot was given to somebody who did not have the highest bid.",
  ],
  "a lot that is removed with bids": [
    () => twoBids().entry(min(3), { type: "removed" }),
    "The lot was removed although somebody had bid on it.",
  ],
  "a first entry that opens nothing": [
    () => new LotStory().bids(0, ["ada", 1100]),
    "The lot's first entry in the log does not open it, so something before it is missing.",
  ],
  "a clock that ended the lot early": [
    () => twoBids().entry(min(57), ended("bola", { by: "clock", endedAt: iso(START + min(57)) })),
    "The log says that the clock ended the lot, 3 min 0 s before its end.",
  ],
  "a clock that ended the lot during a pause": [
    () =>
      twoBids()
        .entry(min(10), paused())
        .entry(hour, ended("bola", { by: "clock" })),
    "The log says that the clock ended the lot while it was paused. The clock ends only lots that are open.",
  ],
  "an end that is written down much later": [
    () => twoBids().entry(2 * hour, ended("bola")),
    "The log wrote the end down at 25 November 2026, 15:00:00.000 Lagos time and says that it was 25 November 2026, 14:00:00.000 Lagos time.",
  ],
};

it.each(Object.entries(unfair))("finds %s", (_, [make, sentence]) => {
  expect(replayed(make()).faults).toContain(sentence);
});

it("reports actions that the rules allow and a bidder should know", () => {
  const early = twoBids().entry(min(57), ended("bola", { endedAt: iso(START + min(57)) }));
  expect(replayed(early).notices).toEqual(["The house ended the lot by hand, 3 min 0 s before its end."]);
  const byHand = twoBids().entry(min(57), ended("bola", { by: "staff", endedAt: iso(START + min(57)) }));
  expect(replayed(byHand).notices).toEqual(replayed(early).notices);
  const late = twoBids().entry(hour + 30_000, ended("bola", { endedAt: iso(END + 30_000) }));
  expect(replayed(late).notices).toEqual(["The lot was closed 30 s after its end. No bid was taken after it."]);
  const moved = twoBids().entry(min(3), changed({ endsAt: iso(START + min(30)) }));
  expect(replayed(moved).notices).toEqual([
    "The house moved the end earlier, from 25 November 2026, 14:00:00.000 Lagos time to 25 November 2026, 13:30:00.000 Lagos time.",
  ]);
  expect(replayed(twoBids().entry(min(3), voided({}))).notices).toEqual([
    "One person had their bids voided (1 bid; reason: fraud).",
  ]);
});

it("goes on when a void is too long for an entry, and names its bids by a digest", () => {
  const digest = { count: 400, sha256: "a".repeat(64) };
  const story = twoBids().entry(min(3), voided({ voided: digest, recorded: { ...digest, count: 3 } }));
  story.entry(min(4), { type: "bid", number: 6, amount: 1200_00, kind: "manual", bidder: person("chidi") });
  expect(replayed(story).faults).toEqual([]);
  expect(replayed(story).notices).toEqual([
    "One person had their bids voided (many bids, which the log names by a digest only; reason: fraud).",
  ]);
});

it("does not accuse anybody when a deleted account has another commitment", () => {
  const story = twoBids().entry(min(3), voided({ bidder: ownOf("bola", "another").commitment }));
  expect(replayed(story).faults).toEqual([]);
});

it("knows the lot as it stands after its entries", () => {
  const { lot: state } = replayed(twoBids().entry(hour, ended("bola")));
  expect(state).toMatchObject({ status: "ended", price: 1200_00, bidCount: 2, winner: person("bola"), version: 4 });
  expect(state.endedBy).toBeNull();
  const { faults, lot: closed } = replayed(twoBids().entry(hour, ended("bola", { by: "clock" })));
  expect([faults, closed.endedBy]).toEqual([[], "clock"]);
  const again = twoBids()
    .entry(min(57), ended("bola", { by: "staff", endedAt: iso(START + min(57)) }))
    .entry(min(58), { type: "reopened" });
  expect(replayed(again).lot.endedBy).toBeNull();
});
