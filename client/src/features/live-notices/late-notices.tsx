// The notices that load after the page, because they would make its first load too large and none is urgent.
import { useEffect } from "react";
import { earlyFrames } from "../../connection/connection.ts";
import { LotNotices } from "./lot-notices.tsx";
import { OutbidNotice } from "./outbid-notice.tsx";
import { PaymentNotices } from "./payment-notices.tsx";

export const LateNotices = () => {
  // The notices below have read them: effects of children run first.
  useEffect(() => earlyFrames.end(), []);
  return (
    <>
      <OutbidNotice />
      <LotNotices />
      <PaymentNotices />
    </>
  );
};
