// Says what an action on a settlement does to the money of the lot's seller. The house's own lots have none.
import type { Settlement, SettlementDetails } from "@jara/shared/rest/settlements";
import { useQueries } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageOf } from "../../../lib/api.ts";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { detailsQuery } from "../queries.ts";

type Seller = NonNullable<SettlementDetails["seller"]>;

type WordsOf = (seller: Seller, net: ReactNode) => ReactNode;

/** `isUnknown`: the action waits for it, so that nobody moves money that the dialog does not name. */
export const useSellersMoney = (settlements: readonly Pick<Settlement, "_id">[], words: WordsOf) => {
  const details = useQueries({ queries: settlements.map(({ _id }) => detailsQuery(_id)) });
  const failed = details.find(({ error }) => error)?.error;
  return {
    isUnknown: details.some(({ data, error }) => !data && !error),
    notes: (
      <>
        {failed && <Notice tone="error">{messageOf(failed, "Failed to load what the seller is paid")}</Notice>}
        {details.map(
          ({ data }) =>
            data?.seller && (
              <Notice key={data.settlement._id} tone="warning">
                {words(data.seller, <OwnMoney amount={data.seller.net} currency="NGN" className="font-bold" />)}
              </Notice>
            ),
        )}
      </>
    ),
  };
};

export const useSellerMoney = (settlementId: string, words: WordsOf) => {
  const { isUnknown, notes: note } = useSellersMoney([{ _id: settlementId }], words);
  return { isUnknown, note };
};

const nameOf = ({ username }: Seller) => (
  <strong translate="no" className="[overflow-wrap:anywhere]">
    {username}
  </strong>
);

export const paidAtHandover = (seller: Seller, net: ReactNode): ReactNode =>
  seller.status === "credited" ? (
    <>
      The seller {nameOf(seller)} was paid {net} before.
    </>
  ) : (
    <>
      This pays {net} to the seller {nameOf(seller)} now.
    </>
  );

const goesBack = (seller: Seller, net: ReactNode): ReactNode => (
  <>
    The seller {nameOf(seller)} was paid {net}. This takes it back from the seller's balance, below zero if it was spent
    or withdrawn. Who is below zero can neither bid nor withdraw.
  </>
);

export const takenBack = (seller: Seller, net: ReactNode): ReactNode =>
  seller.status === "credited" ? (
    goesBack(seller, net)
  ) : (
    <>The seller {nameOf(seller)} was not paid yet, and gets nothing for this sale.</>
  );

export const takenBackUntilPaid = (seller: Seller, net: ReactNode): ReactNode =>
  seller.status === "credited" ? (
    <>{goesBack(seller, net)} The seller is paid again once the buyer has paid again.</>
  ) : (
    <>The seller {nameOf(seller)} was not paid yet, and is paid once the buyer has paid again.</>
  );
