import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { commandExpiry, orphanRemoval } from "../../../test/contracts/cleanup-contract.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import { removeStaleParts } from "../../features/media/stale-parts.ts";
import { startCleanups } from "./cleanup.ts";

const folder = mkdtempSync(path.join(tmpdir(), "jara-cleanup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("cleanup", () => {
  const test = withDatabase();
  commandExpiry(test);
  orphanRemoval(test, () => folder);
});

it("removes parts of a file that a killed node left after a day, and no other file", async () => {
  const place = path.join(folder, "media");
  mkdirSync(path.join(place, "incoming"), { recursive: true });
  const put = (name: string, hoursAgo: number): void => {
    const file = path.join(place, name);
    writeFileSync(file, "x");
    utimesSync(file, new Date(), new Date(Date.now() - hoursAgo * 3_600_000));
  };
  put("incoming/old", 25);
  put("incoming/new", 23);
  put(".0123456789abcdef.part", 25);
  put(".fedcba9876543210.part", 1);
  put("0123456789abcdef0123456789abcdef.webp", 1_000);
  await removeStaleParts(place);
  await removeStaleParts(path.join(folder, "nowhere"));
  expect(readdirSync(path.join(place, "incoming"))).toEqual(["new"]);
  expect(readdirSync(place).sort()).toEqual([
    ".fedcba9876543210.part",
    "0123456789abcdef0123456789abcdef.webp",
    "incoming",
  ]);
});

it("runs a failed job again, and ends its lease when it stops", async () => {
  let runs = 0;
  const end = vi.fn(async () => {});
  const failed = vi.fn();
  const job = {
    name: "a job",
    everyMs: 1,
    end,
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error("away");
    },
  };
  const { stop } = startCleanups([job], { failed, log: { warn: () => {} }, firstAfterMs: 0 });
  await vi.waitFor(() => expect(runs).toBeGreaterThan(2), 15_000);
  await stop();
  const runsAtEnd = runs;
  // Another job of the same pause runs several times: the stopped one had the time to.
  const another = vi.fn(async () => {});
  const others = startCleanups([{ ...job, run: another }], { failed, log: { warn: () => {} }, firstAfterMs: 0 });
  await vi.waitFor(() => expect(another.mock.calls.length).toBeGreaterThan(5), 15_000);
  await others.stop();
  expect([runs, failed.mock.calls, end.mock.calls.length]).toEqual([runsAtEnd, [["a job"]], 2]);
});
