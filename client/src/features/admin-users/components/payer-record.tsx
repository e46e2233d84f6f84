// Shows staff how a user paid for past wins: the counts, a suspension of bidding, and each unpaid win with a link to
// its page, where it can be pardoned.
import type { Settlement } from "@jara/shared/rest/settlements";
import type { AdminUser } from "@jara/shared/rest/users";
import { formatLagosTime } from "@jara/shared/time";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#router";
import { Loaded } from "../../../ui/loaded.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { sentenceOf } from "../hooks/use-user-edits.ts";
import { payerRecordQuery } from "../queries.ts";

export const PayerRecord = ({ user }: { user: AdminUser }) => {
  const query = useQuery(payerRecordQuery(user._id));
  return (
    <Loaded
      query={query}
      failed={(error) => `Failed to load the wins and payments: ${sentenceOf(error)}`}
      loading={<p className="text-ink-soft text-sm">Loading the wins and payments...</p>}
    >
      {({ record, settlements }) => {
        const { open, paid, unpaid, pardoned, waived, maxUnpaidWins, isBiddingSuspended } = record;
        const counts = [
          [paid, "paid"],
          [open, "to be paid"],
          [unpaid, "not paid"],
          [pardoned, "pardoned"],
          [waived, "waived"],
        ] as const;
        const shown = counts.filter(([count]) => count > 0);
        const unsettled = settlements.filter(
          ({ kind, status, pardonedAt }) =>
            status === "open" || (kind === "win" && status === "forfeited" && !pardonedAt),
        );
        return (
          <section aria-label={`Wins and payments of ${user.username}`} className="grid gap-2 text-sm">
            <p>
              <strong>Wins:</strong>{" "}
              {shown.length > 0 ? shown.map(([count, what]) => `${count} ${what}`).join(", ") : "none yet"}
            </p>
            {isBiddingSuspended && (
              <Notice tone="warning" title="Bidding is suspended">
                {unpaid === 1 ? "1 win was" : `${unpaid} wins were`} not paid; {maxUnpaidWins} suspend bidding. It ends
                when one of them is pardoned or reversed.
              </Notice>
            )}
            {unsettled.length > 0 && (
              <ul className="grid gap-1">
                {unsettled.map((settlement) => (
                  <li key={settlement._id}>
                    <Line settlement={settlement} />
                  </li>
                ))}
              </ul>
            )}
            <Link
              to={`/admin/settlements?q=${encodeURIComponent(user.username)}`}
              className={`${textLinkClass} justify-self-start`}
            >
              All settlements of {user.username}
            </Link>
          </section>
        );
      }}
    </Loaded>
  );
};

const Line = ({ settlement: { _id, auction, status, dueAt, closedAt } }: { settlement: Settlement }) => (
  <>
    <Link to={`/admin/settlements/${_id}`} className={textLinkClass}>
      {auction.title}
    </Link>{" "}
    <span className="text-ink-soft">
      {status === "open" ? `due by ${formatLagosTime(dueAt)}` : `not paid, ${formatLagosTime(closedAt ?? dueAt)}`}
    </span>
  </>
);
