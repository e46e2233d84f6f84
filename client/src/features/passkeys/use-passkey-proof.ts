// Proves with a passkey that it is the account's owner who asks. Any dialog that asks for a proof can offer it.
import { useQuery } from "@tanstack/react-query";
import { passkeysQuery, proveOptions, proveWithPasskey } from "./queries.ts";
import { askForPasskey, canUsePasskeys } from "./webauthn.ts";

/** Resolves with the time of the proof. Rejects with PasskeyCancelled, PasskeyProblem or an ApiError. */
export type PasskeyProof = () => Promise<string>;

const prove: PasskeyProof = async () => proveWithPasskey(await askForPasskey(await proveOptions()));

/** Null while this browser cannot use passkeys, or the account is not known to have one. */
export const usePasskeyProof = (): PasskeyProof | null => {
  const { data } = useQuery({ ...passkeysQuery, enabled: canUsePasskeys() });
  return data && data.length > 0 ? prove : null;
};
