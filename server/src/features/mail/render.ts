// Turns the kind and the data of a mail into its subject, plain text and HTML. The words are in words/, by subject.
import { isJoint } from "../../platform/outbox/deliveries.ts";
import type { Mail, MailKind } from "../../platform/outbox/mails.ts";
import { linksReceipts } from "./attachments.ts";
import { type MailBody, toHtml, toText } from "./layout.ts";
import { withNumberedTitle } from "./lot-names.ts";
import { type RefusableKind, refusableKindOf } from "./unsubscribe.ts";
import { accountTemplates } from "./words/account-mails.ts";
import { alertTemplates } from "./words/alert-mails.ts";
import { bidderTemplates } from "./words/bidder-mails.ts";
import { biddingTemplates } from "./words/bidding-mails.ts";
import { comingBackTemplates } from "./words/coming-back-mails.ts";
import { credentialTemplates } from "./words/credential-mails.ts";
import { digestTemplates } from "./words/digest-mails.ts";
import { jointWords, markOlder } from "./words/joint-mails.ts";
import { ownDataTemplates } from "./words/own-data-mails.ts";
import { ownLotTemplates } from "./words/own-lot-mails.ts";
import { paymentTemplates } from "./words/payment-mails.ts";
import { secondFactorTemplates } from "./words/second-factor-mails.ts";
import { sellerTemplates } from "./words/seller-mails.ts";
import { staffTemplates } from "./words/staff-mails.ts";
import { withdrawalTemplates } from "./words/withdrawal-mails.ts";
import type { MailSite, Templates, Words } from "./words/words.ts";

export interface RenderedMail {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link that stops mails of this kind with one click. Null for kinds that cannot be refused. */
  readonly unsubscribeUrl: string | null;
}

type Content = Pick<Mail, "kind" | "data">;

/** About the account and the site. The site signs them. */
const siteTemplates = {
  ...accountTemplates,
  ...alertTemplates,
  ...credentialTemplates,
  ...digestTemplates,
  ...ownDataTemplates,
  ...secondFactorTemplates,
  ...staffTemplates,
  ...withdrawalTemplates,
};
/** About lots, sales and what is paid for them. The house signs them, because it sells. */
const houseTemplates = {
  ...bidderTemplates,
  ...biddingTemplates,
  ...comingBackTemplates,
  ...ownLotTemplates,
  ...paymentTemplates,
  ...sellerTemplates,
};
const templates: Templates<MailKind> = { ...siteTemplates, ...houseTemplates };

const optOutLabels: Readonly<Record<RefusableKind, string>> = {
  outbid: "Stop mails about being outbid",
  reminder: "Stop mails about lots on your watchlist",
  "saved-search": "Stop mails about saved searches",
};

/** The kinds of mails that this version can send. A newer version that runs beside it may write others. */
export const kindsWithTemplate: readonly string[] = Object.keys(templates);

export const hasTemplate = (kind: string): kind is MailKind => Object.hasOwn(templates, kind);

/** `unsubscribeUrl` belongs to the reader. Only kinds that may be refused show it. Throws for an unknown kind. */
export const renderMail = (mail: Content, site: MailSite, unsubscribeUrl: string | null): RenderedMail =>
  renderMails([mail], site, unsubscribeUrl);

/** Several mails that become one (`jointName`). */
export const renderMails = (
  mails: readonly [Content, ...Content[]],
  site: MailSite,
  unsubscribeUrl: string | null,
): RenderedMail => {
  const [{ kind }] = mails;
  const signed = Object.hasOwn(houseTemplates, kind) ? { ...site, brandName: site.houseName || site.brandName } : site;
  const { subject, ...words } = inOne(
    markOlder(mails).map(({ kind, data }) => {
      const mail = { kind, data: withNumberedTitle(data) };
      return { ...mail, words: wordsOf(mail, signed) };
    }),
    signed,
  );
  const refused = refusableKindOf(kind);
  const refusable = refused && unsubscribeUrl;
  const body: MailBody = {
    brandName: signed.brandName,
    publicUrl: site.publicUrl,
    ...words,
    ...(refused && refusable && { optOut: { label: optOutLabels[refused], url: refusable } }),
  };
  return { subject: oneLine(subject), text: toText(body), html: toHtml(body), unsubscribeUrl: refusable };
};

const wordsOf = ({ kind, data }: Content, site: MailSite): Words => {
  if (!hasTemplate(kind)) throw new Error(`no template for a mail of kind ${kind}`);
  const template = templates[kind] as (data: Mail["data"], site: MailSite) => Words;
  return template(data, site);
};

const inOne = (mails: readonly (Content & { readonly words: Words })[], site: MailSite): Words => {
  const [only, ...others] = mails;
  if (only && others.length === 0) return only.words;
  return jointWords(
    mails.map(({ kind, data, words }) => {
      if (!isJoint(kind)) throw new Error(`mails of kind ${kind} are not sent in one`);
      return { kind, data, words };
    }),
    site,
    linksReceipts(mails),
  );
};

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();
