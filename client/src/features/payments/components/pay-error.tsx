// Shows beside the pressed button why a payment failed. If no answer came, it says that the user can safely try again.

import { isUnknown } from "../../../connection/use-command.ts";
import { messageOf } from "../../../lib/api.ts";
import { Notice } from "../../../ui/notice.tsx";

export const PayError = ({ error }: { error: unknown }) =>
  isUnknown(error) ? (
    <Notice tone="warning" title="We do not know yet whether it was paid">
      {messageOf(error, "No answer came. Check your connection.")} Trying again is safe: it cannot be paid twice.
    </Notice>
  ) : (
    <Notice tone="error">{messageOf(error, "The payment failed. No money has moved.")}</Notice>
  );
