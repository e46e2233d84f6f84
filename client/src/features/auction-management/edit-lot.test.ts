// Tests what an edit sends, and which effects need a confirmation.
import type { Auction, Media } from "@jara/shared/auction";
import { describe, expect, it } from "vitest";
import { toForm } from "../../lots/lot-form/lot-form.ts";
import { rulesFor } from "../../lots/lot-form/rules.ts";
import { sayValue } from "../../lots/lot-form/say-value.ts";
import { isHarmless, questionFor } from "../../lots/status/status-question.ts";
import { editQuestion } from "./edit-effects.ts";
import { seenBy, toBody } from "./edit-lot.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");
const auction = {
  title: "Drum",
  description: "Loud.",
  location: "Kano",
  status: "active",
  categories: ["toys"],
  condition: "good",
  currency: "NGN",
  startingPrice: 1000,
  currentPrice: 1500,
  bidIncrement: 100,
  buyItNowPrice: 9000,
  reservePrice: 5000,
  reserveMet: false,
  bidCount: 1,
  leader: { username: "ada" },
  winner: null,
  startTime: null,
  endTime: "2026-11-22T12:00:30.000Z",
  pausedUntil: null,
} as Auction;
const form = toForm(auction);

it("names the values that its author saw, of the fields that it changes alone", () => {
  const seen = seenBy(auction, {
    title: "Gong",
    reservePrice: null,
    endTime: "2026-11-23T12:00:00.000Z",
    softClose: null,
  });
  expect(seen).toEqual({ title: "Drum", reservePrice: 5000, endTime: auction.endTime, softClose: null });
  expect(seenBy({ ...auction, incrementSteps: [[0, 5]] }, { incrementTable: false })).toEqual({ incrementTable: true });
  // A reader who may not see the reserve does not say what it was.
  const { reservePrice: _, ...hidden } = auction;
  expect(seenBy(hidden as Auction, { reservePrice: null })).toEqual({});
});

describe("the body of an edit", () => {
  it("is empty when nothing differs, because seconds of a time and the spelling of an amount do not count", () => {
    expect(form.endTime).toBe("2026-11-22T13:00");
    expect(toBody({ ...form, startingPrice: " 1000 ", title: "Drum " }, form)).toEqual({});
  });

  it("has null for an emptied price, and no location or end time for an emptied one", () => {
    const emptied = { ...form, buyItNowPrice: "", reservePrice: "", location: " ", endTime: "" };
    expect(toBody(emptied, form)).toEqual({ buyItNowPrice: null, reservePrice: null });
  });

  it("has the media in their new order, and none when they are as they were", () => {
    const [front, side]: Media[] = [
      { url: "/media/a.webp", type: "image" },
      { url: "/media/b.webp", type: "image" },
    ];
    if (!front || !side) throw new Error("no media");
    const withMedia = toForm({ ...auction, media: [front, side] });
    expect(toBody({ ...withMedia, media: [{ ...front }, { ...side }] }, withMedia)).toEqual({});
    expect(toBody({ ...withMedia, media: [side, front] }, withMedia)).toEqual({ media: [side, front] });
    expect(sayValue("media", withMedia)).toBe("2 pictures and no videos");
  });

  it("converts an end time from Lagos time to UTC", () => {
    expect(toBody({ ...form, endTime: "2026-11-23T09:30" }, form)).toEqual({ endTime: "2026-11-23T08:30:00.000Z" });
  });
});

it("sends window and cap of the soft close together when one was changed, and null when it is off", () => {
  const soft = toForm({ ...auction, softClose: { windowSeconds: 120, capMinutes: 30 } });
  expect(toBody(soft, soft)).toEqual({});
  expect(toBody({ ...soft, softCloseCap: "45" }, soft)).toEqual({
    softClose: { windowSeconds: 120, capMinutes: 45 },
  });
  expect(toBody({ ...soft, softCloseWindow: "off" }, soft)).toEqual({ softClose: null });
  expect(toBody({ ...form, softCloseCap: "45" }, form), "a cap of nothing").toEqual({});
});

describe("a question before saving", () => {
  it("is asked for every status except a pause and a resume, but also for a resume that voids a purchase", () => {
    expect(isHarmless(auction, "paused")).toBe(true);
    const paused = { ...auction, status: "paused" } as const;
    expect(questionFor(paused, "active", NOW)).toBeNull();
    const bought = questionFor({ ...paused, pausedUntil: "2026-11-21T13:00:00.000Z" }, "active", NOW);
    expect(bought?.effects[0]).toMatch(/purchase becomes void without a penalty/);
    for (const to of ["ended", "sold", "cancelled", "draft"] as const) {
      expect(questionFor(auction, to, NOW)?.danger, to).toBe(true);
    }
  });

  it("is asked for an end, and names the winner from leader and reserve", () => {
    const met = { ...auction, reserveMet: true };
    expect(questionFor(met, "ended", NOW)?.effects.join(" ")).toContain("ada wins at ₦1,500.00");
    expect(questionFor(auction, "ended", NOW)?.effects.join(" ")).toContain("The reserve is not met");
    const unbid = { ...auction, leader: null };
    expect(questionFor(unbid, "ended", NOW)?.effects.join(" ")).toContain("Nobody has bid");
  });

  it("is asked for an opening after the end time, and requires a new end time", () => {
    const over = { ...auction, status: "ended", endTime: "2026-11-21T11:00:00.000Z" } as const;
    expect(questionFor(over, "active", NOW)?.needsEndTime).toBe(true);
    expect(questionFor(over, "cancelled", NOW)?.needsEndTime).toBe(false);
  });

  it("is asked for a past end time and for a lowered reserve with bids, and not for a new title without bids", () => {
    expect(editQuestion({ ...auction, bidCount: 0 }, { title: "Drums" }, NOW)).toBeNull();
    expect(editQuestion(auction, { endTime: "2026-11-21T11:00:00.000Z" }, NOW)?.yes).toBe("Close the auction");
    expect(editQuestion(auction, { reservePrice: 2000 }, NOW)?.yes).toBe("Lower the reserve");
    expect(editQuestion({ ...auction, bidCount: 0 }, { reservePrice: 2000 }, NOW)).toBeNull();
  });

  it("is asked for a content change with bids, and says who is notified, what is suspended and whether the end moves", () => {
    const effects = (change: Partial<Auction>, body: object) =>
      editQuestion({ ...auction, ...change }, body, NOW)?.effects.join(" ") ?? "";
    for (const body of [{ title: "Drums" }, { bidIncrement: 50 }, { media: [] }, { buyItNowPrice: null }]) {
      expect(effects({}, body)).toMatch(/All bidders are notified.*withdraw.*maximums.*suspended/);
    }
    expect(effects({}, { title: "Drums" })).not.toMatch(/end moves/);
    const soon = "2026-11-21T13:59:00.000Z";
    expect(effects({ endTime: soon }, { title: "Drums" })).toMatch(/end moves to two hours from now/);
    expect(effects({ hasReserve: true }, { reservePrice: null })).toMatch(/suspended/);
    expect(effects({ hasReserve: true }, { reservePrice: 2000 })).not.toMatch(/suspended/);
    expect(effects({}, { endTime: "2026-11-23T12:00:00.000Z" })).toBe("");
  });
});

describe("increments that rise with the price", () => {
  const steps = [
    [2_000, 100],
    [null, 250],
  ] as [number | null, number][];
  const risen = { ...auction, bidCount: 0, incrementSteps: steps } as Auction;
  const rising = toForm(risen);

  it("can be chosen, and can be replaced by one typed increment", () => {
    expect(toBody({ ...form, incrementKind: "table" }, form)).toEqual({ incrementTable: true });
    expect(toBody({ ...form, incrementKind: "table", bidIncrement: "7" }, form)).toEqual({ incrementTable: true });
    expect(toBody({ ...rising, incrementKind: "one", bidIncrement: "70" }, rising)).toEqual({
      incrementTable: false,
      bidIncrement: 70,
    });
    expect(toBody({ ...rising, incrementKind: "one" }, rising)).toEqual({ incrementTable: false });
  });

  it("send no increment, because the price determines it, and do not require a typed increment", () => {
    expect(toBody({ ...rising, bidIncrement: "9" }, rising)).toEqual({});
    expect(rulesFor(risen).bidIncrement("", rising)).toBe(true);
    expect(sayValue("incrementKind", rising)).toBe("Rises with the price");
  });
});
