// An entry of the log: the facts of one public version of one lot. Everything in an entry is checked before it is used.
// An entry of another form is itself a fault, and the fault is described in words.
import { fromUtf8 } from "./bytes.ts";
import { type Json, parseCanonical } from "./canonical-json.ts";
import { type Fact, shapes } from "./facts.ts";
import { isIso, isUuid, isWhole, type Shape, wrongIn } from "./shape.ts";

export interface Leaf {
  readonly auction: string;
  readonly version: number;
  /** ISO, and the same in ms since 1970. */
  readonly at: string;
  readonly atMs: number;
  readonly facts: readonly Fact[];
}

/** The first entry of a log that replaces another one, after a database was restored from a backup. */
export interface LogRestarted {
  readonly at: string;
  readonly restart: { readonly previous: string; readonly reason: string };
}

export type Entry = Leaf | LogRestarted;

const leafShape: Shape = {
  at: isIso,
  auction: isUuid,
  facts: Array.isArray,
  v: (value) => value === 1,
  version: (value) => isWhole(value) && (value as number) > 0,
};
const restartShape: Shape = { at: isIso, facts: Array.isArray, v: (value) => value === 1 };

/** Returns a sentence if the entry is not as the format says. */
export const parseEntry = (bytes: Uint8Array): Entry | string => {
  const text = fromUtf8(bytes);
  const value = text === null ? undefined : parseCanonical(text);
  if (value === undefined) return "The entry is not written in the one spelling that the format allows.";
  if (!isRecord(value)) return "The entry is no object.";
  return isRestart(value) ? restartIn(value) : leafIn(value);
};

const isRecord = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isRestart = ({ auction, facts }: { readonly [key: string]: Json }): boolean => {
  const [first] = Array.isArray(facts) ? facts : [];
  return auction === undefined && isRecord(first) && first.type === "log-restarted";
};

const restartIn = (value: { readonly [key: string]: Json }): LogRestarted | string => {
  const { at, facts } = value as unknown as { at: string; facts: { previous: string; reason: string }[] };
  const [fact] = facts;
  const wrong = wrongIn(value, restartShape);
  if (wrong) return `The entry ${wrong}.`;
  if (!fact || facts.length !== 1 || typeof fact.previous !== "string" || typeof fact.reason !== "string") {
    return "The entry does not say which log it continues.";
  }
  return { at, restart: { previous: fact.previous, reason: fact.reason } };
};

const leafIn = (value: { readonly [key: string]: Json }): Leaf | string => {
  const wrong = wrongIn(value, leafShape);
  if (wrong) return `The entry ${wrong}.`;
  const { auction, version, at, facts } = value as unknown as Leaf;
  if (facts.length === 0) return "The entry holds no fact.";
  for (const fact of facts as readonly Json[]) {
    const type = isRecord(fact) && typeof fact.type === "string" ? fact.type : "";
    const shape = Object.hasOwn(shapes, type) ? shapes[type as Fact["type"]] : undefined;
    if (!isRecord(fact) || !shape) return `The entry holds a fact of an unknown kind: ${JSON.stringify(type)}.`;
    const { type: _, ...fields } = fact;
    const wrongFact = wrongIn(fields, shape);
    if (wrongFact) return `The fact “${type}” ${wrongFact}.`;
  }
  return { auction, version, at, atMs: Date.parse(at), facts };
};
