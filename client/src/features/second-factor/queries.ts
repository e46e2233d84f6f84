// The requests about two-step verification: its state, the set-up of an authenticator app, new recovery codes,
// switching off.
import type { SecondFactor, TotpEnrolment } from "@jara/shared/rest/second-factor";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";

const PATH = "/auth/second-factor";

export const secondFactorQuery = queryOptions({
  queryKey: ["second-factor"],
  queryFn: ({ signal }) => api.get<SecondFactor>(PATH, undefined, signal),
});

export interface NewCodes {
  recoveryCodes: string[];
  secondFactor: SecondFactor;
}

export const startApp = () => api.post<TotpEnrolment>(`${PATH}/totp`);
export const confirmApp = (code: string) => api.post<NewCodes>(`${PATH}/totp/confirm`, { code });
export const newRecoveryCodes = () => api.post<NewCodes>(`${PATH}/recovery-codes`);
export const removeFactor = () => api.delete<SecondFactor>(PATH);
