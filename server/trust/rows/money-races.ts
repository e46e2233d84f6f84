// Races a payment against what ends its settlement at the same moment: the forfeit when it is due, and an
// administrator's waiver. Exactly one of the two happens, and no money is lost. Over two engines.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { asMinor } from "@jara/shared/money";
import type { Command } from "../../src/auction/commands.ts";
import type { Database } from "../../src/platform/database/database.ts";
import {
  closeMoneyNode,
  judgeMoney,
  type MoneyNode,
  type MoneyRound,
  openMoneyNode,
  REST_MINOR,
  submitted,
  type WonLot,
  winLots,
} from "../round/money-round.ts";
import { newSeed, type Random, randomOf } from "../round/random.ts";
import { onTwoDatabases } from "../round/two-databases.ts";
import type { Row, RowContext, Tried } from "../row.ts";

const LOTS = 250;
const WINNERS = 25;
const FIRST_DUE_MS = 300;
const EVERY_MS = 4;
/** Payments and their rivals come within this time of each other. */
const AROUND_MS = 12;

const kinds = ["balance", "online", "transfer"] as const;
type Kind = (typeof kinds)[number];

interface MoneyRace extends Pick<Row, "name" | "what"> {
  /** The settlement has this status if the payment came too late. */
  readonly otherwise: "forfeited" | "waived";
  readonly tries: { readonly full: number; readonly quick: number };
  rival(node: MoneyNode, lot: WonLot, round: MoneyRound): Promise<string>;
}

const paymentOf = (kind: Kind, { auctionId, settlementId, winner }: WonLot, { admin }: MoneyRound): Command => {
  const base = { auctionId, settlementId, commandId: randomUUID() };
  const amountMinor = asMinor(REST_MINOR);
  if (kind === "balance") return { ...base, type: "PayFromBalance", userId: winner.id };
  if (kind === "transfer") {
    const how = { type: "BookPayment", method: "transfer", reference: "bank", note: null } as const;
    return { ...base, ...how, userId: admin.id, amountMinor };
  }
  const reference = `online-${base.commandId}`;
  const promise = { worthMinor: amountMinor, worthUntil: Number.MAX_SAFE_INTEGER };
  const came = { type: "CreditOnlinePayment", reference, ngnMinor: amountMinor, ...promise } as const;
  return { ...base, ...came, userId: winner.id, commandId: reference };
};

interface Became extends Record<string, unknown> {
  readonly id: string;
  readonly status: string;
  /** Payments and forfeits of it, and entries of money that was not needed: kobo. */
  readonly payments: number;
  readonly forfeits: number;
  readonly surplus: number;
}

const becameOf = async (database: Database, lots: readonly WonLot[]): Promise<ReadonlyMap<string, Became>> => {
  const entries = (cause: string, what: string) =>
    `(select ${what} from ledger_entries l where l.settlement_id = s.id and l.cause = '${cause}')`;
  const rows = await database.query<Became>(
    `select s.id, s.status, (select count(*)::int from payments p where p.settlement_id = s.id) as payments,
       ${entries("win-forfeit", "count(*)::int")} as forfeits,
       ${entries("payment-surplus", "coalesce(sum(amount_minor), 0)::float8")} as surplus
     from settlements s where s.id = any(string_to_array($1::text, ',')::uuid[])`,
    [lots.map(({ settlementId }) => settlementId).join(",")],
  );
  return new Map(rows.map((row) => [row.id, row]));
};

/** Null if exactly one of the two happened. */
const differs = (kind: Kind, answer: string, became: Became | undefined, otherwise: string): string | null => {
  if (!became) return "its settlement is gone";
  const { status, payments, forfeits, surplus } = became;
  const is = `${kind} payment: ${answer}; ${status}, ${payments} payments, ${forfeits} forfeits, ${surplus} kobo to the balance`;
  if (status === "paid") {
    const isRight = answer === "ok" && payments === 1 && forfeits === 0 && surplus === 0;
    return isRight ? null : is;
  }
  const isRefused = kind === "online" ? answer === "ok" && surplus === REST_MINOR : answer === "SETTLEMENT_CLOSED";
  const isKept = kind === "online" || surplus === 0;
  const isOnce = forfeits === (otherwise === "forfeited" ? 1 : 0) && payments === 0;
  return status === otherwise && isRefused && isKept && isOnce ? null : is;
};

/** One batch of lots over these nodes. */
const runBatch = async (
  race: MoneyRace,
  database: Database,
  nodes: readonly MoneyNode[],
  random: Random,
  counts: Map<string, number>,
): Promise<{ findings: string[]; looked: number; tried: number }> => {
  const round = await winLots(database, { count: LOTS, winners: WINNERS, inMs: FIRST_DUE_MS, everyMs: EVERY_MS });
  const [first] = nodes;
  if (!first) throw new Error("no node");
  const until = (ms: number): Promise<void> => sleep(Math.max(0, ms - first.clock.now()));
  const answers = await Promise.all(
    round.lots.map(async (lot) => {
      const kind = random.pick(kinds);
      const payAt = lot.dueAt + random.between(-AROUND_MS, AROUND_MS);
      const paying = until(payAt).then(() => submitted(random.pick(nodes), paymentOf(kind, lot, round)));
      const rivals = nodes.map(async (node) => {
        await until(lot.dueAt + random.whole(AROUND_MS / 2));
        return await race.rival(node, lot, round);
      });
      const [answer] = await Promise.all([paying, ...rivals]);
      // If neither closed the settlement, the rival tries once more.
      await race.rival(first, lot, round);
      return { lot, kind, answer };
    }),
  );
  const became = await becameOf(database, round.lots);
  const findings = answers.flatMap(({ lot, kind, answer }) => {
    const one = became.get(lot.settlementId);
    const name = `${kind} ${one?.status ?? "gone"}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const wrong = differs(kind, answer, one, race.otherwise);
    return wrong ? [`${wrong} (${lot.auctionId})`] : [];
  });
  const judged = await judgeMoney(database, round);
  return { findings: [...findings, ...judged.findings], looked: judged.looked, tried: answers.length };
};

const moneyRace = (race: MoneyRace): Row => ({
  name: race.name,
  what: race.what,
  run: async ({ quick, say }: RowContext): Promise<Tried> => {
    const seed = newSeed();
    const random = randomOf(seed);
    const findings: string[] = [];
    const counts = new Map<string, number>();
    let [tried, looked] = [0, 0];
    const tries = quick ? race.tries.quick : race.tries.full;
    await onTwoDatabases(async (databases) => {
      for (let left = tries; left > 0; left -= LOTS) {
        const nodes = await Promise.all(databases.map((one) => openMoneyNode(one)));
        const batch = await runBatch(race, databases[0], nodes, random, counts).finally(() =>
          Promise.all(nodes.map(closeMoneyNode)),
        );
        findings.push(...batch.findings);
        tried += batch.tried;
        looked += batch.looked;
        say(`${tried.toLocaleString("en")} so far, ${batch.findings.length} findings`);
      }
    });
    const results = [...counts].sort().map(([name, count]) => `${count.toLocaleString("en")} ${name}`);
    return {
      tried,
      bad: findings.length,
      findings,
      notes: [`${results.join(", ")}; ${looked.toLocaleString("en")} things held against a promise; seed ${seed}`],
    };
  },
});

export const moneyRaceRows: readonly Row[] = [
  moneyRace({
    name: "late-payments",
    what: "A payment arriving as the deadline passes: from the balance, online or booked",
    otherwise: "forfeited",
    tries: { full: 10_000, quick: 250 },
    rival: (node, { auctionId, settlementId }) =>
      submitted(node, { type: "ForfeitSettlement", auctionId, settlementId }),
  }),
  moneyRace({
    name: "waived-payments",
    what: "A payment while an administrator waives it",
    otherwise: "waived",
    tries: { full: 4_000, quick: 250 },
    rival: (node, { auctionId, settlementId }, { admin }) =>
      submitted(node, {
        type: "ClosePayment",
        auctionId,
        settlementId,
        userId: admin.id,
        commandId: randomUUID(),
        as: "waived",
        note: null,
      }),
  }),
];
