// Reads a dump of PostgreSQL from its first to its last row, without a database: so a truncated or damaged file is
// noticed, and what is in it can be compared with what should be.
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { Mistake } from "./command.ts";
import { runPgProgram } from "./pg-programs.ts";

export interface DumpFacts {
  /** Rows by table, with the schema's name. */
  readonly rows: Readonly<Record<string, number>>;
  /** Accounts whose balance is not the sum of their ledger. */
  readonly wrongBalances: number;
  /** When each migration was written, epoch ms. */
  readonly migrations: readonly number[];
}

const MAGIC = "PGDMP";

export const readDump = async (file: string): Promise<DumpFacts> => {
  refuseOtherFiles(file);
  const reader = createReader();
  await runPgProgram("pg_restore", ["--file=-", file], { url: null, output: reader.text });
  return reader.facts();
};

const refuseOtherFiles = (file: string): void => {
  if (statSync(file).size === 0) throw new Mistake(`${file} is empty.`);
  const begin = Buffer.alloc(MAGIC.length);
  const handle = openSync(file, "r");
  readSync(handle, begin);
  closeSync(handle);
  if (begin.toString("latin1") !== MAGIC) throw new Mistake(`${file} is no dump in PostgreSQL's custom format.`);
};

/** Adds the values of a row, by column. */
type Take = (row: readonly string[]) => void;

/**
 * Understands the script that pg_restore writes: blocks of `COPY table (columns) FROM stdin;` with a line for each row.
 */
const createReader = () => {
  const rows: Record<string, number> = {};
  const [balances, sums, migrations] = [new Map<string, number>(), new Map<string, number>(), [] as number[]];
  let table: string | null = null;
  let take: Take | null = null;
  let rest: Buffer = Buffer.alloc(0);

  const takers: Readonly<Record<string, (columns: readonly string[]) => Take>> = {
    "public.users": (columns) => {
      const [id, balance] = [columns.indexOf("id"), columns.indexOf("balance_minor")];
      return (row) => void balances.set(row[id] ?? "", Number(row[balance]));
    },
    "public.ledger_entries": (columns) => {
      const [id, amount] = [columns.indexOf("user_id"), columns.indexOf("amount_minor")];
      return (row) => void sums.set(row[id] ?? "", (sums.get(row[id] ?? "") ?? 0) + Number(row[amount]));
    },
    "drizzle.__drizzle_migrations": (columns) => {
      const at = columns.indexOf("created_at");
      return (row) => void migrations.push(Number(row[at]));
    },
  };

  const line = (text: Buffer): void => {
    if (table === null) {
      if (text[0] !== 0x43) return; // C
      const copy = /^COPY (\S+) \((.*)\) FROM stdin;$/.exec(text.toString());
      if (!copy?.[1]) return;
      table = copy[1];
      rows[table] = 0;
      take = takers[table]?.(copy[2]?.split(", ") ?? []) ?? null;
    } else if (text.length === 2 && text.toString() === "\\.") {
      table = null;
    } else {
      rows[table] = (rows[table] ?? 0) + 1;
      take?.(text.toString().split("\t"));
    }
  };

  return {
    text: (piece: Buffer): void => {
      const all = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let from = 0;
      for (let end = all.indexOf(10); end >= 0; end = all.indexOf(10, from)) {
        line(all.subarray(from, end));
        from = end + 1;
      }
      rest = all.subarray(from);
    },
    facts: (): DumpFacts => ({
      rows,
      wrongBalances: [...balances].filter(([id, balance]) => balance !== (sums.get(id) ?? 0)).length,
      migrations,
    }),
  };
};
