import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { smallHistory } from "../../test/support/small-history.ts";
import { readHistory, writeHistory } from "./history-file.ts";

const folder = mkdtempSync(path.join(tmpdir(), "jara-history-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("is read back as it was written, and only its owner may read it", async () => {
  const file = path.join(folder, "one.ndjson");
  const history = { ...smallHistory().history, staffMayBid: true, reservesMoney: true, takesDeposits: true };
  await writeHistory(file, history);
  expect(await readHistory(file)).toEqual(history);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it.each([
  ["nothing", ""],
  ["another file", '{"jara":"load field 1"}\n'],
  ["no JSON", "history\n"],
])("refuses %s", async (_, text) => {
  const file = path.join(folder, "other.ndjson");
  writeFileSync(file, text);
  await expect(readHistory(file)).rejects.toThrow(/is not a history/);
});

it("reports what cannot be read", async () => {
  await expect(readHistory(path.join(folder, "none"))).rejects.toThrow(/cannot be read: ENOENT/);
});
