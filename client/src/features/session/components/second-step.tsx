// The second step of a log-in: a code of the authenticator app, a recovery code, or another way that the page gives,
// such as a passkey.
import type { User } from "@jara/shared/users";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "../../../lib/api.ts";
import { failureWords } from "../../../lib/failure-words.ts";
import { Button } from "../../../ui/button.tsx";
import { CodeForm } from "../../../ui/code-form.tsx";
import { FormCard } from "../../../ui/form-card.tsx";
import type { Challenge } from "../challenge.ts";
import { finishLogIn } from "../queries.ts";

interface SecondStepProps {
  challenge: Challenge;
  /** Another way than a code, such as a passkey. */
  otherWay?: ReactNode;
  onSession: (session: { user: User; token: string; requiresEmailVerification: boolean }) => void;
  /** `reason`: why the log-in must start again; null if the person wants to go back. */
  onBack: (reason: string | null) => void;
}

export const SecondStep = ({ challenge, otherWay, onSession, onBack }: SecondStepProps) => {
  const finish = useMutation({
    mutationFn: (code: string) => finishLogIn({ challenge: challenge.challenge, code }),
    onSuccess: onSession,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) onBack(error.message);
    },
  });
  return (
    <FormCard title="Two-step verification" intro="One more step and you are in.">
      {otherWay}
      <CodeForm
        button="Log in"
        isPending={finish.isPending}
        error={finish.error && failureWords(finish.error, "The login could not be finished.")}
        onCode={(code) => finish.mutate(code)}
      />
      <Button variant="ghost" className="-ml-4 justify-self-start" onClick={() => onBack(null)}>
        Back to login
      </Button>
    </FormCard>
  );
};
