// Compares a database's tables before and after a migration, and says what breaks nodes of the version before: whatever
// they read or write must still be there, and nothing new may refuse what they write.

/** Runs one statement that reads. */
type Query = <R extends Record<string, unknown>>(text: string) => Promise<R[]>;

interface Column extends Record<string, unknown> {
  readonly type: string;
  readonly isRequired: boolean;
  /** True if a row that does not name the column gets a value. */
  readonly hasValue: boolean;
}

/** A constraint or a unique index. */
interface Limit {
  readonly kind: "check" | "foreign key" | "primary key" | "unique" | "exclude";
  readonly definition: string;
  /** Columns of its table. An index on an expression names none. */
  readonly columns: readonly string[];
}

interface Table {
  readonly columns: ReadonlyMap<string, Column>;
  readonly limits: ReadonlyMap<string, Limit>;
}

export interface Tables {
  readonly tables: ReadonlyMap<string, Table>;
  /** Functions of the schema, with their arguments. */
  readonly functions: ReadonlySet<string>;
}

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as "isRequired", a.atthasdef or a.attidentity <> '' as "hasValue"
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`;

const LIMITS = `
  select c.relname as "table", k.conname as name, k.contype as kind, pg_get_constraintdef(k.oid) as definition,
    (select json_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = any(k.conkey)) as columns
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'p', 'u', 'x')
  union all
  select c.relname, i.relname, 'u', pg_get_indexdef(x.indexrelid),
    (select json_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = any(x.indkey))
  from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
  where c.relnamespace = 'public'::regnamespace and x.indisunique
    and not exists (select from pg_constraint k where k.conindid = x.indexrelid)`;

/** Functions of an extension are not ours. */
const FUNCTIONS = `
  select p.oid::regprocedure::text as name from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

const KINDS = { c: "check", f: "foreign key", p: "primary key", u: "unique", x: "exclude" } as const;

export const readTables = async (query: Query): Promise<Tables> => {
  const columns = await query<{ readonly table: string; readonly name: string } & Column>(COLUMNS);
  const limits = await query<{ table: string; name: string; kind: keyof typeof KINDS } & Omit<Limit, "kind">>(LIMITS);
  const functions = await query<{ name: string }>(FUNCTIONS);
  const of = <T extends { table: string; name: string }>(table: string, all: readonly T[]) =>
    all.filter((one) => one.table === table);
  return {
    tables: new Map(
      [...new Set(columns.map(({ table }) => table))].map((table) => [
        table,
        {
          columns: new Map(of(table, columns).map((column) => [column.name, column])),
          limits: new Map(
            of(table, limits).map(({ name, kind, definition, columns: names }) => [
              name,
              { kind: KINDS[kind], definition, columns: names ?? [] },
            ]),
          ),
        },
      ]),
    ),
    functions: new Set(functions.map(({ name }) => name)),
  };
};

export interface Breach {
  /** The table, column, constraint or function, as a migration's `-- contract` names it. */
  readonly object: string;
  readonly sentence: string;
}

const OLD_NODES = "nodes of the version before";

/** Lists what the migration between these two states takes from nodes of the version before, or refuses them. */
export const breachesOf = (before: Tables, after: Tables): Breach[] => {
  const breaches: Breach[] = [];
  const breach = (object: string, sentence: string): void => void breaches.push({ object, sentence });
  for (const [name, old] of before.tables) {
    const now = after.tables.get(name);
    if (now) compareTable(name, old, now, breach);
    else breach(name, `The table ${name} is gone, and ${OLD_NODES} use it.`);
  }
  for (const name of before.functions) {
    if (!after.functions.has(name)) breach(name, `The function ${name} is gone, and ${OLD_NODES} may call it.`);
  }
  return breaches;
};

const compareTable = (table: string, old: Table, now: Table, breach: (object: string, sentence: string) => void) => {
  for (const [column, was] of old.columns) {
    const is = now.columns.get(column);
    const object = `${table}.${column}`;
    if (!is) breach(object, `The column ${object} is gone or has another name, and ${OLD_NODES} read and write it.`);
    else if (is.type !== was.type) {
      breach(object, `The column ${object} is ${is.type} instead of ${was.type}, which ${OLD_NODES} do not expect.`);
    } else if (is.isRequired && !was.isRequired) {
      breach(object, `The column ${object} must have a value now, and ${OLD_NODES} write rows without one.`);
    } else if (is.isRequired && was.hasValue && !is.hasValue) {
      breach(object, `The column ${object} lost its default, and ${OLD_NODES} write rows that rely on it.`);
    }
  }
  for (const [column, is] of now.columns) {
    if (old.columns.has(column) || !is.isRequired || is.hasValue) continue;
    const object = `${table}.${column}`;
    breach(object, `The new column ${object} needs a value, has no default, and ${OLD_NODES} do not know it.`);
  }
  for (const [limit, is] of now.limits) {
    const was = old.limits.get(limit);
    const isOnNewColumn = is.columns.some((column) => !old.columns.has(column));
    if (was?.definition === is.definition || (!was && isOnNewColumn)) continue;
    const how = was ? "changed" : "new";
    breach(
      `${table}.${limit}`,
      `The ${is.kind} ${limit} of the table ${table} is ${how}, and may refuse what ${OLD_NODES} write.`,
    );
  }
  for (const [limit, { kind }] of old.limits) {
    if (now.limits.has(limit) || (kind !== "unique" && kind !== "primary key")) continue;
    breach(
      `${table}.${limit}`,
      `The ${kind} ${limit} of the table ${table} is gone, and ${OLD_NODES} may write "on conflict" with it.`,
    );
  }
};

/**
 * The objects that a migration takes away on purpose, because the version before does not need them any more. Its SQL says
 * so in a line of its own: `-- contract lots.price: not read since 0.2.0`.
 */
export const contracted = (sql: string): Set<string> =>
  new Set([...sql.matchAll(/^-- contract (\S+): \S.*$/gm)].map(([, object = ""]) => object));

/** The breaches that the migrations' own text does not explain. */
export const unexplained = (breaches: readonly Breach[], sql: string): string[] => {
  const explained = contracted(sql);
  return breaches.filter(({ object }) => !explained.has(object)).map(({ sentence }) => sentence);
};
