// The words of one mail about several lots: those of the mails that it replaces, one after the other. A paragraph that
// all mails of a kind have is said once, after them.
import type { JointKind } from "../../../platform/outbox/deliveries.ts";
import type { Block } from "../layout.ts";
import { receiptAttached, receiptOnSite } from "./payment-mails.ts";
import { type MailSite, shortTitle, type Words } from "./words.ts";

interface Head {
  readonly heading: string;
  /** Follows "You get this email because". */
  readonly reason: string;
  /** Returns one link, to a page with all lots, instead of one for each. */
  readonly action?: { readonly label: string; readonly path: string };
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
  "lot-ready": { heading: "Ready for pickup", reason: "you paid for these lots and can collect them" },
  "payment-received": { heading: "Payment received", reason: "you paid for these lots", action: seeAll },
  "payment-booked": { heading: "A part of your payment arrived", reason: "you paid for these lots", action: seeAll },
  receipt: { heading: "Receipts", reason: "there are receipts for you" },
};

interface JointMail {
  readonly kind: JointKind;
  readonly lot: { readonly auctionId: string | null; readonly title: string };
  readonly words: Words;
}

/** `linksReceipts`: the mail has none of the files of its receipts. */
export const jointWords = (mails: readonly JointMail[], site: MailSite, linksReceipts: boolean): Words => {
  const kinds = (Object.keys(heads) as JointKind[]).filter((kind) => mails.some((mail) => mail.kind === kind));
  const head = heads[kinds[0] ?? "lot-changed"];
  const lots = new Map(mails.map(({ lot }) => [lot.auctionId ?? lot.title, shortTitle(lot.title)]));
  const named = lots.size === 1 ? [...lots.values()].join() : `${lots.size} lots`;
  const { action } = head;
  return {
    subject: `${head.heading}: ${named}`,
    heading: `${head.heading}: ${named}`,
    blocks: [
      ...kinds
        .flatMap((kind) => blocksOf(mails.filter((mail) => mail.kind === kind)))
        .filter((block) => !action || !("action" in block))
        .map((block) => (linksReceipts && block === receiptAttached ? receiptOnSite : block)),
      ...(action ? [{ action: action.label, url: `${site.publicUrl}${action.path}` }] : []),
    ],
    reason: `You get this email because ${head.reason}.`,
  };
};

const blocksOf = (mails: readonly JointMail[]): readonly Block[] => {
  const perLot = mails.map(({ words }) => words.blocks);
  const [first = [], ...others] = perLot;
  if (others.length === 0) return first;
  const isCommon = commonIn(perLot);
  const common = first.filter(isCommon);
  return [
    ...perLot.flatMap((blocks) => blocks.filter((block, place) => !isCommon(block, place))),
    ...(common.some((block) => "paragraph" in block) ? [{ paragraph: "For each of these lots:" }] : []),
    ...common,
  ];
};

/** The first block names the lot, and facts belong to it. */
const commonIn = (perLot: readonly (readonly Block[])[]) => {
  const texts = perLot.map((blocks) => new Set(blocks.slice(1).map((block) => JSON.stringify(block))));
  return (block: Block, place: number): boolean =>
    place > 0 && !("facts" in block) && texts.every((said) => said.has(JSON.stringify(block)));
};
