// The words for the close of a day, and the difference between what was counted and what the books have.
import { addAmounts, formatMoney } from "@jara/shared/money";
import { type DayClose, isTakenBack, type TillLine, type TillMethod } from "@jara/shared/rest/day-closes";
import { lagosMoment } from "../../../lib/lagos-moment.ts";
import type { Tone } from "../../../ui/badge.tsx";

export const lineOf = (till: readonly TillLine[], method: TillMethod): TillLine =>
  till.find((one) => one.method === method) ?? { method, inNgn: 0, outNgn: 0 };

/** The books' money of a method, NGN: what came less what went. */
export const booksOf = (till: readonly TillLine[], method: TillMethod): number => {
  const { inNgn, outNgn } = lineOf(till, method);
  return addAmounts(inNgn, -outNgn);
};

/** Returns what the till must have: its opening, and the cash that came less the cash that went. */
export const expectedCashOf = ({ openingCash, till }: { openingCash: number; till: readonly TillLine[] }): number =>
  addAmounts(openingCash, booksOf(till, "cash"));

export const differenceWords = (difference: number): string => {
  if (difference === 0) return "equal to the books";
  return `${formatMoney(Math.abs(difference), "NGN")} ${difference > 0 ? "more" : "less"} than the books`;
};

/** Says what was counted beside what must be there. */
export const countedWords = (difference: number): string =>
  difference === 0
    ? "You counted exactly that"
    : `You counted ${formatMoney(Math.abs(difference), "NGN")} ${difference > 0 ? "more" : "less"}`;

const NAMED_AT_MOST = 6;

/** `kemi now, rival5 from 1 Dec, 10:13`; a server that does not name them is older. */
const signersWords = (signers: DayClose["signers"]): string => {
  if (signers === undefined) return "";
  if (signers.length === 0) return " Nobody else may sign it: who books payments has money of their own in it.";
  const now = signers.filter(({ from }) => from === null);
  // Those who must wait are named if nobody may sign now.
  const named = now.length > 0 ? now : signers;
  const words = named
    .slice(0, NAMED_AT_MOST)
    .map(({ username, from }) => (from === null ? username : `${username} from ${lagosMoment(from)}`));
  const more = named.length > NAMED_AT_MOST ? [`${named.length - NAMED_AT_MOST} more`] : [];
  return ` Who may sign it: ${[...words, ...more].join(", ")}${now.length > 0 ? "." : "; nobody before."}`;
};

/** Says what happens next with a close that waits: who signs it, and where. `readerId`: undefined without a session. */
export const signingWords = (
  { maySign, closedBy, signers }: Pick<DayClose, "maySign" | "closedBy" | "signers">,
  readerId: string | undefined,
): string => {
  if (closedBy._id === readerId)
    return `You closed the day, so somebody else must sign it. They see a number beside Takings, and find it there under “Closed days”.${signersWords(signers)}`;
  return maySign
    ? `It waits for a second person, and you can be the one: compare what ${closedBy.username} counted with the till and the bank's statement, then sign it here.`
    : `It waits for the signature of a second person who books payments.${signersWords(signers)}`;
};

const closeStatusLabels: Record<DayClose["status"], string> = {
  waiting: "Waits for a signature",
  signed: "Signed",
  refused: "Refused",
};
export const closeStatusOf = (close: DayClose): string =>
  isTakenBack(close) ? "Taken back" : closeStatusLabels[close.status];
export const closeStatusTones: Record<DayClose["status"], Tone> = {
  waiting: "amber",
  signed: "success",
  refused: "danger",
};
