// The earlier verdicts, as the database has them: each is signed and names the one before, and the newest says from
// where the log must be followed.
import { toBase64 } from "@jara/proof/bytes";
import { checkpointText } from "@jara/proof/checkpoint";
import { chainFaults, type NightlyVerdict, readVerdict } from "@jara/proof/nightly-verdict";
import type { Key } from "@jara/proof/signed-note";
import type { Query } from "../history/query.ts";
import type { Findings } from "../public-log/findings.ts";

/** The check reads so many of the newest verdicts again, and no older ones. */
const READ = 400;

export interface Followed {
  readonly size: number;
  /** The hash of the tree, in base64. */
  readonly root: string;
  /** The verifier takes this note for the checkpoint that it remembers. */
  readonly note: string;
}

/** Checks the chain. Returns, by the log's origin, where the last verdict that followed it left off. */
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
