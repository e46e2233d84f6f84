// A mutation that is sent again under the same key while its outcome is unknown, so that it is carried out once.
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { newCommandId } from "../../../connection/command-id.ts";
import { isUnknown } from "../hooks/use-user-edits.ts";

/** `make`: what is sent for the typed values. It is kept for another try, also if it contains a time. */
export const useOnce = <Typed, Sent, Answer>(
  make: (typed: Typed) => Sent,
  send: (sent: Sent, idempotencyKey: string) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) => {
  const attempt = useRef<{ what: string; sent: Sent; key: string } | null>(null);
  return useMutation({
    mutationFn: (typed: Typed) => {
      const what = JSON.stringify(typed);
      const { sent, key } =
        attempt.current?.what === what ? attempt.current : { sent: make(typed), key: newCommandId() };
      attempt.current = { what, sent, key };
      return send(sent, key);
    },
    onSuccess: (answer) => {
      attempt.current = null;
      onDone(answer);
    },
    onError: (error) => {
      if (!isUnknown(error)) attempt.current = null;
    },
  });
};
