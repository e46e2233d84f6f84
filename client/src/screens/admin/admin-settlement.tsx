// One settlement (staff who see payments): the amount owed, each payment, the offers to runners-up, and what was done
// about it.

import { formatMoney } from "@jara/shared/money";
import type { Approval } from "@jara/shared/rest/approvals";
import type { Settlement, SettlementDetails } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "#router";
import { useLiveEvent } from "../../connection/use-live-event.ts";
import { ApprovalFacts } from "../../features/approvals/approval-row.tsx";
import { changeWords } from "../../features/approvals/approval-words.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { ActionButtons } from "../../features/settlements/components/action-buttons.tsx";
import { ActionDialog } from "../../features/settlements/components/action-dialog.tsx";
import { Amounts, Penalty } from "../../features/settlements/components/amounts.tsx";
import { BuyerContact } from "../../features/settlements/components/buyer-contact.tsx";
import { DueClock } from "../../features/settlements/components/due-clock.tsx";
import { LotPapers } from "../../features/settlements/components/lot-papers.tsx";
import { PaymentTable } from "../../features/settlements/components/payment-table.tsx";
import type { DeskAction } from "../../features/settlements/desk-actions.ts";
import { detailsQuery } from "../../features/settlements/queries.ts";
import {
  actionText,
  closingWords,
  doneWords,
  kindLabels,
  offerLabels,
  refundedWords,
  statusLabels,
  statusTones,
} from "../../features/settlements/settlement-words.ts";
import { ApiError, messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useRefetchOnJoin } from "../../queries/use-refetch-on-join.ts";
import { toast } from "../../store/toast.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { May } from "../../ui/may.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

export const Component = () => {
  const { id = "" } = useParams();
  return (
    <StaffOnly use="settlements:read">
      <Details key={id} id={id} />
    </StaffOnly>
  );
};

const Details = ({ id }: { id: string }) => {
  const details = useQuery(detailsQuery(id));
  const client = useQueryClient();
  const [asked, setAsked] = useState<DeskAction | null>(null);
  const again = () => void client.invalidateQueries({ queryKey: ["settlement", id] });
  useLiveEvent("settlement:changed", ({ settlement }) => {
    if (settlement._id === id) again();
  });
  useRefetchOnJoin("admin", details);
  const isNotFound = details.error instanceof ApiError && details.error.status === 404;
  usePageTitle(isNotFound ? "Settlement not found" : "Settlement");

  if (isNotFound) {
    return <EmptyState title="Settlement not found" isPage action={<BackToList />} />;
  }
  const done = (changed: Settlement, action: DeskAction | "retry") => {
    client.setQueryData<SettlementDetails>(
      detailsQuery(id).queryKey,
      (held) => held && { ...held, settlement: changed },
    );
    again();
    setAsked(null);
    toast.success(`${doneWords(changed, action)}: ${changed.auction.title}`);
  };
  return (
    <Loaded
      query={details}
      failed={(error) => messageOf(error, "Failed to load the settlement")}
      loading={<Loading shapes={["h-40", "h-24"]}>Loading the settlement...</Loading>}
    >
      {({ settlement, payments, offers, actions, approvals = [] }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Heading settlement={settlement} />
          {approvals.length > 0 && <WaitingApprovals approvals={approvals} />}
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <AmountsPanel settlement={settlement} />
            <Panel title="Buyer and pickup">
              <div className="text-sm">
                <BuyerContact {...settlement} />
              </div>
              <Pickup settlement={settlement} />
              {settlement.status !== "open" && (
                <p className="text-sm">
                  {closingWords(settlement)}
                  {settlement.closedAt && `, ${formatLagosTime(settlement.closedAt)}`}.{" "}
                  {settlement.refund && <span className="block">{refundedWords(settlement)}</span>}
                  {settlement.note && <q className="text-ink-soft [overflow-wrap:anywhere]">{settlement.note}</q>}
                </p>
              )}
              <ActionButtons settlement={settlement} onAsk={setAsked} />
            </Panel>
          </div>
          <Panel title="Payments">
            {payments.length > 0 || settlement.refund ? (
              <PaymentTable
                caption="Payments, newest first"
                payments={payments}
                refunded={settlement.refund && settlement}
                currency={settlement.auction.currency}
              />
            ) : (
              <p className="text-ink-soft text-sm">Nothing was paid after the deposit.</p>
            )}
          </Panel>
          <May use="users:read">
            <LotPapers settlement={settlement} />
          </May>
          {offers.length > 0 && <Offers offers={offers} settlement={settlement} />}
          <Panel title="What was done">
            <ActionLog actions={actions} />
          </Panel>
          <ActionDialog
            question={asked && { settlement, action: asked }}
            onClose={() => {
              setAsked(null);
              // The change may wait for a second person now.
              again();
            }}
            onDone={done}
            onConflict={again}
          />
        </div>
      )}
    </Loaded>
  );
};

const WaitingApprovals = ({ approvals }: { approvals: readonly Approval[] }) => (
  <Notice tone="warning" title="Waiting for a second person">
    <ul className="grid gap-2">
      {approvals.map((approval) => (
        <li key={approval._id}>
          <p className="[overflow-wrap:anywhere]">
            {changeWords(approval)}. Asked for by {approval.askedBy.username}.
          </p>
          <ApprovalFacts approval={approval} />
          {approval.reason && <q className="text-sm [overflow-wrap:anywhere]">{approval.reason}</q>}
        </li>
      ))}
    </ul>
    <Link to="/admin/approvals" className={textLinkClass}>
      Approvals
    </Link>
  </Notice>
);

const BackToList = () => (
  <Link to="/admin/settlements" className={buttonClass("secondary", "sm")}>
    All settlements
  </Link>
);

const Heading = ({ settlement: { kind, status, stuck, auction, reference } }: { settlement: Settlement }) => (
  <div className="grid gap-1">
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <h1 className="font-bold text-xl [overflow-wrap:anywhere]">{auction.title}</h1>
      <BackToList />
    </div>
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Badge tone={kind === "win" ? "brand" : "amber"}>{kindLabels[kind]}</Badge>
      <Badge tone={stuck ? "danger" : statusTones[status]}>
        {statusLabels[status]}
        {stuck && ", stuck"}
      </Badge>
      <span translate="no" className="tabular font-semibold">
        {reference}
      </span>
      <Link to={`/auction/${auction._id}`} className={textLinkClass}>
        The lot
      </Link>
      <May use="bids:read">
        <Link to={`/admin/auctions/${auction._id}/history?kind=payments`} className={textLinkClass}>
          History
        </Link>
      </May>
    </p>
  </div>
);

const AmountsPanel = ({ settlement }: { settlement: Settlement }) => (
  <Panel title="Amounts">
    <Amounts settlement={settlement} />
    <div className="grid grid-cols-2 gap-4 border-line border-t pt-3 text-sm">
      <div>
        <p className="text-ink-soft">{settlement.status === "open" ? "Penalty if unpaid" : "Penalty"}</p>
        <Penalty settlement={settlement} />
      </div>
      <div>
        <p className="text-ink-soft">Due by</p>
        {settlement.status === "open" && <DueClock {...settlement} />}
        <time dateTime={settlement.dueAt} className="tabular block">
          {formatLagosTime(settlement.dueAt)}
        </time>
      </div>
    </div>
  </Panel>
);

const Pickup = ({ settlement: { pickup } }: { settlement: Settlement }) => {
  if (!pickup) return null;
  const { status, place, hours, readyAt, handedOverAt } = pickup;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm [&>dt]:text-ink-soft">
      <dt>Pickup</dt>
      <dd>
        {status === "waiting"
          ? "To be prepared"
          : status === "ready"
            ? `Ready since ${formatLagosTime(readyAt ?? "")}`
            : `Handed over ${formatLagosTime(handedOverAt ?? "")}`}
      </dd>
      {place && <dt>Place</dt>}
      {place && <dd className="[overflow-wrap:anywhere]">{place}</dd>}
      {hours && <dt>Hours</dt>}
      {hours && <dd className="[overflow-wrap:anywhere]">{hours}</dd>}
    </dl>
  );
};

const Offers = ({ offers, settlement }: Pick<SettlementDetails, "offers" | "settlement">) => (
  <Panel title="Second chances">
    <ul className="grid gap-2 text-sm">
      {offers.map(({ _id, person, price, status, createdAt, expiresAt, closedAt }) => (
        <li key={_id}>
          Offered to <strong>{person.username}</strong> at{" "}
          <span translate="no" className="tabular whitespace-nowrap font-semibold">
            {formatMoney(price, settlement.auction.currency)}
          </span>{" "}
          on {formatLagosTime(createdAt)}: {offerLabels[status]}
          {status === "open" ? `, until ${formatLagosTime(expiresAt)}` : closedAt && `, ${formatLagosTime(closedAt)}`}.
        </li>
      ))}
    </ul>
  </Panel>
);

const ActionLog = ({ actions }: Pick<SettlementDetails, "actions">) =>
  actions.length > 0 ? (
    <ol className="grid gap-2 text-sm">
      {actions.map(({ at, by, action, reason }) => (
        <li key={`${at} ${action}`} className="grid gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <time dateTime={at} className="tabular text-ink-soft">
            {formatLagosTime(at)}
          </time>
          <span className="[overflow-wrap:anywhere]">
            {actionText(action)}
            {by && <span className="text-ink-soft"> by {by.username}</span>}
            {reason && <q className="block text-ink-soft">{reason}</q>}
          </span>
        </li>
      ))}
    </ol>
  ) : (
    <p className="text-ink-soft text-sm">No administrator has done anything about it.</p>
  );
