// Reads `GET /log`: the site's logs, and the keys of the house and of its witnesses. These keys are only the house's
// own statement, so they are compared with those that the verifier remembers or was given.
import { fromUtf8 } from "@jara/proof/bytes";
import { type Key, parseVkey } from "@jara/proof/signed-note";
import { z } from "zod";
import { type Source, Unread } from "./source.ts";

const keySchema = z.object({ vkey: z.string() });
const schema = z.object({
  logs: z.array(z.object({ number: z.int().positive(), origin: z.string() })).max(1000),
  keys: z.array(keySchema).max(1000),
  receiptKeys: z.array(keySchema).max(1000),
  witnesses: z.array(z.object({ vkey: z.string(), size: z.int().nonnegative().optional() })).max(100),
  // A site of an older version has no verdicts.
  verdictKeys: z.array(keySchema).max(1000).optional(),
});

export interface IndexOfLogs {
  readonly logs: readonly { readonly number: number; readonly origin: string }[];
  readonly keys: readonly Key[];
  readonly receiptKeys: readonly Key[];
  /** `size`: so many entries of the newest log the witness has signed, as the house says. */
  readonly witnesses: readonly { readonly witness: Key; readonly size: number }[];
  /** Null: the site makes no verdicts. */
  readonly verdictKeys: readonly Key[] | null;
}

export const readIndex = async (source: Source): Promise<IndexOfLogs> => {
  const text = fromUtf8(await source.read("log"));
  let parsed: ReturnType<typeof schema.safeParse>;
  try {
    parsed = schema.safeParse(JSON.parse(text ?? ""));
  } catch {
    throw new Unread("The site's /log is no JSON.");
  }
  if (!parsed.success) throw new Unread(`The site's /log is not as it should be: ${parsed.error.issues[0]?.message}`);
  const { logs, keys, receiptKeys, witnesses, verdictKeys } = parsed.data;
  return {
    logs: logs.toSorted((a, b) => a.number - b.number),
    keys: known(keys),
    receiptKeys: known(receiptKeys),
    witnesses: witnesses.flatMap(({ vkey, size = 0 }) => {
      const witness = parseVkey(vkey);
      return witness ? [{ witness, size }] : [];
    }),
    verdictKeys: verdictKeys ? known(verdictKeys) : null,
  };
};

const known = (all: readonly { readonly vkey: string }[]): Key[] =>
  all.map(({ vkey }) => parseVkey(vkey)).filter((key) => key !== null);
