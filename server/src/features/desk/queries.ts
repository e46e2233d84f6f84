// Reads the desk: every panel that the reader's role may read, in one statement, so that all of it is of one moment.
import { toMajor } from "@jara/shared/money";
import { may } from "@jara/shared/permissions";
import { DESK_ROWS, type Desk } from "@jara/shared/rest/desk";
import { type SQL, sql } from "drizzle-orm";
import { interestsOf } from "../../engine/reads/interests.ts";
import type { Database } from "../../platform/database/database.ts";
import { alertSettings } from "../../platform/database/schema/staff-alerts.ts";
import { isoOf } from "../../platform/database/statement-text.ts";
import { databaseNow, oneRow } from "../../platform/database/statements.ts";
import { type DeskReader, mayRead, type PanelName, panels, rowsOf, totalOf } from "./panels.ts";

type Minors<Row> = Row & {
  readonly priceMinor: number;
  readonly remainingMinor: number;
  readonly amountMinor: number;
};
type Rows<Name extends Exclude<PanelName, "overdue">> = Minors<NonNullable<Desk[Name]>["rows"][number]>[];
type Owed = NonNullable<Desk["sellersOwed"]>;
/** Reads what the house owes to sellers, without the lots in which the reader has an interest (features/proceeds). */
export type OwedToSellers = (readerId: string) => Promise<{ readonly sellers: Owed["rows"]; readonly owed: number }>;
interface Read {
  readonly at: string;
  readonly wantsMail: boolean;
  readonly totals: Partial<Record<PanelName, number>>;
  readonly rows: { readonly [Name in Exclude<PanelName, "overdue">]?: Rows<Name> };
}

export const readDesk = async (
  database: Database,
  { id, role }: Omit<DeskReader, "interests">,
  owedToSellers: OwedToSellers,
): Promise<Desk> => {
  const interests = [...(await interestsOf(database, id))];
  const [{ at, wantsMail, totals, rows }, owed] = await Promise.all([
    readAtOnce(database, { id, role, interests }),
    may(role, "settlements:read") ? owedToSellers(id) : null,
  ]);
  const {
    overdue = 0,
    stuck = 0,
    waiting = 0,
    toPrepare = 0,
    offers = 0,
    toPublish = 0,
    mails = 0,
    setAside = 0,
  } = totals;
  return {
    at,
    wantsMail,
    isPartial: interests.length > 0,
    needsHand: overdue + stuck + waiting + toPrepare + offers + toPublish + mails + setAside,
    ending: {
      total: totals.ending ?? 0,
      rows: (rows.ending ?? []).map(({ priceMinor, ...row }) => ({ ...row, currentPrice: toMajor(priceMinor) })),
    },
    ...(rows.toPay && { toPay: { total: totals.toPay ?? 0, overdue, rows: rows.toPay.map(toOwed) } }),
    ...(rows.buying && { buying: { total: totals.buying ?? 0, rows: rows.buying.map(toOwed) } }),
    ...(rows.stuck && { stuck: { total: stuck, rows: rows.stuck } }),
    ...(rows.waiting && {
      waiting: {
        total: waiting,
        rows: rows.waiting.map(({ amountMinor, ...row }) => ({ ...row, amountNgn: toMajor(amountMinor) })),
      },
    }),
    ...(rows.toPrepare && { toPrepare: { total: toPrepare, rows: rows.toPrepare } }),
    ...(rows.pickups && { pickups: { total: totals.pickups ?? 0, rows: rows.pickups } }),
    ...(rows.toClose && { toClose: { total: totals.toClose ?? 0, rows: rows.toClose } }),
    ...(owed && {
      sellersOwed: { total: owed.sellers.length, rows: owed.sellers.slice(0, DESK_ROWS), owed: owed.owed },
    }),
    ...(rows.offers && { offers: { total: offers, rows: rows.offers } }),
    ...(rows.toPublish && { toPublish: { total: toPublish, rows: rows.toPublish } }),
    ...(rows.unsold && {
      unsold: {
        total: totals.unsold ?? 0,
        rows: rows.unsold.map(({ priceMinor, ...row }) => ({ ...row, currentPrice: toMajor(priceMinor) })),
      },
    }),
    ...(rows.mails && { mails: { total: mails, rows: rows.mails } }),
    ...(rows.setAside && { setAside: { total: setAside, rows: rows.setAside } }),
  };
};

const toOwed = ({ remainingMinor, ...row }: Rows<"toPay">[number]) => ({ ...row, remaining: toMajor(remainingMinor) });

/** One column of JSON, because the lists have different shapes. */
const readAtOnce = async ({ db }: Database, reader: DeskReader): Promise<Read> => {
  const shown = (Object.keys(panels) as PanelName[]).filter((name) => mayRead(panels[name], reader.role));
  const objectOf = (parts: readonly SQL[]) => sql`json_build_object(${sql.join([...parts], sql`, `)})`;
  const part = (name: PanelName, value: SQL) => sql`${sql.raw(`'${name}'`)}, ${value}`;
  const { wantsMail, userId } = alertSettings;
  const read = sql<string>`json_build_object(
      'at', ${isoOf(databaseNow)},
      'wantsMail', coalesce((select ${wantsMail} from ${alertSettings} where ${userId} = ${reader.id}), true),
      'totals', ${objectOf(shown.map((name) => part(name, totalOf(panels[name], reader))))},
      'rows', ${objectOf(
        shown.flatMap((name) => (name === "overdue" ? [] : [part(name, rowsOf(panels[name], reader))])),
      )}
    )::text`;
  const [row] = await db.select({ read }).from(oneRow);
  if (!row) throw new Error("the desk has no row");
  return JSON.parse(row.read) as Read;
};
