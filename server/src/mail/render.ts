// From a kind and its data to the words.
import type { Mail } from "./mails.ts";

export interface MailSite {
  readonly brandName: string;
  readonly publicUrl: string;
}

export const verificationLink = (publicUrl: string, { token, email }: { token: string; email: string }): string =>
  `${publicUrl}/verify-email?token=${token}&email=${encodeURIComponent(email)}`;

export const renderMail = (mail: Omit<Mail, "id">, site: MailSite): { subject: string; text: string } => {
  const { kind, data } = mail as Mail;
  switch (kind) {
    case "verify-email":
      return {
        subject: `Verify your email address for ${site.brandName}`,
        text: [
          `Welcome to ${site.brandName}, ${data.username}.`,
          "Please open this link to verify your email address. It expires in 24 hours.",
          verificationLink(site.publicUrl, data),
          "If you did not register, ignore this message.",
        ].join("\n\n"),
      };
    default:
      return { subject: site.brandName, text: JSON.stringify(data) };
  }
};
