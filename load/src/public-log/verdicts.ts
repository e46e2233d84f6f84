// Reads the nightly verdicts of a site: each is signed, each names the one before, and the newest one of the last run
// must still be among them. A verdict is the house's own statement, so a bad one is reported, but it is no fault that
// this verifier found.
import { fromUtf8 } from "@jara/proof/bytes";
import { chainFaults, chainsOf, lateWords, type NightlyVerdict, readVerdict } from "@jara/proof/nightly-verdict";
import type { Key } from "@jara/proof/signed-note";
import { z } from "zod";
import type { Findings } from "./findings.ts";
import { type Source, Unread } from "./source.ts";

const schema = z.object({
  verdicts: z.array(z.object({ note: z.string() })),
  pagination: z.object({ pages: z.int() }),
});

/** A site makes one each night. */
const PAGE = 100;
const MOST_PAGES = 40;

export interface Verdicts {
  /** The newest first. */
  readonly newest: readonly NightlyVerdict[];
  /** The next run remembers these, by name. */
  readonly notes: Readonly<Record<string, string>>;
}

export const readVerdicts = async (
  source: Source,
  keys: readonly Key[],
  remembered: Readonly<Record<string, string>>,
  now: number,
  findings: Findings,
): Promise<Verdicts> => {
  const read: NightlyVerdict[] = [];
  for (const note of await notesOf(source)) {
    const verdict = readVerdict(note, keys);
    if (typeof verdict === "string") findings.fault(verdict);
    else read.push(verdict);
  }
  const byName = chainsOf(read);
  const notes: Record<string, string> = { ...remembered };
  for (const [name, chain] of byName) {
    if (chain[0]?.number !== 1) findings.fault(`Verdict 1 of ${name} is missing.`);
    for (const fault of chainFaults(chain)) findings.fault(fault);
    const last = chain.at(-1);
    if (last) notes[name] = last.note;
  }
  for (const [name, note] of Object.entries(remembered)) compare(name, note, keys, byName.get(name) ?? [], findings);
  const late = lateWords(read[0]?.date ?? null, now);
  if (late !== null) findings.notice(late);
  return { newest: read, notes };
};

/** The verdict that the house signed before must still stand. */
const compare = (
  name: string,
  note: string,
  keys: readonly Key[],
  chain: readonly NightlyVerdict[],
  findings: Findings,
): void => {
  const known = readVerdict(note, keys);
  if (typeof known === "string") return;
  const now = chain.find(({ number }) => number === known.number);
  if (now?.hash === known.hash) return;
  const what = `verdict ${known.number} of ${name}`;
  findings.contradiction(
    now
      ? `The house signed two different ones as ${what}. Both are kept.`
      : `The house had signed ${what} on ${known.date}, and shows it no more.`,
    `${name}-${known.number}`,
    note,
    ...(now ? [now.note] : []),
  );
};

const notesOf = async (source: Source): Promise<string[]> => {
  const notes: string[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const where = `log/verdicts?page=${page}&limit=${PAGE}`;
    let answer: ReturnType<typeof schema.safeParse>;
    try {
      answer = schema.safeParse(JSON.parse(fromUtf8(await source.read(where)) ?? ""));
    } catch (error) {
      if (error instanceof Unread) throw error;
      throw new Unread(`The site's ${where} is no JSON.`);
    }
    if (!answer.success) throw new Unread(`The site's ${where} is not as it should be.`);
    notes.push(...answer.data.verdicts.map(({ note }) => note));
    if (page >= answer.data.pagination.pages) break;
  }
  // While the pages were read, a new one may have moved one of them to the next page.
  return [...new Set(notes)];
};
