// One close of a day: what was counted, what the books had, who closed it and who signed it. Somebody else than the
// person who closed it can sign it here.

import { addAmounts } from "@jara/shared/money";
import { methodNames } from "@jara/shared/payment-methods";
import type { DayClose } from "@jara/shared/rest/day-closes";
import type { ReactNode } from "react";
import { lagosClock, lagosDateTime } from "../../../lib/lagos-moment.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { closeStatusOf, closeStatusTones, differenceWords, lineOf } from "./close-words.ts";

interface CloseCardProps {
  readonly close: DayClose;
  /** True if the reader may refuse it, or take back their own. */
  readonly mayRefuse: boolean;
  /** True if the reader closed it. */
  readonly isOwn: boolean;
  readonly onSign: () => void;
  readonly onRefuse: () => void;
}

export const CloseCard = ({ close, mayRefuse, isOwn, onSign, onRefuse }: CloseCardProps) => {
  const { from, until, status, closedBy, closedAt, decidedBy, decidedAt, reason, note, maySign, maySignFrom } = close;
  const isWaiting = status === "waiting";
  return (
    <li className="grid gap-2 border-line border-t pt-3 first:border-t-0 first:pt-0">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={closeStatusTones[status]}>{closeStatusOf(close)}</Badge>
        <span className="tabular">
          {lagosDateTime(from)} to {lagosClock(until, from)}
        </span>
      </p>
      <Sums close={close} />
      {note && <q className="text-sm [overflow-wrap:anywhere]">{note}</q>}
      <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
        Closed by {closedBy.username} at {lagosDateTime(closedAt)}.
        {decidedBy && decidedAt && (
          <>
            {" "}
            {closeStatusOf(close)} by {decidedBy.username} at {lagosDateTime(decidedAt)}.
          </>
        )}
        {reason && <q className="block">{reason}</q>}
      </p>
      {isWaiting && mayRefuse && (
        <div className="flex flex-wrap gap-2">
          {maySign && (
            <Button size="sm" onClick={onSign}>
              Sign
            </Button>
          )}
          <Button size="sm" variant="secondary" onClick={onRefuse}>
            {isOwn ? "Take back" : "Refuse"}
          </Button>
        </div>
      )}
      {maySignFrom && (
        <p className="text-ink-soft text-sm">
          You may sign it from {lagosDateTime(maySignFrom)} on, because your account or your role is new.
        </p>
      )}
    </li>
  );
};

/** One column, so that each figure stands below those from which it comes. */
export const Sums = ({ close }: { close: DayClose }) => (
  <div className="grid max-w-md gap-2">
    {close.openingCash !== null && (
      <TillSums openingCash={close.openingCash} expectedCash={close.expectedCash} till={close.till} />
    )}
    <dl aria-label="Cash as it was counted" className="grid gap-y-1 border-line border-b pb-2 text-sm">
      {close.openingCash === null && <Line name="The till must have" amount={close.expectedCash} />}
      <Line name="Counted in the till" amount={close.countedCash} />
      <Line name="Difference" amount={close.cashDifference} />
      <Line name="Taken out, to the bank or a safe" amount={0 - close.bankedCash} />
      <Line name="Stays in the till" amount={addAmounts(close.countedCash, -close.bankedCash)} />
    </dl>
    <dl aria-label="Other money" className="grid gap-y-1 text-sm">
      {close.countedTransfer === null ? (
        <div className="flex justify-between gap-4">
          <dt>On the bank's statement</dt>
          <dd className="text-ink-soft">not compared</dd>
        </div>
      ) : (
        <Line name="On the bank's statement" amount={close.countedTransfer}>
          {differenceWords(close.transferDifference ?? 0)}
        </Line>
      )}
      {close.till
        .filter(({ method }) => method === "online" || method === "outside")
        .map(({ method, inNgn, outNgn }) => (
          <Line key={method} name={`${methodNames[method]}, by the books`} amount={inNgn}>
            {outNgn > 0 && (
              <>
                less <OwnMoney amount={outNgn} currency="NGN" />
              </>
            )}
          </Line>
        ))}
    </dl>
  </div>
);

interface TillSumsProps extends Pick<DayClose, "expectedCash" | "till"> {
  readonly openingCash: number;
}

/** The cash that the till must have, and how it comes about. */
export const TillSums = ({ openingCash, expectedCash, till }: TillSumsProps) => {
  const { inNgn, outNgn } = lineOf(till, "cash");
  return (
    <dl aria-label="Cash by the books" className="grid max-w-md gap-y-1 border-line border-b pb-2 text-sm">
      <Line name="In the till at the start" amount={openingCash} />
      <Line name="Cash in" amount={inNgn} />
      <Line name="Cash out" amount={0 - outNgn} />
      <Line name="The till must have" amount={expectedCash} />
    </dl>
  );
};

const Line = ({ name, amount, children }: { name: string; amount: number; children?: ReactNode }) => (
  <div className="flex justify-between gap-x-4">
    <dt className="min-w-0">{name}</dt>
    <dd className="shrink-0 text-right">
      <OwnMoney amount={amount} currency="NGN" className="font-semibold" />
      {children && <span className="block text-ink-soft text-xs">{children}</span>}
    </dd>
  </div>
);
