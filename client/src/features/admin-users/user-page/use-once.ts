// A mutation that is sent again under the same key while its outcome is unknown, so that it is carried out once.
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useIdempotencyKey } from "../../../connection/idempotency-key.ts";

/** `make` builds the request from the typed values. Another try sends the same request, even if it contains a time. */
export const useOnce = <Typed, Sent, Answer>(
  make: (typed: Typed) => Sent,
  send: (sent: Sent, idempotencyKey: string) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) => {
  const { keyOf, succeeded, failed } = useIdempotencyKey();
  const made = useRef<{ key: string; sent: Sent } | null>(null);
  return useMutation({
    mutationFn: (typed: Typed) => {
      const key = keyOf(JSON.stringify(typed));
      if (made.current?.key !== key) made.current = { key, sent: make(typed) };
      return send(made.current.sent, key);
    },
    onSuccess: (answer) => {
      succeeded();
      onDone(answer);
    },
    onError: failed,
  });
};
