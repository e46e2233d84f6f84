// The tabs of a seller's pages: what was offered, the lots, and the statement.
import { PageTabs } from "../ui/page-tabs.tsx";

const tabs = [
  { to: "/sell", label: "Offers" },
  { to: "/my-sales", label: "Lots" },
  { to: "/my-sales?tab=statement", label: "Statement" },
];

export const SellerTabs = ({ current }: { current: string }) => (
  <PageTabs label="Selling" tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.label === current }))} />
);
