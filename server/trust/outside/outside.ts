// Starts a payment service and a mail server outside of a site's own machines. Both keep what reached them, so that the
// database can be compared with it.
import { type FakePaystack, PAYSTACK_KEY, startFakePaystack } from "../../test/support/fake-paystack.ts";
import { type LocalSmtp, startLocalSmtp } from "../../test/support/local-smtp.ts";

export interface Outside {
  readonly paystack: FakePaystack;
  readonly smtp: LocalSmtp;
  /** The settings with which a node of `node-program.ts` uses them. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export const openOutside = async (): Promise<Outside> => {
  const paystack = await startFakePaystack();
  const smtp = await startLocalSmtp().catch(async (error) => {
    await paystack.close();
    throw error;
  });
  return {
    paystack,
    smtp,
    environment: {
      PAYSTACK_SECRET_KEY: PAYSTACK_KEY,
      PAYSTACK_URL: paystack.url,
      TRUST_SMTP_URL: smtp.url,
    },
    close: async () => {
      await Promise.all([paystack.close(), smtp.close()]);
    },
  };
};
