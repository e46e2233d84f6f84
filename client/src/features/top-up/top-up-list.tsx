// The newest online payments and their state. Not shown before the first payment.

import { formatMoney } from "@jara/shared/money";
import { messageOf } from "../../lib/api.ts";
import { lagosDateTime } from "../../lib/lagos-moment.ts";
import { type TopUp, useTopUps } from "../../money/use-top-up.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

const looks: Record<TopUp["status"], { word: string; tone: Tone }> = {
  paid: { word: "Paid", tone: "success" },
  pending: { word: "Pending", tone: "amber" },
  failed: { word: "Failed", tone: "outline" },
};

export const TopUpList = ({ onCheck }: { onCheck: (reference: string) => void }) => {
  const topUps = useTopUps();
  if (topUps.isError && !topUps.data) {
    return <Notice tone="error">{messageOf(topUps.error, "Failed to load your payments")}</Notice>;
  }
  if (!topUps.data?.length) return null;
  return (
    <section aria-labelledby="top-ups" className="grid gap-3 border-line border-t pt-6">
      <h3 id="top-ups" className="font-semibold text-base">
        Your online payments
      </h3>
      <ul className="grid divide-y divide-line">
        {topUps.data.map(({ reference, status, amount, createdAt }) => (
          <li key={reference} className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
            <time dateTime={createdAt} className="tabular text-ink-soft sm:w-48">
              {lagosDateTime(createdAt)}
            </time>
            <span className="tabular ml-auto font-semibold sm:ml-0 sm:w-36 sm:text-right">
              {formatMoney(amount, "NGN")}
            </span>
            <Badge tone={looks[status].tone}>{looks[status].word}</Badge>
            <span className="min-w-0 truncate text-ink-soft text-xs sm:ml-auto" title={reference}>
              {reference}
            </span>
            {status === "pending" && (
              <Button variant="secondary" size="sm" className="ml-auto sm:ml-0" onClick={() => onCheck(reference)}>
                Check
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
