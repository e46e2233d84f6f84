// The file of load participants: the bidders and the auctions, created beforehand by the operator of the deployment
// (`pnpm load:participants`). It holds sessions, so no other user of the machine may be able to read it.
import { readFileSync, statSync } from "node:fs";
import * as z from "zod/mini";
import { Mistake } from "./mistake.ts";

const token = z.string().check(z.minLength(20));
const participantsSchema = z.strictObject({
  /** The type of the file. "field" is an older word for the participants, and stays because existing files have it. */
  jara: z.literal("load field 1"),
  name: z.string(),
  madeAt: z.string(),
  bidders: z.array(z.strictObject({ id: z.string(), token })).check(z.minLength(1)),
  /** An account that may create auctions; `close` needs it for auctions that end during the run. */
  seller: z.nullable(z.strictObject({ token })),
  auctions: z.array(z.string()),
});
export type Participants = z.infer<typeof participantsSchema>;

/** Read and write permission of other users. */
const OPEN_TO_OTHERS = 0o077;

export const readParticipants = (file: string): Participants => {
  const text = (() => {
    try {
      if (process.platform !== "win32" && statSync(file).mode & OPEN_TO_OTHERS) {
        throw new Mistake(`Others of this machine may read ${file}, and it contains sessions. Run: chmod 600 ${file}`);
      }
      return readFileSync(file, "utf8");
    } catch (error) {
      if (error instanceof Mistake) throw error;
      throw new Mistake(`${file} cannot be read: ${(error as Error).message}`);
    }
  })();
  const parsed = participantsSchema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw new Mistake(`${file} is not a participants file; make one with \`pnpm load:participants -- --out ${file}\`.`);
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
