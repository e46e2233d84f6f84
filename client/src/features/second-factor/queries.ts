// The requests about two-step verification: its state, the set-up of an authenticator app, new recovery codes,
// switching off.
import * as calls from "@jara/shared/calls/second-factor";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api.ts";

export const secondFactorQuery = queryOptions({
  queryKey: ["second-factor"],
  queryFn: ({ signal }) => ask(calls.getSecondFactor, { signal }),
});

export const startApp = () => ask(calls.startAuthenticator);
export const confirmApp = (code: string) => ask(calls.confirmAuthenticator, { body: { code } });
export const newRecoveryCodes = () => ask(calls.replaceRecoveryCodes);
export const removeFactor = () => ask(calls.removeSecondFactor);
