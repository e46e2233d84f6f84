// Reads the newest nightly verdicts of the house, and checks them on this device: each is signed, and each names the
// one before.
import type { NightlyVerdict } from "@jara/proof/nightly-verdict";
import { useQuery } from "@tanstack/react-query";
import { logKeys } from "../../lib/log-keys.ts";

const SHOWN = 8;

export interface ReadVerdicts {
  /** The newest first. */
  readonly verdicts: readonly NightlyVerdict[];
  /** Sentences that say what is wrong with the signatures or with the chain. */
  readonly faults: readonly string[];
  /** Null: the newest one is of the last day that can have one. */
  readonly late: string | null;
}

const readVerdicts = async (signal: AbortSignal): Promise<ReadVerdicts> => {
  const response = await fetch(`/log/verdicts?limit=${SHOWN}`, { signal });
  if (!response.ok) throw new Error("The verdicts could not be read.");
  const { verdicts: answers } = (await response.json()) as { verdicts: { note: string }[] };
  const [{ chainFaults, chainsOf, lateWords, readVerdict }, { parseVkey }, { house }] = await Promise.all([
    import("@jara/proof/nightly-verdict"),
    import("@jara/proof/signed-note"),
    logKeys(),
  ]);
  const keys = house.map(parseVkey).filter((key) => key !== null);
  const read = answers.map(({ note }) => readVerdict(note, keys));
  const verdicts = read.filter((verdict) => typeof verdict !== "string");
  const faults = [
    ...read.filter((verdict) => typeof verdict === "string"),
    ...[...chainsOf(verdicts).values()].flatMap(chainFaults),
  ];
  return { verdicts, faults, late: lateWords(verdicts[0]?.date ?? null, Date.now()) };
};

export const useVerdicts = () =>
  useQuery({ queryKey: ["log-verdicts"], queryFn: ({ signal }) => readVerdicts(signal), retry: 1 });
