// The notices that the page loads after itself: they would make its first load too large, and none is urgent.
import { LotNotices } from "./lot-notices.tsx";
import { PaymentNotices } from "./payment-notices.tsx";

export const LateNotices = () => (
  <>
    <LotNotices />
    <PaymentNotices />
  </>
);
