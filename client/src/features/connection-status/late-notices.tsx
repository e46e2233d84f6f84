// The notices that load after the page, because they would make its first load too large and none is urgent.
import { LiveNotices } from "./live-notices.tsx";
import { LotNotices } from "./lot-notices.tsx";
import { PaymentNotices } from "./payment-notices.tsx";

export const LateNotices = () => (
  <>
    <LiveNotices />
    <LotNotices />
    <PaymentNotices />
  </>
);
