// Two-step verification, and fresh proofs.
import { sessionAnswer } from "../rest/accounts.ts";
import {
  confirmTotpBody,
  proveAnswer,
  proveBody,
  recoveryCodesAnswer,
  type SecondFactor,
  secondFactorAnswer,
  secondStepBody,
  totpEnrolmentAnswer,
} from "../rest/second-factor.ts";
import { callsIn } from "./call.ts";
import { LOG_IN } from "./costs.ts";
import { linkToken, session } from "./samples.ts";

const call = callsIn("Accounts");

const secondFactor: SecondFactor = { addedAt: "2026-11-23T09:41:12.310Z", recoveryCodesLeft: 10, isRequired: false };

export const finishLogIn = call({
  route: "POST /api/auth/login/second-factor",
  // The challenge in the body is the log-in that waits for it.
  access: "anyone",
  summary: "Finish a log-in with a code of the authenticator app, or a recovery code",
  description:
    "`challenge` is that of the 401 `SECOND_FACTOR_REQUIRED`. A wrong code is `INVALID`; after ten wrong codes of the " +
    "app in 15 minutes they are refused with 429, and recovery codes still work. A challenge that is used or expired " +
    "is `UNAUTHENTICATED`: log in again.",
  body: secondStepBody,
  answer: sessionAnswer,
  limit: 300,
  cost: LOG_IN,
  examples: { body: { challenge: linkToken, code: "358370" }, answer: session },
});

export const prove = call({
  route: "POST /api/auth/prove",
  access: "signed in",
  summary: "Prove again that you are there; calls that answer PROOF_REQUIRED then work for some minutes",
  description:
    "Send one of `code` (of the authenticator app, or a recovery code), `password` and `googleToken` (of Google's " +
    "button, not older than ten minutes). An account with two-step verification needs the code. `PROOF_REQUIRED` " +
    "with `methods` says which ones count.",
  body: proveBody,
  answer: proveAnswer,
  limit: 300,
  examples: { body: { code: "358370" }, answer: { provedAt: "2026-11-23T09:41:12.310Z" } },
});

export const getSecondFactor = call({
  route: "GET /api/auth/second-factor",
  access: "signed in",
  summary: "Your two-step verification",
  answer: secondFactorAnswer,
  examples: { answer: secondFactor },
});

export const startAuthenticator = call({
  route: "POST /api/auth/second-factor/totp",
  access: "signed in",
  summary: "Start to set up an authenticator app, or another one in place of yours",
  description: "The app counts once you have confirmed it with a code, within 30 minutes. Needs a fresh proof.",
  answer: totpEnrolmentAnswer,
  limit: 300,
  proof: "factors",
  examples: {
    answer: {
      secret: "E24DKKU6DNXONKUCNR7QJAJBLRMZDM5X",
      url: "otpauth://totp/Jara:ada%40example.ng?secret=E24DKKU6DNXONKUCNR7QJAJBLRMZDM5X&issuer=Jara",
    },
  },
});

export const confirmAuthenticator = call({
  route: "POST /api/auth/second-factor/totp/confirm",
  access: "signed in",
  summary: "Confirm the authenticator app with a code of it; returns your recovery codes",
  description: "The codes are shown once. A wrong code is `INVALID`; a set-up that expired, `VERIFICATION_FAILED`.",
  body: confirmTotpBody,
  answer: recoveryCodesAnswer,
  limit: 300,
  proof: "factors",
  examples: { body: { code: "358370" }, answer: { recoveryCodes: ["7K3M-2QXD-9VTA-HN41"], secondFactor } },
});

export const replaceRecoveryCodes = call({
  route: "POST /api/auth/second-factor/recovery-codes",
  access: "signed in",
  summary: "Get new recovery codes; the earlier ones are void",
  answer: recoveryCodesAnswer,
  limit: 300,
  proof: "factors",
  examples: { answer: { recoveryCodes: ["7K3M-2QXD-9VTA-HN41"], secondFactor } },
});

export const removeSecondFactor = call({
  route: "DELETE /api/auth/second-factor",
  access: "signed in",
  summary: "Switch two-step verification off",
  description: "`FORBIDDEN` where the site requires a second factor of the caller's role (`REQUIRE_SECOND_FACTOR`).",
  answer: secondFactorAnswer,
  limit: 300,
  proof: "factors",
  examples: { answer: { addedAt: null, recoveryCodesLeft: 0, isRequired: false } },
});
