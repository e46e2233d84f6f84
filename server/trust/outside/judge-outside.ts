// Compares the database with what reached the payment service and the mail server: every payment is credited once, nothing
// else is, and every mail that was to be sent has arrived once.
import { setTimeout as sleep } from "node:timers/promises";
import { arrayLiteral } from "../../src/platform/database/arrays.ts";
import type { Database } from "../../src/platform/database/database.ts";
import type { Judged } from "../round/judge.ts";
import type { RoundPerson } from "../round/participants.ts";
import type { Outside } from "./outside.ts";

/** The sweep asks about a payment two minutes after it was last asked about, and runs once a minute. */
const SETTLES_WITHIN_MS = 240_000;
const LOOKS_EVERY_MS = 500;
const OVERDUE = "sent_at is null and failed_at is null and (attempts > 0 or due_at <= clock_timestamp())";

interface TopUpRecord {
  readonly reference: string;
  /** "unknown": the ledger has it, and no top-up does. */
  readonly status: string;
  /** The ledger's entries with this reference. */
  readonly entries: number;
  readonly creditedMinor: number;
  /** False: an entry is somebody else's. */
  readonly isOwners: boolean;
}

interface WrittenMail {
  readonly id: string;
  readonly kind: string;
  /** "overdue" is also a mail that is being sent. */
  readonly fate: "sent" | "needless" | "given up" | "overdue" | "not due";
}

export interface OutsideJudge {
  /** Waits until all is right, or long enough, and tells what has become wrong since the last call. */
  judge(): Promise<Judged>;
  /** Payments that were made, and mails that arrived, since the site was opened. */
  counts(): { readonly payments: number; readonly mails: number };
}

/** `payers`: people whose balances change only by top-ups. */
export const outsideJudge = (database: Database, outside: Outside, payers: readonly RoundPerson[]): OutsideJudge => {
  const { paystack, smtp } = outside;
  const reported = new Set<string>();
  let lookedBefore = 0;
  const counts = () => ({
    payments: [...paystack.payments.values()].filter(({ status }) => status === "success").length,
    mails: smtp.mails.length,
  });
  const look = async (): Promise<Judged> => {
    const topUps = await readTopUps(database);
    const mails = await readMails(database);
    const wrong = await wrongBalances(database, payers);
    const { payments, mails: arrived } = counts();
    return {
      findings: [
        ...(payments === 0 ? ["payments: nobody paid"] : []),
        ...(arrived === 0 ? ["mails: none arrived"] : []),
        ...paymentFindings(paystack, topUps),
        ...mailFindings(smtp, mails),
        ...wrong.map(({ id }) => `payments: the balance of payer ${id} is not the sum of the ledger`),
      ].filter((finding) => !reported.has(finding)),
      looked: paystack.payments.size + mails.length + payers.length,
    };
  };
  return {
    counts,
    judge: async () => {
      const givesUpAt = performance.now() + SETTLES_WITHIN_MS;
      let { findings, looked } = await look();
      // Each look is a new one, because mails and payments go on between its statements.
      while (findings.length > 0 && performance.now() < givesUpAt) {
        await sleep(LOOKS_EVERY_MS);
        ({ findings, looked } = await look());
      }
      for (const finding of findings) reported.add(finding);
      const judged = { findings, looked: looked - lookedBefore };
      lookedBefore = looked;
      return judged;
    },
  };
};

const readTopUps = (database: Database): Promise<(Record<string, unknown> & TopUpRecord)[]> =>
  database.query(
    `select coalesce(t.reference, l.reference) as reference, coalesce(t.status, 'unknown') as status,
       count(l.id)::int as entries, coalesce(sum(l.amount_minor), 0)::float8 as "creditedMinor",
       coalesce(bool_and(l.user_id = t.user_id), true) as "isOwners"
     from top_ups t full join (select * from ledger_entries where cause = 'top-up') l on l.reference = t.reference
     group by 1, 2`,
  );

const readMails = (database: Database): Promise<(Record<string, unknown> & WrittenMail)[]> =>
  database.query(
    `select id::text, kind, case when failed_at is not null then 'given up'
       when sent_at is not null then case when last_error is null then 'sent' else 'needless' end
       when ${OVERDUE} then 'overdue' else 'not due' end as fate from outbox`,
  );

const wrongBalances = (database: Database, people: readonly RoundPerson[]): Promise<{ id: string }[]> =>
  database.query<{ id: string }>(
    `select u.id::text from users u where u.id = any($1::text::uuid[])
     and u.balance_minor <> (select coalesce(sum(amount_minor), 0) from ledger_entries where user_id = u.id)`,
    [arrayLiteral(people.map(({ id }) => id))],
  );

export const paymentFindings = (
  { payments }: Pick<Outside["paystack"], "payments">,
  topUps: readonly TopUpRecord[],
): string[] => {
  const known = new Map(topUps.map((topUp) => [topUp.reference, topUp]));
  const ofPaystack = [...payments.values()].flatMap(({ reference, amount, status: made }) => {
    const topUp = known.get(reference);
    if (!topUp) return [`payments: ${reference} was started at Paystack, and the database does not know it`];
    const { entries, creditedMinor, status, isOwners } = topUp;
    const isPaid = entries === 1 && creditedMinor === amount && status === "paid" && isOwners;
    if (made === "success" ? isPaid : entries === 0 && status !== "paid") return [];
    const words = `is ${status} with ${entries} credits of ${creditedMinor} kobo, ${isOwners ? "" : "not all its owner's"}`;
    return [`payments: ${reference} over ${amount} kobo (${made} at Paystack) ${words}`];
  });
  const others = topUps.filter((it) => !payments.has(it.reference) && (it.entries > 0 || it.status === "paid"));
  return [
    ...ofPaystack,
    ...others.map(({ reference }) => `payments: ${reference} was credited, and Paystack has no such payment`),
  ];
};

/** No node is killed here, so no mail may be sent a second time. */
export const mailFindings = (
  { mails: received }: { readonly mails: readonly { readonly messageId?: string | undefined }[] },
  written: readonly WrittenMail[],
): string[] => {
  const copies = new Map<string, number>();
  for (const { messageId = "" } of received) {
    const id = messageId.replace(/^<|@.*$/g, "");
    copies.set(id, (copies.get(id) ?? 0) + 1);
  }
  const ofDatabase = written.flatMap(({ id, kind, fate }) => {
    const arrived = copies.get(id) ?? 0;
    copies.delete(id);
    const isRight = arrived === (fate === "sent" ? 1 : 0) && fate !== "given up" && fate !== "overdue";
    return isRight ? [] : [`mails: ${kind} ${id} is ${fate} and arrived ${arrived} times`];
  });
  return [...ofDatabase, ...[...copies.keys()].map((id) => `mails: ${id} arrived, and the database has no such mail`)];
};
