// A button that proves the person with a passkey, for the dialog that asks for a proof. Renders nothing if the account has
// no passkey or the browser cannot use one.
import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { passkeyFailure } from "../passkey-words.ts";
import { type PasskeyProof, usePasskeyProof } from "../use-passkey-proof.ts";
import { PasskeyCancelled } from "../webauthn.ts";

interface ProveWithPasskeyProps {
  onProved: () => void;
}

export const ProveWithPasskey = ({ onProved }: ProveWithPasskeyProps) => {
  const prove = usePasskeyProof();
  return prove && <Offer prove={prove} onProved={onProved} />;
};

const Offer = ({ prove, onProved }: ProveWithPasskeyProps & { prove: PasskeyProof }) => {
  const { mutate, isPending, error } = useMutation({ mutationFn: prove, onSuccess: onProved });
  return (
    <div className="grid gap-3">
      <Button variant="secondary" size="lg" pending={isPending} onClick={() => mutate()}>
        {!isPending && <KeyRound aria-hidden className="size-5" />}
        Use a passkey
      </Button>
      {error && !(error instanceof PasskeyCancelled) && (
        <Notice tone="error">{passkeyFailure(error, "This passkey could not confirm that it is you.")}</Notice>
      )}
    </div>
  );
};
