// Why a payment did not happen, where the button was pressed. Without an answer it says that trying again is safe.
import { messageOf } from "../../../lib/api.ts";
import { Notice } from "../../../ui/notice.tsx";
import { isUnanswered } from "../use-pay.ts";

export const PayError = ({ error }: { error: unknown }) =>
  isUnanswered(error) ? (
    <Notice tone="warning" title="We do not know yet whether it was paid">
      {messageOf(error, "No answer came. Check your connection.")} Trying again is safe: it cannot be paid twice.
    </Notice>
  ) : (
    <Notice tone="error">{messageOf(error, "The payment failed. No money has moved.")}</Notice>
  );
