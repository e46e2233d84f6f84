// The verdicts before this one, as the database has them: each is signed and names the one before, and the newest says from where
// the log is followed.
import { toBase64 } from "@jara/proof/bytes";
import { checkpointText } from "@jara/proof/checkpoint";
import { chainFaults, type NightlyVerdict, readVerdict } from "@jara/proof/nightly-verdict";
import type { Key } from "@jara/proof/signed-note";
import type { Query } from "../history/query.ts";
import type { Findings } from "../public-log/findings.ts";

/** Older ones are not read again. */
const READ = 400;

export interface Followed {
  readonly size: number;
  /** In base64. */
  readonly root: string;
  /** For the verifier, as the checkpoint that it remembers. */
  readonly note: string;
}

/** Where the last verdict that followed each log left off, by the log's origin. */
export const checkEarlier = async (
  query: Query,
  name: string,
  keys: readonly Key[],
  findings: Findings,
): Promise<ReadonlyMap<string, Followed>> => {
  const rows = await query<{ note: string }>(
    "select note from log_verdicts where name = $1 order by number desc limit $2::text::int",
    [name, String(READ)],
  );
  const verdicts: NightlyVerdict[] = [];
  for (const { note } of rows.toReversed()) {
    const verdict = readVerdict(note, keys);
    if (typeof verdict === "string") findings.fault(`In the database: ${verdict}`);
    else verdicts.push(verdict);
  }
  const [oldest] = verdicts;
  if (oldest && rows.length < READ && oldest.number > 1)
    findings.fault(`Verdict ${oldest.number - 1} of ${name} is missing.`);
  for (const fault of chainFaults(verdicts)) findings.fault(fault);
  const followed = new Map<string, Followed>();
  for (const { logs } of verdicts) {
    for (const { origin, to } of logs) {
      // The signature does not count, because the verdict that names it is signed.
      const note = `${checkpointText(origin, to)}\n— ${origin} AAAAAAAA\n`;
      followed.set(origin, { size: to.size, root: toBase64(to.root), note });
    }
  }
  return followed;
};
