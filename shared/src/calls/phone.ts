// A person's phone, which is verified by a code.
import { confirmPhoneBody, phoneAnswer, phoneCodeBody } from "../rest/phone.ts";
import { callsIn } from "./call.ts";
import { other } from "./costs.ts";

const call = callsIn("Accounts");

const number = "+2348031234567";
const verified = { phone: { number, verifiedAt: "2026-11-29T10:05:00.000Z" }, code: null };

export const getPhone = call({
  route: "GET /api/users/phone",
  access: "signed in",
  summary: "Your verified phone",
  answer: phoneAnswer,
  examples: { answer: verified },
});

export const sendPhoneCode = call({
  route: "POST /api/users/phone/code",
  access: "signed in",
  summary: "Send a code to your phone by SMS",
  description:
    "Six digits, valid for ten minutes. Only Nigerian mobile numbers get one, unless the site allows others. The same " +
    "number again within a minute gets no other message. A person, a number and an address get few codes in a day " +
    "(`RATE_LIMITED`).",
  body: phoneCodeBody,
  answer: phoneAnswer,
  limit: 60,
  cost: other(3),
  examples: {
    body: { phone: "0803 123 4567" },
    answer: { phone: null, code: { number, expiresAt: "2026-11-29T10:15:00.000Z" } },
  },
});

export const confirmPhone = call({
  route: "POST /api/users/phone/confirm",
  access: "signed in",
  summary: "Confirm your phone with the code",
  description:
    "The number becomes the phone of the profile. Another phone in the profile removes it. A wrong code is " +
    "`VERIFICATION_FAILED`; after five, the code is void.",
  body: confirmPhoneBody,
  answer: phoneAnswer,
  limit: 60,
  examples: { body: { phone: number, code: "493021" }, answer: verified },
});
