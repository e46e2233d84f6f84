// The screen of all agreements that wait for a seller, of one sale or of all: the terms of each, and one acceptance of those
// that are chosen.
import { formatMoney } from "@jara/shared/money";
import type { AcceptAgreementsAnswer, WaitingAgreement } from "@jara/shared/rest/agreements";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "#router";
import { SellerTerms } from "../features/legal/seller-terms.tsx";
import { acceptAgreements, waitingAgreementsQuery } from "../features/offers/queries.ts";
import { SignatureForm } from "../features/offers/signature-form.tsx";
import { TermsList } from "../features/offers/terms-list.tsx";
import { useAuth } from "../features/session/auth-context.tsx";
import { ToLogin } from "../features/session/components/to-login.tsx";
import { messageOf } from "../lib/api.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { Check } from "../ui/check.tsx";
import { Choice } from "../ui/choice.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded, Loading } from "../ui/loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { Panel } from "../ui/panel.tsx";
import { Picture } from "../ui/picture.tsx";
import { textLinkClass } from "../ui/text-link.tsx";

export const Component = () => {
  usePageTitle("Your agreements");
  const { isLoading, user } = useAuth();
  if (isLoading) return null;
  return user ? <Agreements key={user._id} /> : <ToLogin />;
};

const itemsIn = (count: number): string => (count === 1 ? "1 item" : `${count} items`);

const Agreements = () => {
  const query = useQuery(waitingAgreementsQuery);
  const [done, setDone] = useState<AcceptAgreementsAnswer | null>(null);
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <Link to="/sell" className={`${textLinkClass} justify-self-start`}>
        All your offers
      </Link>
      <h1 className="font-bold text-xl">Your agreements</h1>
      {done && <Outcome {...done} />}
      <Loaded
        query={query}
        failed={(error) => messageOf(error, "Failed to load your agreements")}
        loading={<Loading shapes={["h-24", "h-24", "h-96"]}>Loading your agreements...</Loading>}
        empty={({ agreements }) =>
          agreements.length === 0 && (
            <EmptyState title="No terms wait for you.">When we propose terms for an item, they appear here.</EmptyState>
          )
        }
      >
        {({ agreements, termsVersion }) => (
          <Waiting agreements={agreements} termsVersion={termsVersion} onDone={setDone} />
        )}
      </Loaded>
    </div>
  );
};

const Outcome = ({ accepted, refused }: AcceptAgreementsAnswer) => (
  <>
    {accepted.length > 0 && (
      <Notice tone="success" title={`You accepted the terms of ${itemsIn(accepted.length)}`}>
        The PDF file is in your email. We prepare the auctions.
      </Notice>
    )}
    {refused.length > 0 && (
      <Notice tone="warning" title={`Not accepted: ${itemsIn(refused.length)}`}>
        <ul className="grid gap-1">
          {refused.map(({ _id, title, message, newestId }) => (
            <li key={_id}>
              <bdi>“{title}”</bdi>: {message}{" "}
              {newestId && (
                <Link to={`/agreements/${newestId}`} className={textLinkClass}>
                  Read the newest
                </Link>
              )}
            </li>
          ))}
        </ul>
      </Notice>
    )}
  </>
);

interface WaitingProps {
  agreements: readonly WaitingAgreement[];
  termsVersion: string;
  onDone: (answer: AcceptAgreementsAnswer) => void;
}

const Waiting = ({ agreements, termsVersion, onDone }: WaitingProps) => {
  const client = useQueryClient();
  const [saleId, setSaleId] = useState("");
  /** Everything is chosen until it is taken out. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const titles = new Map(agreements.flatMap(({ sale }) => (sale ? [[sale._id, sale.title] as const] : [])));
  const shown = agreements.filter(({ sale }) => !titles.has(saleId) || sale?._id === saleId);
  const ids = shown.map(({ agreement }) => agreement._id);
  const chosen = ids.filter((id) => !left.has(id));
  const choose = (which: readonly string[], isChosen: boolean) => {
    const next = new Set(left);
    for (const id of which) isChosen ? next.delete(id) : next.add(id);
    setLeft(next);
  };
  const accept = useMutation({
    mutationFn: (name: string) => acceptAgreements(chosen, name, termsVersion),
    onSuccess: (answer) => {
      onDone(answer);
      window.scrollTo(0, 0);
    },
    onSettled: () => client.invalidateQueries({ queryKey: waitingAgreementsQuery.queryKey }),
  });
  return (
    <>
      {titles.size > 1 && (
        <Choice label="Sale" value={saleId} options={[["", "All"], ...titles]} onChoose={setSaleId} />
      )}
      <Panel title="Your terms">
        {ids.length > 1 && (
          <Check
            label={`All ${itemsIn(ids.length)}`}
            checked={chosen.length === ids.length}
            disabled={accept.isPending}
            onChange={(isChosen) => choose(ids, isChosen)}
          />
        )}
        <ul aria-label="Waiting agreements" className="grid gap-3">
          {shown.map((one) => (
            <Item
              key={one.agreement._id}
              {...one}
              isChosen={!left.has(one.agreement._id)}
              isLocked={accept.isPending}
              choose={(isChosen) => choose([one.agreement._id], isChosen)}
            />
          ))}
        </ul>
      </Panel>
      <SellerTerms version={termsVersion} />
      {chosen.length === 0 ? (
        <Notice tone="muted">Choose at least one item to accept its terms.</Notice>
      ) : (
        <SignatureForm
          confirmation={`I read the terms of ${itemsIn(chosen.length)} and the seller terms, and accept them`}
          submit={`Accept the terms of ${itemsIn(chosen.length)}`}
          isPending={accept.isPending}
          problem={accept.error && messageOf(accept.error, "Failed to accept")}
          onSign={accept.mutate}
        />
      )}
    </>
  );
};

interface ItemProps extends WaitingAgreement {
  isChosen: boolean;
  isLocked: boolean;
  choose: (isChosen: boolean) => void;
}

const Item = ({ agreement, title, imageUrl, sale, isChosen, isLocked, choose }: ItemProps) => {
  const { startingPrice, reservePrice, currency, commissionPercent, charges } = agreement;
  const reserve = reservePrice === null ? "no reserve" : `reserve ${formatMoney(reservePrice, currency)}`;
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 border-line border-t pt-3">
      <Picture src={imageUrl} alt="" sizes="4rem" className="aspect-square w-full rounded-box text-xs" />
      <div className="grid content-start">
        <Check
          label={title}
          checked={isChosen}
          disabled={isLocked}
          onChange={choose}
          className="font-semibold [overflow-wrap:anywhere]"
        />
        <p className="text-ink-soft text-sm">
          From {formatMoney(startingPrice, currency)}, {reserve}, {commissionPercent}% commission
          {charges.length > 0 && (charges.length === 1 ? ", 1 charge" : `, ${charges.length} charges`)}
          {sale && (
            <>
              {" "}
              · <bdi>{sale.title}</bdi>
            </>
          )}
        </p>
        <details>
          <summary className="min-h-11 cursor-pointer content-center text-sm">All terms</summary>
          <TermsList agreement={agreement} />
        </details>
      </div>
    </li>
  );
};
