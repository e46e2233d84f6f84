// Says what an action on a settlement does to the money of the lot's seller. The house's own lots have none.
import type { SettlementDetails } from "@jara/shared/rest/settlements";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageOf } from "../../../lib/api.ts";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { detailsQuery } from "../queries.ts";

type Seller = NonNullable<SettlementDetails["seller"]>;

/** `isUnknown`: the action waits for it, so that nobody moves money that the dialog does not name. */
export const useSellerMoney = (settlementId: string, words: (seller: Seller, net: ReactNode) => ReactNode) => {
  const { data, error } = useQuery(detailsQuery(settlementId));
  const seller = data?.seller;
  return {
    isUnknown: !data && !error,
    note: error ? (
      <Notice tone="error">{messageOf(error, "Failed to load what the seller is paid")}</Notice>
    ) : (
      seller && (
        <Notice tone="warning">
          {words(seller, <OwnMoney amount={seller.net} currency="NGN" className="font-bold" />)}
        </Notice>
      )
    ),
  };
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
