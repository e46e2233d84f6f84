// The messages between the server and this program. The server has a schema of its own for them, because the two share
// no line.
export interface Task {
  /** The address of the database. */
  readonly databaseUrl: string;
  /** The name of the verdicts that are to be checked. */
  readonly name: string;
  /** Verifier keys of the logs and of the verdicts. */
  readonly keys: readonly string[];
  /** Epoch ms: the day. */
  readonly from: number;
  readonly until: number;
  /** A thing that looked wrong is looked at again after this time. */
  readonly againAfterMs?: number;
}

interface At {
  readonly size: number;
  /** The hash of the tree, in base64. */
  readonly root: string;
}

/** One promise that one lot does not keep. `where`: whether everybody may know the lot. */
export interface Broken {
  readonly promise: string;
  readonly where: "lot" | "hidden lot" | "books";
  readonly auction: string | null;
  /** The newest version in the public log. */
  readonly version: number | null;
}

export interface Answer {
  readonly logs: readonly {
    readonly origin: string;
    readonly from: At;
    readonly to: At;
    /** The entries before `from` that were read again. */
    readonly again: { readonly from: number; readonly to: number };
  }[];
  readonly entries: number;
  readonly lots: number;
  readonly bids: number;
  readonly judged: readonly string[];
  /** The verifier found these in the log, which is public. */
  readonly faults: readonly { readonly auction: string | null; readonly sentence: string }[];
  readonly broken: readonly Broken[];
  /** Whether some lots could not be compared with the database. */
  readonly isPartial: boolean;
  /** Administrators alone read these sentences. */
  readonly details: readonly string[];
}
