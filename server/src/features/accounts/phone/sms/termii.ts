// Sends an SMS by Termii's API (https://developer.termii.com/messaging-api). The channel `dnd` is the one for codes: it
// also reaches numbers that refuse advertising, at every hour.
import * as z from "zod/mini";
import type { Config } from "../../../../config.ts";
import type { SmsProvider } from "./sms-provider.ts";

const TIMEOUT_MS = 10_000;

const taken = z.object({ message_id: z.union([z.string(), z.number()]) });

export const createTermii = (
  { apiKey, sender, url }: NonNullable<Config["sms"]["termii"]>,
  timeoutMs = TIMEOUT_MS,
): SmsProvider => ({
  async send(number, text) {
    const response = await fetch(`${url}/api/sms/send`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        api_key: apiKey,
        // Termii writes numbers without the plus.
        to: number.slice(1),
        from: sender,
        sms: text,
        type: "plain",
        channel: "dnd",
      }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok || !taken.safeParse(answer).success) throw new Error(`Termii answered ${response.status}`);
  },
});
