// Compares the database with what reached the payment service and the mail server: every payment is credited once, nothing
// else is, and every mail that was to be sent has arrived once.
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../src/platform/database/database.ts";
import type { RoundPerson } from "../round/field.ts";
import type { Judged } from "../round/judge.ts";
import type { Outside } from "./outside.ts";

/** A mail that could not be sent is tried again after half a minute, and then after two. */
const SETTLES_WITHIN_MS = 180_000;
const LOOKS_EVERY_MS = 500;
const OVERDUE = "sent_at is null and failed_at is null and (attempts > 0 or due_at <= clock_timestamp())";

interface Credit {
  readonly reference: string;
  readonly status: string;
  readonly userId: string;
  /** The ledger's entries with this reference. */
  readonly entries: number;
  readonly creditedMinor: number;
}

interface WrittenMail {
  readonly id: string;
  readonly kind: string;
  readonly fate: "sent" | "needless" | "given up" | "overdue" | "not due";
}

interface JudgedOutside extends Judged {
  /** Payments that were made, and mails that arrived, since the site was opened. */
  readonly payments: number;
  readonly mails: number;
}

/** `payers` are people to whom nobody else gives money. */
export const judgeOutside = async (
  database: Database,
  { paystack, smtp }: Outside,
  payers: readonly RoundPerson[],
): Promise<JudgedOutside> => {
  const paid = [...paystack.payments.values()].filter(({ status }) => status === "success");
  const isSettled = async (): Promise<boolean> => {
    const [row] = await database.query<{ mails: number; paid: number }>(
      `select
         (select count(*)::int from outbox where ${OVERDUE}) as mails,
         (select count(*)::int from top_ups where status = 'paid') as paid`,
    );
    return row?.mails === 0 && row.paid >= paid.length;
  };
  const givesUpAt = performance.now() + SETTLES_WITHIN_MS;
  while (performance.now() < givesUpAt && !(await isSettled())) await sleep(LOOKS_EVERY_MS);

  const credits = await readCredits(database);
  const mails = await database.query<Record<string, unknown> & WrittenMail>(
    `select id::text, kind, case when failed_at is not null then 'given up'
       when sent_at is not null then case when last_error is null then 'sent' else 'needless' end
       when ${OVERDUE} then 'overdue' else 'not due' end as fate from outbox`,
  );
  const balances = await database.query<{ id: string }>(
    `select u.id::text from users u where u.id = any($1::text::uuid[])
     and u.balance_minor <> (select coalesce(sum(amount_minor), 0) from ledger_entries where user_id = u.id)`,
    [`{${payers.map(({ id }) => id).join(",")}}`],
  );
  return {
    payments: paid.length,
    mails: smtp.mails.length,
    findings: [
      ...paymentFindings(paystack, credits),
      ...mailFindings(smtp, mails),
      ...balances.map(({ id }) => `payments: the balance of payer ${id} is not the sum of the ledger`),
    ],
    looked: paystack.payments.size + credits.length + mails.length + smtp.mails.length + payers.length,
  };
};

const readCredits = (database: Database): Promise<(Record<string, unknown> & Credit)[]> =>
  database.query(
    `select coalesce(t.reference, l.reference) as reference, coalesce(t.status, 'unknown') as status,
       coalesce(t.user_id, l.user_id)::text as "userId", count(l.id)::int as entries,
       coalesce(sum(l.amount_minor), 0)::float8 as "creditedMinor"
     from top_ups t full join (select * from ledger_entries where cause = 'top-up') l on l.reference = t.reference
     group by 1, 2, 3`,
  );

export const paymentFindings = (
  { payments }: Pick<Outside["paystack"], "payments">,
  credits: readonly Credit[],
): string[] => {
  const known = new Map(credits.map((credit) => [credit.reference, credit]));
  const ofPaystack = [...payments.values()].flatMap(({ reference, amount, status }) => {
    const credit = known.get(reference);
    if (!credit) return [`payments: ${reference} was started at Paystack, and the database does not know it`];
    const { entries, creditedMinor } = credit;
    if (status !== "success") return entries === 0 ? [] : [`payments: ${reference} was not paid and was credited`];
    if (entries === 1 && creditedMinor === amount && credit.status === "paid") return [];
    return [
      `payments: ${reference}, ${amount} kobo paid once, has ${entries} credits of ${creditedMinor} (${credit.status})`,
    ];
  });
  const others = credits.filter(({ reference, entries }) => entries > 0 && !payments.has(reference));
  return [
    ...ofPaystack,
    ...others.map(({ reference }) => `payments: ${reference} was credited, and Paystack has no such payment`),
  ];
};

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
