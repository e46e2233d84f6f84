// What the server and this program say to each other. The server has a schema of its own for it, because the two share no line.
import type { Promised } from "./judged.ts";

export interface Task {
  /** The database's address. Null: the server's built-in database, which only the server can read; it is asked. */
  readonly databaseUrl: string | null;
  /** The name of the verdicts that are to be checked. */
  readonly name: string;
  /** Verifier keys of the logs and of the verdicts. */
  readonly keys: readonly string[];
  /** Epoch ms: the day. */
  readonly from: number;
  readonly until: number;
  /** After this time what looked wrong is looked at again. */
  readonly againAfterMs?: number;
}

interface At {
  readonly size: number;
  /** In base64. */
  readonly root: string;
}

/** One promise that one lot does not keep. `where`: whether everybody may know the lot. */
export interface Broken {
  readonly promise: Promised;
  readonly where: "lot" | "hidden lot" | "books";
  readonly auction: string | null;
  /** The newest version in the public log. */
  readonly version: number | null;
}

export interface Answer {
  readonly logs: readonly { readonly origin: string; readonly from: At; readonly to: At }[];
  readonly entries: number;
  readonly lots: number;
  readonly bids: number;
  readonly judged: readonly Promised[];
  /** What the verifier found in the log, which is public. */
  readonly faults: readonly { readonly auction: string | null; readonly sentence: string }[];
  readonly broken: readonly Broken[];
  /** Whether some lots could not be compared with the database. */
  readonly isPartial: boolean;
  /** For administrators alone. */
  readonly details: readonly string[];
}
