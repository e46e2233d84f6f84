// The words of one mail about several lots: those of the mails that it replaces, one after the other. A paragraph that
// all mails of a kind have is said once, after them.

import { asMinor, type Currency, currencies, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { inNaturalOrder } from "@jara/shared/natural-order";
import { isSurplusWords } from "@jara/shared/surplus";
import { writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import type { JointKind } from "../../../platform/outbox/deliveries.ts";
import type { Mail, MailData } from "../../../platform/outbox/mails.ts";
import type { Block } from "../layout.ts";
import { receiptAttached, receiptOnSite } from "./payment-mails.ts";
import { type MailSite, shortTitle, type Words } from "./words.ts";

interface Head {
  readonly heading: string;
  /** Follows "You get this email because". */
  readonly reason: string;
  /** Returns one link, to a page with all lots, instead of one for each. */
  readonly action?: { readonly label: string; readonly path: string };
  /** Facts that several lots have in common, such as a place, are said once. */
  readonly sharesFacts?: boolean;
}

const bidOnThese = "you bid on these lots";
const payAll = { label: "Pay now", path: "/purchases" };
const seeAll = { label: "See your purchases", path: "/purchases" };

/** The first kind that the mail has gives it the heading and the reason, and the kinds follow in this order. */
const heads: Readonly<Record<JointKind, Head>> = {
  "lot-changed": { heading: "Changed", reason: bidOnThese },
  "lot-cancelled": { heading: "Cancelled", reason: bidOnThese },
  "lot-withdrawn": { heading: "Withdrawn", reason: bidOnThese },
  "lot-reopened": { heading: "Not over yet", reason: bidOnThese },
  "lot-sold": { heading: "Sold", reason: bidOnThese },
  "lot-sale-undone": { heading: "Your bids count again", reason: bidOnThese },
  "bids-voided": { heading: "The price has changed", reason: bidOnThese },
  "own-bids-voided": { heading: "Your bids no longer count", reason: bidOnThese },
  "deadline-extended": { heading: "More time to pay", reason: "you have to pay for these lots", action: payAll },
  "payment-reminder": { heading: "Please remember to pay", reason: "you have to pay for these lots", action: payAll },
  "lot-ready": {
    heading: "Ready for pickup",
    reason: "you paid for these lots and can collect them",
    sharesFacts: true,
  },
  "payment-received": { heading: "Payment received", reason: "you paid for these lots", action: seeAll },
  "payment-booked": { heading: "A part of your payment arrived", reason: "you paid for these lots", action: seeAll },
  "payment-reversed": { heading: "Please pay again", reason: "you have to pay for these lots", action: payAll },
  won: { heading: "You won", reason: "you won these lots", action: payAll },
  "own-lot": { heading: "News of your lots", reason: "you sell these lots" },
  receipt: { heading: "Receipts", reason: "there are receipts for you" },
};

interface JointMail {
  readonly kind: JointKind;
  /** Each of these kinds is about one lot. */
  readonly data: Mail["data"];
  readonly words: Words;
}

/** `linksReceipts`: the mail has none of the files of its receipts. */
export const jointWords = (mails: readonly JointMail[], site: MailSite, linksReceipts: boolean): Words => {
  const kinds = (Object.keys(heads) as JointKind[]).filter((kind) => mails.some((mail) => mail.kind === kind));
  const head = heads[kinds[0] ?? "lot-changed"];
  const named = namesOf(mails.filter(({ kind }) => kind === kinds[0]));
  const { action } = head;
  const headings = new Set(mails.map(({ words }) => words.heading));
  const heading = kinds[0] === "own-lot" && headings.size === 1 ? [...headings].join() : head.heading;
  const inOrder = mails.toSorted((one, other) => inNaturalOrder(lotOf(one), lotOf(other)));
  const blocks = kinds.flatMap((kind) =>
    blocksOf(
      inOrder.filter((mail) => mail.kind === kind),
      heads[kind],
    ),
  );
  return {
    subject: `${heading}: ${named}`,
    heading: `${heading}: ${named}`,
    blocks: [
      ...receivedIn(mails),
      ...wonIn(mails),
      ...dueAgainIn(mails),
      ...blocks
        .filter((block, place) => !("action" in block) || (!action && isLast(block, blocks.slice(place + 1))))
        .map((block) => (linksReceipts && block === receiptAttached ? receiptOnSite : block)),
      ...(action ? [{ action: action.label, url: `${site.publicUrl}${action.path}` }] : []),
    ],
    reason: `You get this email because ${head.reason}.`,
  };
};

const lotOf = ({ data }: JointMail): string => (data as { readonly lot?: string }).lot ?? "";

/** Each of these kinds says what is due for a lot, or that nothing is. */
const kindsOfState = [
  "payment-booked",
  "payment-received",
  "payment-reversed",
  "deadline-extended",
  "payment-reminder",
];

/**
 * Marks the mails that say of a lot what a later one of the same joint mail says again: only the last says what is due.
 * `mails`: the oldest first.
 */
export const markOlder = <M extends Pick<Mail, "kind" | "data">>(mails: readonly M[]): M[] => {
  const last = new Map<unknown, M>();
  const lotOf = ({ data }: M) => (data as MailData["payment-booked"]).auctionId;
  for (const mail of mails) if (kindsOfState.includes(mail.kind)) last.set(lotOf(mail), mail);
  return mails.map((mail) => {
    const isOlder = kindsOfState.includes(mail.kind) && last.get(lotOf(mail)) !== mail;
    return isOlder ? { ...mail, data: { ...mail.data, isOlder } } : mail;
  });
};

/** Several mails may be about one lot. */
const hasSeveralLots = (mails: readonly Pick<JointMail, "data">[]): boolean => lotsIn(mails).size > 1;

/** The short titles, by the lot. */
const lotsIn = (mails: readonly Pick<JointMail, "data">[]): ReadonlyMap<string, string> =>
  new Map(
    mails.map(({ data }) => {
      const { auctionId, title } = data as MailData["receipt"];
      return [auctionId ?? title, shortTitle(title)];
    }),
  );

const namesOf = (mails: readonly Pick<JointMail, "data">[]): string => {
  const lots = lotsIn(mails);
  return lots.size === 1 ? [...lots.values()].join() : `${lots.size} lots`;
};

/** No button comes twice. */
const isLast = (block: Block, later: readonly Block[]): boolean =>
  later.every((other) => JSON.stringify(other) !== JSON.stringify(block));

/** Says what came in all, if there are receipts of several lots or of money above what was due. */
const receivedIn = (mails: readonly JointMail[]): Block[] => {
  const receipts = mails.flatMap(({ kind, data }) => (kind === "receipt" ? (data as MailData["receipt"]) : []));
  const parts = receipts.filter(({ receiptKind }) => receiptKind === "payment");
  const surplus = receipts.filter(({ back }) => isSurplusWords(back?.why ?? null));
  if (parts.length === 0 || parts.length + surplus.length < 2) return [];
  return currencies.flatMap((currency) => {
    const own = [...parts, ...surplus].filter((one) => one.currency === currency);
    if (own.length === 0) return [];
    const sum = toMajor(asMinor(own.reduce((total, { amount }) => total + toMinor(amount), 0)));
    const lots = namesOf(parts.filter((one) => one.currency === currency).map((data) => ({ data })));
    return {
      paragraph: `We received ${formatMoney(sum, currency)} in all for ${lots.replace(/^(?!\d+ lots$).*/, "“$&”")}.`,
    };
  });
};

interface Due {
  readonly currency: Currency;
  readonly dueAt: string;
  readonly isOlder?: boolean;
}

/** The facts of several lots together, for each currency. */
const sumsOf = <D extends Due>(
  mails: readonly JointMail[],
  kind: JointKind,
  factsOf: (lots: string, sum: (of: (one: D) => number | undefined) => string) => [string, string][],
): Block[] => {
  const due = mails.flatMap((mail) => (mail.kind === kind ? (mail.data as unknown as D) : []));
  const newest = due.filter(({ isOlder }) => !isOlder);
  if (newest.length < 2) return [];
  return currencies.flatMap((currency) => {
    const own = newest.filter((one) => one.currency === currency);
    if (own.length === 0) return [];
    const sum = (of: (one: D) => number | undefined): string =>
      formatMoney(toMajor(asMinor(own.reduce((total, one) => total + toMinor(of(one) ?? 0), 0))), currency);
    const first = own.map(({ dueAt }) => dueAt).toSorted()[0] ?? "";
    const lots = own.length === 1 ? "1 lot" : `${own.length} lots`;
    return { facts: [...factsOf(lots, sum), ["Pay the first before", writtenLagosTime(first)]] };
  });
};

/** Says first what is due for several lots that the reader won. */
const wonIn = (mails: readonly JointMail[]): Block[] =>
  sumsOf<MailData["won"]>(mails, "won", (lots, sum) => [
    [`${lots}, in all`, sum(({ total, finalPrice }) => total ?? finalPrice)],
    ["Deposits, already taken", sum(({ deposit }) => deposit)],
    ["Remaining in all", sum(({ remaining, finalPrice }) => remaining ?? finalPrice)],
  ]);

/** Says first what is due again for several lots. */
const dueAgainIn = (mails: readonly JointMail[]): Block[] =>
  sumsOf<MailData["payment-reversed"]>(mails, "payment-reversed", (lots, sum) => [
    [`${lots}, remaining in all`, sum(({ remaining }) => remaining)],
  ]);

const blocksOf = (mails: readonly JointMail[], { sharesFacts = false }: Head): readonly Block[] => {
  const perLot = mails.map(({ words }) => words.blocks);
  const [first = [], ...others] = perLot;
  if (others.length === 0) return first;
  const isCommon = commonIn(perLot, sharesFacts);
  const common = first.filter(isCommon);
  const own = perLot.map((blocks) => blocks.filter((block, place) => !isCommon(block, place)));
  return [
    ...(sharesFacts ? togetherWhereSame(own) : own.flat()),
    ...(hasSeveralLots(mails) && common.some((block) => "paragraph" in block)
      ? [{ paragraph: "For each of these lots:" }]
      : []),
    ...common,
  ];
};

/** Names together the lots that differ by their first block alone, and says their other blocks once. */
const togetherWhereSame = (perLot: readonly (readonly Block[])[]): Block[] => {
  const groups = new Map<string, (readonly Block[])[]>();
  for (const blocks of perLot) {
    const rest = JSON.stringify(blocks.slice(1));
    groups.set(rest, [...(groups.get(rest) ?? []), blocks]);
  }
  return [...groups.values()].flatMap((lots) => [
    ...lots.flatMap(([named]) => named ?? []),
    ...(lots[0] ?? []).slice(1),
  ]);
};

/** The first block names the lot, and facts belong to it. */
const commonIn = (perLot: readonly (readonly Block[])[], sharesFacts: boolean) => {
  const texts = perLot.map((blocks) => new Set(blocks.slice(1).map((block) => JSON.stringify(block))));
  return (block: Block, place: number): boolean =>
    place > 0 && (sharesFacts || !("facts" in block)) && texts.every((said) => said.has(JSON.stringify(block)));
};
