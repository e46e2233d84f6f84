// The field file: who bids and on what, made beforehand by the operator of the deployment (`pnpm load:field`). It holds
// sessions, so nobody else of the machine may be able to read it.
import { readFileSync, statSync } from "node:fs";
import * as z from "zod/mini";
import { Mistake } from "./mistake.ts";

const token = z.string().check(z.minLength(20));
const fieldSchema = z.strictObject({
  /** What kind of file it is. */
  jara: z.literal("load field 1"),
  name: z.string(),
  madeAt: z.string(),
  bidders: z.array(z.strictObject({ id: z.string(), token })).check(z.minLength(1)),
  /** May put up auctions: for `close`, which needs ones that end meanwhile. */
  seller: z.nullable(z.strictObject({ token })),
  auctions: z.array(z.string()),
});
export type Field = z.infer<typeof fieldSchema>;

/** Others' read and write permission. */
const OPEN_TO_OTHERS = 0o077;

export const readField = (file: string): Field => {
  const text = (() => {
    try {
      if (process.platform !== "win32" && statSync(file).mode & OPEN_TO_OTHERS) {
        throw new Mistake(`Others of this machine may read ${file}, and it holds sessions: chmod 600 ${file}`);
      }
      return readFileSync(file, "utf8");
    } catch (error) {
      if (error instanceof Mistake) throw error;
      throw new Mistake(`${file} cannot be read: ${(error as Error).message}`);
    }
  })();
  const parsed = fieldSchema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw new Mistake(`${file} is not a field file; make one with \`pnpm load:field -- --out ${file}\`.`);
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
