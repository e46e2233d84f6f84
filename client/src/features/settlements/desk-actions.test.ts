import type { Settlement } from "@jara/shared/rest/settlements";
import { expect, it } from "vitest";
import { actionLabel, deskActions, isMain, isPossible } from "./desk-actions.ts";
import { settlement } from "./settlement-for-test.ts";

/** The lot of a win that was not paid. */
const ended = { ...settlement().auction, status: "ended" as const };
const pickup = (status: NonNullable<Settlement["pickup"]>["status"]): Settlement["pickup"] => ({
  status,
  place: null,
  hours: null,
  readyAt: null,
  handedOverAt: null,
});

it.each<[string, Partial<Settlement>, string[]]>([
  ["an open one", {}, ["Record payment", "Payment received", "Extend deadline", "Remind", "Waive"]],
  [
    "an open one that is paid in part",
    { paid: 1000 },
    ["Record payment", "Payment received", "Extend deadline", "Remind", "Waive", "Reverse payment"],
  ],
  ["a paid one", { status: "paid", pickup: pickup("waiting") }, ["Reverse payment", "Ready for pickup"]],
  ["one that is ready", { status: "paid", pickup: pickup("ready") }, ["Reverse payment", "Change pickup", "Hand over"]],
  ["one that was handed over", { status: "paid", pickup: pickup("handed-over") }, []],
  [
    "one that was handed over, and that its deposit alone pays since a void",
    { status: "paid", pickup: pickup("handed-over"), deposit: 12_000, total: 12_000 },
    ["Reverse payment"],
  ],
  [
    "a forfeited win",
    { kind: "win", status: "forfeited", auction: ended },
    ["Reverse forfeit", "Second chance", "Pardon"],
  ],
  [
    "a pardoned win",
    { kind: "win", status: "forfeited", auction: ended, pardonedAt: "2026-11-21T12:00:00.000Z" },
    ["Reverse forfeit", "Second chance"],
  ],
  [
    "a forfeited win whose lot is sold by now",
    { kind: "win", status: "forfeited", auction: { ...ended, status: "sold" } },
    ["Reverse forfeit", "Pardon"],
  ],
  [
    "a win that is void because the winner's bids were voided",
    { kind: "win", status: "void", auction: ended },
    ["Second chance"],
  ],
  [
    "a forfeited win whose lot was relisted",
    { kind: "win", status: "forfeited", auction: { ...ended, isRelisted: true } },
    ["Pardon"],
  ],
  ["a forfeited purchase", { status: "forfeited" }, ["Reverse forfeit"]],
  ["a waived one", { status: "waived" }, []],
  ["a void one", { status: "void" }, []],
])("offers for %s the possible actions and no others", (_what, change, labels) => {
  const one = settlement(change);
  expect(deskActions.filter((action) => isPossible(action, one)).map((action) => actionLabel(action, one))).toEqual(
    labels,
  );
});

it.each<[string, Partial<Settlement>, string[]]>([
  ["an open one", { paid: 1000 }, ["Record payment"]],
  ["a paid one", { status: "paid", pickup: pickup("waiting") }, ["Ready for pickup"]],
  ["one that is ready", { status: "paid", pickup: pickup("ready") }, ["Hand over"]],
  ["a forfeited win", { kind: "win", status: "forfeited", auction: ended }, ["Second chance"]],
  ["a waived one", { status: "waived" }, []],
])("has one main action for %s", (_what, change, labels) => {
  const one = settlement(change);
  const main = deskActions.filter((action) => isPossible(action, one) && isMain(action, one));
  expect(main.map((action) => actionLabel(action, one))).toEqual(labels);
});
