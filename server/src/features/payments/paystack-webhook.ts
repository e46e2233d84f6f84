// Hands what Paystack's one webhook reports to the part that it is about: transfers to withdrawals, the rest to top-ups.
// It checks the signature over the body's exact bytes before it parses anything.
import * as z from "zod/mini";
import { isSignedWith } from "./signature.ts";
import type { TopUps } from "./top-ups.ts";

const transferEvent = z.object({ event: z.string().check(z.startsWith("transfer.")), data: z.unknown() });

export const createPaystackWebhook = ({
  secretKey,
  topUps,
  transfers,
}: {
  readonly secretKey: string;
  readonly topUps: Pick<TopUps, "receive">;
  readonly transfers: { receive(event: string, data: unknown): Promise<void> };
}): Pick<TopUps, "receive"> => ({
  async receive(body, signature) {
    if (!isSignedWith(body, signature, secretKey)) return false;
    const parsed = transferEvent.safeParse(jsonOf(body));
    if (!parsed.success) return await topUps.receive(body, signature);
    await transfers.receive(parsed.data.event, parsed.data.data);
    return true;
  },
});

const jsonOf = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
};
