// One close of a day: what was counted, what the books had, who closed it and who signed it. Somebody else than the
// person who closed it can sign it here.
import type { DayClose } from "@jara/shared/rest/day-closes";
import type { ReactNode } from "react";
import { lagosClock, lagosDateTime } from "../../../lib/lagos-moment.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { methodLabels } from "../settlement-words.ts";
import { closeStatusLabels, closeStatusTones, differenceWords } from "./close-words.ts";

interface CloseCardProps {
  readonly close: DayClose;
  /** True if the reader may refuse it, or take back their own. */
  readonly mayRefuse: boolean;
  readonly onSign: () => void;
  readonly onRefuse: () => void;
}

export const CloseCard = ({ close, mayRefuse, onSign, onRefuse }: CloseCardProps) => {
  const { from, until, status, closedBy, closedAt, decidedBy, decidedAt, reason, note, maySign } = close;
  const isWaiting = status === "waiting";
  return (
    <li className="grid gap-2 border-line border-t pt-3 first:border-t-0 first:pt-0">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={closeStatusTones[status]}>{closeStatusLabels[status]}</Badge>
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
            {status === "signed" ? "Signed" : "Refused"} by {decidedBy.username} at {lagosDateTime(decidedAt)}.
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
            {maySign ? "Refuse" : "Take back"}
          </Button>
        </div>
      )}
    </li>
  );
};

export const Sums = ({ close }: { close: DayClose }) => (
  <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
    <Line name="Counted in the till" amount={close.countedCash}>
      {differenceWords(close.cashDifference)}
    </Line>
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
        <Line key={method} name={`${methodLabels[method]}, by the books`} amount={inNgn}>
          {outNgn > 0 && (
            <>
              less <OwnMoney amount={outNgn} currency="NGN" />
            </>
          )}
        </Line>
      ))}
  </dl>
);

const Line = ({ name, amount, children }: { name: string; amount: number; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4">
    <dt>{name}</dt>
    <dd className="text-right">
      <OwnMoney amount={amount} currency="NGN" className="font-semibold" />
      {children && <span className="block text-ink-soft text-xs">{children}</span>}
    </dd>
  </div>
);
