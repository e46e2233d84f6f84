// Chooses the provider: Termii if its key is set, else a sandbox in development, and nothing in production.
import type { Config } from "../../../../config.ts";
import { createSmsSandbox, type SmsSandbox } from "./sandbox.ts";
import type { SmsProvider } from "./sms-provider.ts";
import { createTermii } from "./termii.ts";

export interface Sms {
  /** Null: this site sends no SMS. */
  readonly provider: SmsProvider | null;
  /** Null unless the sandbox is the provider. */
  readonly sandbox: SmsSandbox | null;
}

export const openSms = ({ isProduction, sms }: Pick<Config, "isProduction" | "sms">): Sms => {
  if (sms.termii) return { provider: createTermii(sms.termii), sandbox: null };
  const sandbox = isProduction ? null : createSmsSandbox();
  return { provider: sandbox, sandbox };
};
