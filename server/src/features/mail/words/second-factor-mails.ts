// The words of mails about two-step verification.
import { writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import type { MailData } from "../../../platform/outbox/mails.ts";
import type { Templates } from "./words.ts";

type What = MailData["second-factor"]["what"];

const words: Record<What, { heading: string; paragraph: string }> = {
  added: {
    heading: "Two-step verification is on",
    paragraph: "From now on, a login to your account also needs a code of your authenticator app, or a recovery code.",
  },
  removed: {
    heading: "Two-step verification is off",
    paragraph: "A login to your account no longer needs a code. Your recovery codes do not work any more.",
  },
  codes: {
    heading: "You have new recovery codes",
    paragraph: "Your account got new recovery codes. The earlier ones do not work any more.",
  },
  "recovery-code-used": {
    heading: "A recovery code was used",
    paragraph: "Somebody used a recovery code of your account in place of your authenticator app. It works only once.",
  },
  guessed: {
    heading: "Somebody enters wrong codes for your account",
    paragraph:
      "Somebody who knows your password enters wrong codes of your authenticator app. We refuse codes of the app for a " +
      "while. Your recovery codes still work.",
  },
};

export const secondFactorTemplates: Templates<"second-factor"> = {
  "second-factor": ({ what, at, codesLeft }, site) => ({
    subject: `${words[what].heading} (${site.brandName})`,
    heading: words[what].heading,
    blocks: [
      { paragraph: words[what].paragraph },
      {
        facts: [
          ["Time", writtenLagosTime(at)],
          ...(codesLeft === null ? [] : [["Recovery codes left", String(codesLeft)] as [string, string]]),
        ],
      },
      { paragraph: "If that was you, you do not have to do anything." },
      { paragraph: "If that was not you, somebody else knows your password. Please set a new one at once:" },
      { action: "Set a new password", url: `${site.publicUrl}/forgot-password` },
      { paragraph: "If you cannot log in after that, please contact our team:" },
      { contacts: site.contact },
    ],
    reason: `You get this email because you have an account at ${site.brandName}.`,
  }),
};
