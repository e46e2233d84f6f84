// The panels of the desk. The server leaves out those that the reader's role may not read.
import { outcomeNames } from "@jara/shared/lot-outcome";
import { DESK_DAYS, type Desk } from "@jara/shared/rest/desk";
import { lotNumberText } from "@jara/shared/sale-order";
import type { ComponentProps } from "react";
import { lagosClock, lagosDate, lagosMoment } from "../../lib/lagos-moment.ts";
import { lotsWords } from "../../lots/lots-words.ts";
import { OwnMoney } from "../../ui/money.tsx";
import { DeskClock, Since } from "./desk-clock.tsx";
import { DeskPanel, DeskRow } from "./desk-panel.tsx";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const bids = (count: number): string => (count === 1 ? "1 bid" : `${count} bids`);
const lotPage = (id: string): string => `/auction/${id}`;
const payment = (id: string): string => `/admin/settlements/${id}`;

export const EndingToday = ({ total, rows }: Desk["ending"]) => (
  <DeskPanel
    title="Ending today"
    total={total}
    nothing="Nothing ends today."
    all={{ to: "/admin/auctions?status=active&sortBy=endTime&sortOrder=asc", label: "All live lots" }}
  >
    {rows.map(({ auction, currentPrice, bidCount, reserveMet, endTime, sale }) => (
      <DeskRow
        key={auction._id}
        to={lotPage(auction._id)}
        title={auction.title}
        about={
          <>
            <OwnMoney amount={currentPrice} currency={auction.currency} />, {bids(bidCount)}
            {!reserveMet && ", reserve not met"}
            {sale && ` · ${sale.title}, lot ${lotNumberText(sale)}`}
          </>
        }
        aside={<DeskClock until={endTime} soonMs={HOUR_MS} passed="Closing…" />}
      />
    ))}
  </DeskPanel>
);

interface DebtRowProps extends Omit<ComponentProps<typeof DeskClock>, "until"> {
  debt: NonNullable<Desk["toPay"]>["rows"][number];
}

const DebtRow = ({ debt: { _id, auction, buyer, remaining, dueAt }, ...clock }: DebtRowProps) => (
  <DeskRow
    to={payment(_id)}
    title={auction.title}
    about={
      <>
        {buyer.username} owes <OwnMoney amount={remaining} currency={auction.currency} />
      </>
    }
    aside={<DeskClock until={dueAt} {...clock} />}
  />
);

export const ToPay = ({ total, overdue, rows }: NonNullable<Desk["toPay"]>) => (
  <DeskPanel
    title={overdue > 0 ? `To be paid, ${overdue} overdue` : "To be paid"}
    total={total}
    tone={overdue > 0 ? "amber" : "neutral"}
    nothing="No win is waiting for payment."
    all={{ to: "/admin/settlements?status=open&kind=win", label: "All open wins" }}
  >
    {rows.map((debt) => (
      <DebtRow key={debt._id} debt={debt} soonMs={24 * HOUR_MS} passed="Overdue" />
    ))}
  </DeskPanel>
);

export const BeingBought = ({ total, rows }: NonNullable<Desk["buying"]>) => (
  <DeskPanel
    title="Being bought"
    total={total}
    nothing="No lot is being bought."
    all={{ to: "/admin/settlements?status=open&kind=buy-it-now", label: "All open purchases" }}
  >
    {rows.map((debt) => (
      <DebtRow key={debt._id} debt={debt} soonMs={15 * MINUTE_MS} passed="Deadline passed" />
    ))}
  </DeskPanel>
);

export const ToPrepare = ({ total, rows }: NonNullable<Desk["toPrepare"]>) => (
  <DeskPanel
    title="Paid lots to prepare"
    total={total}
    tone="amber"
    nothing="Every paid lot is ready for pickup."
    all={{ to: "/admin/settlements?status=paid", label: "All paid" }}
  >
    {rows.map(({ _id, auction, buyer, since }) => (
      <DeskRow
        key={_id}
        to={payment(_id)}
        title={auction.title}
        about={`${buyer.username} paid`}
        aside={<Since at={since} />}
      />
    ))}
  </DeskPanel>
);

export const PickupsToday = ({ total, rows }: NonNullable<Desk["pickups"]>) => (
  <DeskPanel
    title="Pickups today"
    total={total}
    nothing="Nobody comes today."
    all={{ to: "/admin/settlements/pickups", label: "All of today" }}
  >
    {rows.map(({ buyer, startsAt, endsAt, place, sale, lots }) => (
      <DeskRow
        key={`${buyer._id} ${sale} ${startsAt}`}
        to="/admin/settlements/pickups"
        title={buyer.username}
        about={
          <>
            {lotsWords(lots)}
            {sale && ` of ${sale}`}, {place}
          </>
        }
        aside={
          <span className="tabular">
            {lagosClock(startsAt, startsAt)} to {lagosClock(endsAt, startsAt)}
          </span>
        }
      />
    ))}
  </DeskPanel>
);

export const DaysToClose = ({ total, rows }: NonNullable<Desk["toClose"]>) => (
  <DeskPanel
    title="Days to close or sign"
    total={total}
    tone="amber"
    nothing="No day waits to be closed or signed."
    all={{ to: "/admin/takings", label: "Takings" }}
  >
    {rows.map(({ date, closedBy }) => (
      <DeskRow
        key={`${date} ${closedBy}`}
        to={`/admin/takings?from=${date}`}
        title={lagosDate(`${date}T12:00:00.000Z`)}
        about={closedBy === null ? "Its money is not counted" : `Closed by ${closedBy}`}
        aside={closedBy === null ? "Not closed" : "Not signed"}
      />
    ))}
  </DeskPanel>
);

export const SellersOwed = ({ total, rows, owed }: NonNullable<Desk["sellersOwed"]>) => (
  <DeskPanel
    title="Sellers owed"
    total={total}
    nothing="No seller waits for money."
    all={{ to: "/admin/sellers", label: "All sellers" }}
    about={
      <>
        <OwnMoney amount={owed} currency="NGN" className="font-semibold" /> in all. It is paid by itself when it is due.
      </>
    }
  >
    {rows.map(({ user, owed: amount, lots, dueAt }) => (
      <DeskRow
        key={user._id}
        to={`/admin/sellers/${user._id}`}
        title={user.username}
        about={
          <>
            <OwnMoney amount={amount} currency="NGN" /> for {lots === 1 ? "1 lot" : `${lots} lots`}
          </>
        }
        aside={<DeskClock until={dueAt} soonMs={0} passed="Due now" />}
      />
    ))}
  </DeskPanel>
);

export const Stuck = ({ total, rows }: NonNullable<Desk["stuck"]>) => (
  <DeskPanel title="Stuck" total={total} tone="danger" nothing="Nothing is stuck.">
    {rows.map(({ kind, _id, auction, person, since, problem }) => (
      <DeskRow
        key={_id}
        to={kind === "forfeit" ? payment(_id) : "/admin/withdrawals"}
        title={
          kind === "forfeit" ? `Forfeit: ${auction?.title ?? "a lot"}` : `Withdrawal of ${person.username} is not sent`
        }
        about={
          <>
            {kind === "forfeit" && `${person.username}. `}
            {problem}
          </>
        }
        aside={<Since at={since} />}
      />
    ))}
  </DeskPanel>
);

type WaitingRow = NonNullable<Desk["waiting"]>["rows"][number];
type WaitingKind = WaitingRow["kind"];

const waitingWords: Record<WaitingKind, string> = {
  "bank-account": "Change of the bank account",
  "day-close": "Close of a day to sign",
  withdrawal: "Withdrawal",
  balance: "Change of a balance",
  booking: "Payment to book",
  payment: "Payment to confirm",
  reversal: "Payment to reverse",
  refund: "Sale to refund",
};

const waitingPage = ({ kind, date }: WaitingRow): string => {
  if (kind === "day-close") return `/admin/takings?from=${date}`;
  if (kind === "withdrawal") return "/admin/withdrawals";
  return kind === "bank-account" ? "/admin/settings#bank-account" : "/admin/approvals";
};

export const Waiting = ({ total, rows }: NonNullable<Desk["waiting"]>) => (
  <DeskPanel
    title="Waiting for you"
    total={total}
    tone="amber"
    nothing="No withdrawal and no change of money waits for you."
  >
    {rows.map((row) => (
      <DeskRow
        key={row._id}
        to={waitingPage(row)}
        title={`${waitingWords[row.kind]}: ${row.person.username}`}
        about={<AboutWaiting row={row} />}
        aside={<Since at={row.since} />}
      />
    ))}
  </DeskPanel>
);

const bankAccountWords = ({ dueAt, mayFrom }: WaitingRow): string => {
  if (dueAt) return `Carried out ${lagosMoment(dueAt)}, unless you cancel it`;
  return mayFrom ? `You may approve it from ${lagosMoment(mayFrom)}, and cancel it now` : "Approve or cancel it";
};

const AboutWaiting = ({ row }: { row: WaitingRow }) => {
  const { kind, amountNgn, date } = row;
  if (kind === "bank-account") return bankAccountWords(row);
  return (
    <>
      {kind === "day-close" && `${date}, counted `}
      <OwnMoney amount={amountNgn} currency="NGN" />
      {kind !== "withdrawal" && ", needs a second person"}
    </>
  );
};

export const Unsold = ({ total, rows }: NonNullable<Desk["unsold"]>) => (
  <DeskPanel
    title="Unsold"
    total={total}
    nothing={`No lot of the last ${DESK_DAYS} days is unsold and not relisted.`}
    all={{ to: "/admin/auctions?status=ended&sortBy=endTime&sortOrder=desc", label: "All ended lots" }}
  >
    {rows.map(({ auction, bidCount, currentPrice, outcome, endTime }) => (
      <DeskRow
        key={auction._id}
        to={lotPage(auction._id)}
        title={auction.title}
        about={
          <>
            {outcomeNames[outcome ?? "no-winner"]}
            {bidCount > 0 && (
              <>
                , high bid <OwnMoney amount={currentPrice} currency={auction.currency} />
              </>
            )}
          </>
        }
        aside={<Since at={endTime} />}
      />
    ))}
  </DeskPanel>
);

export const WaitingOffers = ({ total, rows }: NonNullable<Desk["offers"]>) => (
  <DeskPanel
    title="Offers"
    total={total}
    tone="amber"
    nothing="No offer waits."
    all={{ to: "/admin/offers", label: "All offers" }}
  >
    {rows.map(({ _id, title, seller, since }) => (
      <DeskRow
        key={_id}
        to={`/admin/offers/${_id}`}
        title={title}
        about={seller.username}
        aside={<Since at={since} />}
      />
    ))}
  </DeskPanel>
);

export const DraftsToPublish = ({ total, rows }: NonNullable<Desk["toPublish"]>) => (
  <DeskPanel
    title="Drafts to publish"
    total={total}
    tone="amber"
    nothing="No draft with accepted terms waits."
    all={{ to: "/admin/auctions?status=draft", label: "All drafts" }}
  >
    {rows.map(({ auction, seller, since }) => (
      <DeskRow
        key={auction._id}
        to={lotPage(auction._id)}
        title={auction.title}
        about={`${seller.username} accepted the terms`}
        aside={<Since at={since} />}
      />
    ))}
  </DeskPanel>
);

/** `buy-it-now-forfeited` as "Buy it now forfeited". */
const mailName = (kind: string): string => {
  const words = kind.replaceAll("-", " ");
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
};

export const FailedMails = ({ total, rows }: NonNullable<Desk["mails"]>) => (
  <DeskPanel
    title="Emails that failed"
    total={total}
    tone="danger"
    nothing={`No email failed in the last ${DESK_DAYS} days.`}
  >
    {rows.map(({ _id, kind, to, user, failedAt, problem }) => (
      <DeskRow
        key={_id}
        to={user ? `/admin/users/${user._id}` : "/admin"}
        title={`${mailName(kind)}: ${user ? user.username : to}`}
        about={
          <>
            {user && <span className="block break-all">{to}</span>}
            {problem && <span className="line-clamp-2 break-words">{problem}</span>}
          </>
        }
        aside={<Since at={failedAt} />}
      />
    ))}
  </DeskPanel>
);
