// Detects that a value changed since its author saw it, so that nobody overwrites a change that they do not know of.
import type { FieldChange } from "./auction.ts";
import { type ErrorBody, refusal } from "./errors.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the refusal (VALUE_CHANGED) of a write whose author saw other values than the stored ones; null if there is
 * none. `seen`: the fields as the author saw them. A field that is absent from it may have any value. A field that is
 * stored as `wanted` already is no conflict.
 */
export const whyChangedSince = (seen: Values | undefined, stored: Values, wanted: Values): ErrorBody | null => {
  const changes = Object.entries(seen ?? {}).flatMap(([field, value]): FieldChange[] => {
    const [before, after] = [value ?? null, stored[field] ?? null];
    const isAsWanted = Object.hasOwn(wanted, field) && plain(wanted[field]) === plain(after);
    return isAsWanted || plain(before) === plain(after) ? [] : [{ field, before, after }];
  });
  return changes.length === 0 ? null : refusal("VALUE_CHANGED", { changes });
};

/** Equal values give equal texts: the order of fields does not count, and an absent field is like null. */
const plain = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, part: unknown) =>
    isRecord(part)
      ? Object.entries(part)
          .filter(([, one]) => one != null)
          .sort(([a], [b]) => (a < b ? -1 : 1))
      : part,
  );

const isRecord = (part: unknown): part is object => typeof part === "object" && part !== null && !Array.isArray(part);
