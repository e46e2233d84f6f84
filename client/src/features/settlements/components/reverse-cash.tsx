// The cash that a reversal takes out of the till by the books: whether the till has it, and which closes of days counted it.
import { addAmounts, asMinor, toMajor } from "@jara/shared/money";
import type { DayClose } from "@jara/shared/rest/day-closes";
import type { SettlementPayment } from "@jara/shared/rest/settlements";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { lagosDate } from "../../../lib/lagos-moment.ts";
import { Check } from "../../../ui/check.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { dayQuery } from "../day-closes/queries.ts";
import { wholeOf } from "../payment-outcome.ts";
import { todayOf } from "../takings-days.ts";
import { TillNotice, useTill } from "./refund-money.tsx";

/** `isOpen`: the reversal waits until the till is known, and until what it lacks is noted. */
export const useReversedCash = (taken: readonly SettlementPayment[], isWhole: boolean, isPending: boolean) => {
  const cash = taken.filter(({ method }) => method === "cash");
  const till = useTill(cash.length > 0);
  const days = [...new Set(cash.map(({ at }) => todayOf(Date.parse(at))))];
  const read = useQueries({ queries: days.map((day) => dayQuery(day)) });
  const [isNoted, setIsNoted] = useState(false);
  const error = till.error ?? read.find((one) => one.error)?.error ?? null;
  const counted = read
    .flatMap(({ data }) => data?.closes ?? [])
    .filter(({ from, until, status }) => status !== "refused" && cash.some(({ at }) => from <= at && at < until));
  const needed = addAmounts(...cash.map((payment) => ngnOf(payment, isWhole)));
  const needsNote = counted.length > 0 || (till.cash !== null && needed > till.cash);
  const isRead = error !== null || (till.cash !== null && read.every(({ data }) => data));
  return {
    isOpen: cash.length > 0 && (!isRead || (needsNote && !isNoted)),
    notes: cash.length > 0 && (
      <>
        <TillNotice {...till} error={error} needed={needed} by="reversal" />
        {counted.map((close) => (
          <Counted key={close._id} close={close} />
        ))}
        {needsNote && (
          <Check
            label="I note at the close of the day why this cash is not in the till"
            checked={isNoted}
            disabled={isPending}
            onChange={setIsNoted}
          />
        )}
      </>
    ),
  };
};

/** All that came, with what went to the payer's balance. */
const ngnOf = (payment: SettlementPayment, isWhole: boolean): number =>
  isWhole ? toMajor(asMinor(wholeOf(payment).cameMinor)) : addAmounts(payment.amountNgn, payment.surplusNgn ?? 0);

const Counted = ({ close: { from, closedBy, decidedBy } }: { close: DayClose }) => (
  <Notice tone="warning" title="This cash was counted">
    It was counted in the close of {lagosDate(from)} that{" "}
    {decidedBy
      ? `${closedBy.username} and ${decidedBy.username} signed`
      : `${closedBy.username} made, which waits for a signature`}
    . That close stays as it is. The reversal takes the cash out of the till now.
  </Notice>
);
