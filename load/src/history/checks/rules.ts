// Checks the percentages and payment days of lots: each lot takes those of the site's settings once, when it opens.
import { check, firstOf, unlike } from "../check.ts";
import type { Step, TakenRules } from "../log.ts";
import type { Stored } from "../stored.ts";

/** Two changes of one moment may be dated a little apart by two servers. */
const AROUND_MS = 1_000;

export const rules = check(
  "rules",
  "A lot takes the percentages and payment days that are in force when it stops being a draft, and keeps them",
  ({ auctions, stored }, tally) => {
    for (const { id, steps } of auctions.values()) {
      for (const step of steps) {
        if (!opens(step)) {
          const isKept = step.before?.rules === step.after.rules || step.after.status === "draft";
          tally.tried(
            id,
            step.before && !isKept ? `revision ${step.row.revision} changes the rules of an open lot` : null,
          );
          continue;
        }
        tally.tried(id, wrongRules(step.after.rules, step.row.at, stored));
      }
    }
  },
);

/** True for a change with which the lot stops being a draft. */
export const opens = ({ before, after }: Step): boolean =>
  (before === null || before.status === "draft") && after.status !== "draft" && !after.isRemoved;

const wrongRules = (taken: TakenRules | null, at: number, { rules }: Stored): string | null => {
  const versions = rules.map((one) => ({ at: one.at, version: one.rules.version, value: one.rules }));
  return wrongVersion("the rules", taken && { version: taken.version, value: taken }, at, versions);
};

interface Version {
  readonly version: number;
  readonly value: unknown;
}

/** Null if the value is that of its version, and the version was in force at the time. */
export const wrongVersion = (
  of: string,
  taken: Version | null,
  at: number,
  versions: readonly (Version & { readonly at: number })[],
): string | null => {
  const version = taken?.version ?? 0;
  const stored = versions.find((one) => one.version === version);
  const next = versions.find((one) => one.version === version + 1);
  return firstOf(
    version > 0 && !stored && `it takes version ${version} of ${of}, which the settings do not have`,
    taken && stored && unlike(`version ${version} of ${of}`, stored.value, taken.value),
    stored && stored.at > at + AROUND_MS && `it takes version ${version} of ${of} before it was set`,
    next &&
      next.at < at - AROUND_MS - COMMITS_WITHIN_MS &&
      `it takes version ${version} of ${of} after a newer one was set`,
  );
};

/** A change of the settings commits within this time after its date. */
const COMMITS_WITHIN_MS = 10_000;
