// /api/users/phone: sends a code by SMS, and confirms the phone with it.
import { randomInt } from "node:crypto";
import * as calls from "@jara/shared/calls/phone";
import { mayGetCode, PHONE_CODE_DIGITS, toE164 } from "@jara/shared/phone-number";
import type { Config } from "../../../config.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { App } from "../../../platform/http/app.ts";
import { refuse, refuseField } from "../../../platform/http/refused.ts";
import { serve } from "../../../platform/http/serve.ts";
import type { ClientAddress } from "../../../platform/limits/client-address.ts";
import { hashOf } from "../secrets.ts";
import { confirmPhone, issuePhoneCode, notePhoneCodeFailed, phoneOf } from "./queries.ts";
import type { SmsProvider } from "./sms/sms-provider.ts";

export interface PhoneDeps {
  readonly config: Pick<Config, "brandName" | "sms">;
  readonly database: Database;
  readonly sms: SmsProvider | null;
  readonly clientAddress: ClientAddress;
  /** Call after the commit: the person has another phone. */
  readonly changed: (userId: string) => void;
}

const newCode = (): string => String(randomInt(10 ** PHONE_CODE_DIGITS)).padStart(PHONE_CODE_DIGITS, "0");
const readNumber = (phone: string): string =>
  toE164(phone) ?? refuseField("phone", "Please type a phone number, like 0803 123 4567.");

export const servePhone = (app: App, deps: PhoneDeps): void => {
  const { config, database, sms } = deps;

  serve(app, calls.getPhone, ({ account: { id } }) => phoneOf(database, id));

  serve(app, calls.sendPhoneCode, async ({ account: { id: userId }, body, request }) => {
    const number = readNumber(body.phone);
    if (!mayGetCode(number, config.sms.countries)) {
      return refuseField("phone", "We can send codes only to Nigerian mobile numbers.");
    }
    if (!sms) return refuse("NOT_FOUND", { message: "This site does not send codes by SMS." });
    const code = newCode();
    const codeHash = hashOf(userId, number, code);
    const address = deps.clientAddress(request.raw);
    const { perDay } = config.sms;
    const issued = await issuePhoneCode(database, { userId, number, codeHash, address, perDay });
    if (issued === "unverified-email") return refuse("EMAIL_NOT_VERIFIED");
    if (typeof issued === "object") {
      const message = "Too many codes were sent today. Please try again tomorrow, or contact us.";
      return refuse("RATE_LIMITED", { ...issued, message });
    }
    if (issued === "sent") {
      const text = `${code} is your code for ${config.brandName}. It is valid for 10 minutes. Give it to nobody.`;
      await sms.send(number, text).catch(async (error: unknown) => {
        request.log.error({ err: error }, "an SMS was not sent");
        await notePhoneCodeFailed(database, userId, codeHash);
        refuse("UNAVAILABLE", { message: "The code could not be sent. Please try again." });
      });
    }
    return await phoneOf(database, userId);
  });

  serve(app, calls.confirmPhone, async ({ account: { id: userId }, body }) => {
    const number = readNumber(body.phone);
    const done = await confirmPhone(database, { userId, number, codeHash: hashOf(userId, number, body.code) });
    if (done === "wrong") {
      const message = "This code is wrong or no longer valid. Check it, or ask for a new one.";
      return refuse("VERIFICATION_FAILED", { message });
    }
    deps.changed(userId);
    return await phoneOf(database, userId);
  });
};
