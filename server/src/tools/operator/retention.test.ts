import { expect, it } from "vitest";
import { keptBackups } from "./retention.ts";

/** A backup a day at 02:00 UTC, `count` days back from Wednesday 25 November 2026, named by the day. */
const daily = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const at = Date.UTC(2026, 10, 25 - n, 2);
    return { name: new Date(at).toISOString().slice(0, 10), at };
  });

it("keeps the newest of each of 7 days and of each of 4 weeks", () => {
  expect([...keptBackups(daily(60), { daily: 7, weekly: 4 })].sort()).toEqual([
    "2026-11-08",
    "2026-11-15",
    "2026-11-19",
    "2026-11-20",
    "2026-11-21",
    "2026-11-22",
    "2026-11-23",
    "2026-11-24",
    "2026-11-25",
  ]);
});

it("counts days that have a backup, so that a week without any does not empty the folder", () => {
  const old = daily(60).slice(20, 25);
  expect(keptBackups(old, { daily: 3, weekly: 0 })).toEqual(new Set(old.slice(0, 3).map(({ name }) => name)));
});

it("keeps the last of several backups of one day, and always the newest of all", () => {
  const [newest = { name: "", at: 0 }] = daily(1);
  const hours = Array.from({ length: 5 }, (_, n) => ({ name: `${n} hours before`, at: newest.at - n * 3_600_000 }));
  expect(keptBackups(hours, { daily: 1, weekly: 0 })).toEqual(new Set(["0 hours before"]));
  expect(keptBackups(hours, { daily: 0, weekly: 0 })).toEqual(new Set(["0 hours before"]));
  expect(keptBackups([], { daily: 7, weekly: 4 })).toEqual(new Set());
});
