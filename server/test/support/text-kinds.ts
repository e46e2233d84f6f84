// Finds texts in the schema of a call that are of no kind (shared/src/text/kinds.ts), and so would be taken uncleaned.
import * as clean from "@jara/shared/text/clean";
import { wireTime } from "@jara/shared/wire-time";
import type * as z from "zod/mini";

interface Def {
  readonly type: string;
  readonly format?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
  readonly items?: readonly Schema[];
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly left?: Schema;
  readonly right?: Schema;
  readonly keyType?: Schema;
  readonly valueType?: Schema;
}
interface Check {
  readonly check: string;
  readonly tx?: unknown;
  readonly pattern?: RegExp;
}
type Schema = { readonly _zod: { readonly def: Def } };

const cleaners = new Set<unknown>(Object.values(clean));
/** Formats whose own pattern names every character. */
const formats = new Set(["guid", "uuid", "datetime", "date"]);

/** Whether the pattern takes nothing but characters that it names, so that no invisible one passes. */
const namesItsCharacters = ({ source, flags }: RegExp): boolean =>
  /^\^.*\$$/.test(source) &&
  flags === "" &&
  !/\\[sSDWpP]|\[\^/.test(source) &&
  !source
    .replace(/\\./g, "")
    .replace(/\[[^\]]*\]/g, "")
    .includes(".");

const isOfKind = ({ format, checks = [] }: Def): boolean =>
  (format !== undefined && formats.has(format)) ||
  checks.some(({ _zod: { def } }) => cleaners.has(def.tx) || (def.pattern && namesItsCharacters(def.pattern)));

/** The places of texts without a kind, such as `body.title`. */
export const textsWithoutKind = (schema: z.core.$ZodType, at: string): string[] =>
  walk(schema as unknown as Schema, at);

const walk = (schema: Schema, at: string): string[] => {
  const { def } = schema._zod;
  // A time that the server wrote comes back as it was.
  if ((schema as unknown) === wireTime) return [];
  if (def.type === "string") return isOfKind(def) ? [] : [at];
  const parts: readonly [string, Schema | undefined][] = [
    ...Object.entries(def.shape ?? {}).map(([name, part]): [string, Schema] => [`.${name}`, part]),
    ...[...(def.options ?? []), ...(def.items ?? [])].map((part, n): [string, Schema] => [`(${n})`, part]),
    ...[def.element, def.keyType, def.valueType].map((part): [string, Schema | undefined] => ["[]", part]),
    ...[def.innerType, def.in, def.out, def.left, def.right].map((part): [string, Schema | undefined] => ["", part]),
  ];
  return parts.flatMap(([name, part]) => (part ? walk(part, at + name) : []));
};
