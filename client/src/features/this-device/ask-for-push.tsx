// Asks once, after the person's first bid, whether to tell them when they are outbid. The browser's own question comes only
// after a yes here, because a no to it cannot be taken back on the page.
import { useState } from "react";
import { toast } from "../../store/toast.ts";
import { Ask } from "../../ui/ask.tsx";
import { isApplePhone } from "./install-hint.ts";
import { pushAbility, switchPushOn } from "./push.ts";

const KEY = "push-asked";

const wasAsked = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // Storage is forbidden. The person is not asked at all, because otherwise the question would come after every bid.
    return true;
  }
};
const noteAsked = (): void => {
  try {
    localStorage.setItem(KEY, "1");
  } catch {
    // As above.
  }
};

export const AskForPush = ({ pushKey, userId }: { pushKey: string; userId: string }) => {
  const [isOver, setIsOver] = useState(false);
  const [isPending, setIsPending] = useState(false);
  if (isOver) return null;
  const close = () => {
    noteAsked();
    setIsOver(true);
  };
  const yes = async () => {
    setIsPending(true);
    try {
      if ((await switchPushOn(pushKey, userId)) === "on") {
        toast.success("This device will tell you when you are outbid");
      }
    } catch {
      toast.error("Push messages could not be switched on", {
        description: "Try again in your notification preferences.",
      });
    }
    close();
  };
  return (
    <Ask
      open
      title="Get a message when you are outbid?"
      no="Not now"
      yes="Yes, tell me"
      isPending={isPending}
      mayLeave
      onNo={close}
      onYes={() => void yes()}
    >
      <p>
        This device can tell you at once when somebody bids more, when you win and when a payment is due, even while the
        site is closed. You can switch it off in your notification preferences.
      </p>
    </Ask>
  );
};

/** The browser can show messages, and neither it nor the site has asked the person yet. */
export const canAskForPush = (): boolean =>
  !wasAsked() && pushAbility(isApplePhone()) === "yes" && Notification.permission === "default";
