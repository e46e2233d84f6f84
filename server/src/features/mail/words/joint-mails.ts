// The words of one mail about several lots: those of the mails that it replaces, one after the other. A paragraph that
// all of them have is said once, at the end.
import type { JointKind } from "../../../platform/outbox/deliveries.ts";
import type { MailData } from "../../../platform/outbox/mails.ts";
import type { Block } from "../layout.ts";
import { shortTitle, type Words } from "./words.ts";

const headings: Readonly<Record<JointKind, string>> = {
  "lot-changed": "Changed",
  "lot-cancelled": "Cancelled",
  "lot-withdrawn": "Withdrawn",
  "lot-reopened": "Not over yet",
  "lot-sold": "Sold",
  "lot-sale-undone": "Your bids count again",
  "bids-voided": "The price has changed",
  "own-bids-voided": "Your bids no longer count",
  "lot-ready": "Ready for pickup",
};

interface JointMail {
  readonly lot: MailData["lot-cancelled"];
  readonly words: Words;
}

export const jointWords = (kind: JointKind, mails: readonly JointMail[]): Words => {
  const lots = new Map(mails.map(({ lot }) => [lot.auctionId, shortTitle(lot.title)]));
  const named = lots.size === 1 ? [...lots.values()].join() : `${lots.size} lots`;
  const perLot = mails.map(({ words }) => words.blocks);
  const isCommon = commonIn(perLot);
  const common = (perLot[0] ?? []).filter(isCommon);
  return {
    subject: `${headings[kind]}: ${named}`,
    heading: `${headings[kind]}: ${named}`,
    blocks: [
      ...perLot.flatMap((blocks) => blocks.filter((block, place) => !isCommon(block, place))),
      ...(common.some((block) => "paragraph" in block) ? [{ paragraph: "For each of these lots:" }] : []),
      ...common,
    ],
    reason: "You get this email because you bid on these lots.",
  };
};

/** The first block names the lot, and facts belong to it. */
const commonIn = (perLot: readonly (readonly Block[])[]) => {
  const texts = perLot.map((blocks) => new Set(blocks.slice(1).map((block) => JSON.stringify(block))));
  return (block: Block, place: number): boolean =>
    place > 0 && !("facts" in block) && texts.every((said) => said.has(JSON.stringify(block)));
};
