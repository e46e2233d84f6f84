// The account's passkeys: the list, and adding, renaming and removing one.
import type { Passkey } from "@jara/shared/rest/passkeys";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { takeAnswer } from "../../queries/take-answer.ts";
import { addOptions, addPasskey, passkeysQuery, removePasskey, renamePasskey } from "./queries.ts";
import { makePasskey } from "./webauthn.ts";

export const usePasskeys = () => useQuery(passkeysQuery);

/** Each answer is the new list. After a failure the list is fetched again, because another tab may have changed it. */
const useChange = <Input>(change: (input: Input) => Promise<Passkey[]>, onDone: () => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (passkeys) => {
      takeAnswer(client, { queryKey: passkeysQuery.queryKey }, passkeys);
      onDone();
    },
    onError: () => void client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
};

/** `password` undefined: there is a recent proof, or the server will ask for one. */
export const useAddPasskey = (onDone: () => void) =>
  useChange(
    async ({ password }: { password: string | undefined }) => addPasskey(await makePasskey(await addOptions(password))),
    onDone,
  );

export const useRenamePasskey = (onDone: () => void) =>
  useChange(({ _id, name }: Pick<Passkey, "_id" | "name">) => renamePasskey(_id, name), onDone);

export const useRemovePasskey = (onDone: () => void) => useChange(({ _id }: Passkey) => removePasskey(_id), onDone);
