// Logging in with a passkey: a button, and the browser's own offer in the field for the e-mail address. Renders nothing
// where the browser has no passkeys.
import type { PasskeyCredential } from "@jara/shared/rest/passkeys";
import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useEffect } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { passkeyFailure } from "./passkey-words.ts";
import { logInOptions, logInWithPasskey, type PasskeySession } from "./queries.ts";
import { askForPasskey, canOfferInField, canUsePasskeys, PasskeyCancelled, stopAsking } from "./webauthn.ts";

/** A challenge is valid for five minutes. */
const RENEWED_AFTER_MS = 4 * 60_000;
/** The person is at the page, so a passkey may be chosen soon. A page that nobody uses asks for no new challenge. */
const signs = ["visibilitychange", "pointermove", "pointerdown", "keydown", "focusin"] as const;

interface SignInWithPasskeyProps {
  onSession: (session: PasskeySession) => void;
}

export const SignInWithPasskey = (props: SignInWithPasskeyProps) => (canUsePasskeys() ? <Offer {...props} /> : null);

const Offer = ({ onSession }: SignInWithPasskeyProps) => {
  const signIn = useMutation({
    mutationFn: async (offered: PasskeyCredential | null) =>
      logInWithPasskey(offered ?? (await askForPasskey(await logInOptions()))),
    onSuccess: onSession,
  });
  const { mutate, isPending, error } = signIn;
  useFieldOffer(isPending, mutate);
  return (
    <section aria-label="Passkey" className="grid gap-3">
      <Button variant="secondary" size="lg" pending={isPending} onClick={() => mutate(null)}>
        {!isPending && <KeyRound aria-hidden className="size-5" />}
        Log in with a passkey
      </Button>
      {error instanceof PasskeyCancelled && (
        <Notice tone="muted">No passkey was used. You can try again, or log in with your password.</Notice>
      )}
      {error && !(error instanceof PasskeyCancelled) && (
        <Notice tone="error">{passkeyFailure(error, "We could not log you in with this passkey.")}</Notice>
      )}
    </section>
  );
};

/** Offers the passkeys in the field for the e-mail address while no other question is open. */
const useFieldOffer = (isBusy: boolean, onCredential: (credential: PasskeyCredential) => void): void => {
  useEffect(() => {
    if (isBusy) return;
    let isOver = false;
    let isAsking = false;
    // This is the time of day, because `performance.now()` may stop while the device sleeps.
    let offeredAt = 0;
    const offer = async (): Promise<void> => {
      if (document.hidden || Date.now() - offeredAt < RENEWED_AFTER_MS) return;
      offeredAt = Date.now();
      if (!(await canOfferInField())) return;
      const options = await logInOptions();
      if (isOver) return;
      isAsking = true;
      onCredential(await askForPasskey(options, true));
    };
    // An offer that cannot be made is not missed, because the button is there.
    const start = (): void => void offer().catch(() => {});
    start();
    for (const sign of signs) document.addEventListener(sign, start, { passive: true });
    return () => {
      isOver = true;
      for (const sign of signs) document.removeEventListener(sign, start);
      if (isAsking) void stopAsking();
    };
  }, [isBusy, onCredential]);
};
