// Tests which of a lot's changes bidders get on any page, and in which order, after a reader wrote them mails.
import type { PushFrame } from "@jara/shared/live-commands";
import { expect, it } from "vitest";
import {
  anAuction,
  buyItNow,
  changeStatus,
  edit,
  minor,
  placeBid,
  voidBids,
} from "../../test/support/given-auction.ts";
import { type PlayedAuction, played } from "../../test/support/play-auction.ts";
import { mailsOf, noticesOf } from "../log-readers/mails-of-change.ts";
import { type MailedChange, publishNotices } from "./bidder-notices.ts";
import type { Rooms } from "./rooms.ts";

/** The events that each of these bidders gets of the last changes, all read at once. */
const eventsOf = ({ steps }: PlayedAuction, last: number, ...bidders: string[]): string[] => {
  const changes = steps.slice(-last);
  const own = changes.flatMap((change) => mailsOf(change).map((mail) => ({ ...mail, change })));
  const toAll = changes.flatMap((change) =>
    noticesOf(change).flatMap(({ kind, besides }) =>
      bidders.filter((userId) => userId !== besides).map((userId) => ({ userId, kind, change })),
    ),
  );
  const events: string[] = [];
  const rooms = {
    mayReach: () => true,
    publishEverywhere: (room: string, { type }: PushFrame) => events.push(`${room} ${type}`),
  } as unknown as Rooms;
  publishNotices(rooms, [...own, ...toAll] as unknown as MailedChange[], 0);
  return events;
};
const withBids = () =>
  played(anAuction({ buyItNowMinor: minor(9000) })).play(placeBid("ada", 1100), placeBid("bola", 1200));

it("sends the changes that one reading finds in the order of the lot's versions", () => {
  const auction = withBids().play(edit("admin", { title: "A drum" }), voidBids("bola"));
  expect(eventsOf(auction, 2, "bola")).toEqual(["user:bola auction:updated", "user:bola auction:bids-voided"]);
});

it("sends a bidder whose unpaid purchase a cancellation undoes one event", () => {
  const auction = withBids().play(buyItNow("ada"), changeStatus("admin", "cancelled"));
  expect(eventsOf(auction, 1, "ada", "bola")).toEqual(["user:ada auction:status", "user:bola auction:status"]);
});

it("sends the winner whose win a reopening undoes one event, as every bidder", () => {
  const auction = withBids().play(changeStatus("admin", "ended"), changeStatus("admin", "active"));
  expect(eventsOf(auction, 1, "ada", "bola").sort()).toEqual(["user:ada auction:status", "user:bola auction:status"]);
});

it("sends the winner whose bids are voided after the end no status, because the lot's stays", () => {
  const auction = withBids().play(changeStatus("admin", "ended"), voidBids("bola"));
  expect(new Set(eventsOf(auction, 1, "bola"))).not.toContain("user:bola auction:status");
  expect(eventsOf(auction, 1, "bola")[0]).toBe("user:bola auction:bids-voided");
});
