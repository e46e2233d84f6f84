// A change that a person asks for. While its outcome is unknown, asking for the same again sends the same request under
// the same key, so that it is carried out once. `lib/api.ts` asks for a fresh proof where the server wants one.
import type { ErrorBody } from "@jara/shared/errors";
import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError } from "../lib/api.ts";
import { newCommandId } from "./command-id.ts";

/** Is true when there was no answer, or an answer that does not give the outcome. */
export const isUnknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Returns what a live command was answered, or throws its refusal as a REST call does. */
export const accepted = <Answer extends { ok: true }>(answer: Answer | { ok: false; error: ErrorBody }): Answer => {
  if (answer.ok) return answer;
  throw new ApiError(answer.error.code === "UNAVAILABLE" ? 503 : 409, answer.error);
};

interface Options<Asked, Answer> extends Omit<UseMutationOptions<Answer, Error, Asked>, "mutationFn"> {
  /** Two requests with the same name are the same request. By default the name is all that is asked. */
  nameOf?: (asked: Asked) => string;
}

/** `send` gets the key, and what was asked for the first time under this key. */
export const useCommand = <Asked, Answer>(
  send: (asked: Asked, key: string, first: Asked) => Promise<Answer>,
  { nameOf = (asked) => JSON.stringify(asked) ?? "", ...options }: Options<Asked, Answer> = {},
) => {
  const open = useRef<{ name: string; key: string; first: Asked } | null>(null);
  const mutation = useMutation({
    ...options,
    mutationFn: async (asked: Asked) => {
      const name = nameOf(asked);
      if (open.current?.name !== name) open.current = { name, key: newCommandId(), first: asked };
      const { key, first } = open.current;
      try {
        const answer = await send(asked, key, first);
        open.current = null;
        return answer;
      } catch (error) {
        if (!isUnknown(error)) open.current = null;
        throw error;
      }
    },
  });
  return {
    ...mutation,
    /** Resets the mutation; the same request then counts as a new one. */
    forget: (): void => {
      open.current = null;
      mutation.reset();
    },
  };
};
