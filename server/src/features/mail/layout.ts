// Renders one description of a mail as plain text and as HTML. All words come in as text and are escaped here, so that
// user input can never become markup. No pictures and no external resources, so that nothing reveals who opened a mail.
import { escapeHtml } from "../../platform/lib/escape-html.ts";
import { darkRules, styles } from "./styles.ts";

/** `parts`: what the value is made of, in one line. `isMain`: emphasised among the others. */
export type Fact = readonly [
  label: string,
  value: string,
  more?: { readonly parts?: string | undefined; readonly isMain?: boolean },
];

/** A part of the mail's body, in reading order. */
export type Block =
  | { readonly paragraph: string }
  | { readonly facts: readonly Fact[] }
  | { readonly steps: readonly string[] }
  | { readonly action: string; readonly url: string }
  /** Beside the action: another way, which is not the main one. */
  | { readonly link: string; readonly url: string }
  /** The team's contact details. */
  | { readonly contacts: MailContact };

export interface MailContact {
  readonly email: string;
  readonly whatsapp: string;
  /** A number to call, if there is one. */
  readonly phone?: string | null;
}

export interface MailBody {
  readonly brandName: string;
  readonly publicUrl: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
  /** The reason why the reader gets the mail. Shown in the small print. */
  readonly reason: string;
  /** A link in the small print. */
  readonly optOut?: { readonly label: string; readonly url: string };
}

// --- plain text

export const toText = ({ brandName, publicUrl, heading, blocks, reason, optOut }: MailBody): string =>
  `${[
    heading,
    ...blocks.map(blockText),
    `-- \n${brandName}, ${publicUrl}\n${reason}${optOut ? `\n${optOut.label}: ${optOut.url}` : ""}`,
  ].join("\n\n")}\n`;

const blockText = (block: Block): string => {
  if ("paragraph" in block) return block.paragraph;
  if ("facts" in block) return block.facts.map(factText).join("\n");
  if ("steps" in block) return block.steps.map((step, i) => `${i + 1}. ${step}`).join("\n");
  if ("action" in block) return `${block.action}:\n${block.url}`;
  if ("link" in block) return `${block.link}:\n${block.url}`;
  const { whatsapp, email, phone } = block.contacts;
  return `${phone ? `Phone: ${phone}\n` : ""}WhatsApp: ${whatsapp}\nEmail: ${email}`;
};

const factText = ([label, value, { parts } = {}]: Fact): string => `${label}: ${value}${parts ? ` (${parts})` : ""}`;

// --- HTML

/** Outlook ignores max-width, and some Gmail apps ignore classes. So use tables, and inline styles on every element. */
export const toHtml = ({ brandName, publicUrl, heading, blocks, reason, optOut }: MailBody): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${darkRules}}</style>
</head>
<body class="paper" style="${styles.body}">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.page}">
<tr><td align="center" style="${styles.margin}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.column}">
<tr><td style="${styles.brandRow}"><a class="brand" href="${escapeHtml(publicUrl)}" style="${styles.brand}">${escapeHtml(brandName)}</a></td></tr>
<tr><td class="surface" style="${styles.card}">
<h1 class="ink" style="${styles.heading}">${escapeHtml(heading)}</h1>
${blocks.map(blockHtml).join("\n")}
</td></tr>
<tr><td class="soft" style="${styles.smallPrint}">${escapeHtml(reason)}${
  optOut
    ? `<br><a class="soft" href="${escapeHtml(optOut.url)}" style="${styles.softLink}">${escapeHtml(optOut.label)}</a>`
    : ""
}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;

const linkHtml = (url: string, label: string): string =>
  `<a class="brand" href="${escapeHtml(url)}" style="${styles.link}">${escapeHtml(label)}</a>`;

const factHtml = ([label, value, { parts, isMain = false } = {}]: Fact): string => {
  const name = `${escapeHtml(label)}${parts ? `<br><span style="${styles.parts}">${escapeHtml(parts)}</span>` : ""}`;
  return (
    `<tr><td class="${isMain ? "ink" : "soft"} line" style="${isMain ? styles.mainLabel : styles.label}">${name}</td>` +
    `<td class="ink line" align="right" style="${isMain ? styles.mainValue : styles.value}">${escapeHtml(value)}</td></tr>`
  );
};

const blockHtml = (block: Block): string => {
  if ("paragraph" in block) return `<p class="ink" style="${styles.paragraph}">${escapeHtml(block.paragraph)}</p>`;
  if ("facts" in block) {
    const rows = block.facts.map(factHtml);
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.facts}">${rows.join("\n")}</table>`;
  }
  if ("steps" in block) {
    const items = block.steps.map((step) => `<li style="${styles.step}">${escapeHtml(step)}</li>`);
    return `<ol class="ink" style="${styles.steps}">${items.join("\n")}</ol>`;
  }
  if ("action" in block) {
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.actionRow}"><tr>
<td class="action" align="center" bgcolor="${styles.actionColor}" style="${styles.actionCell}"><a class="on-action" href="${escapeHtml(block.url)}" style="${styles.action}">${escapeHtml(block.action)}</a></td>
</tr></table>`;
  }
  if ("link" in block) return `<p class="ink" style="${styles.paragraph}">${linkHtml(block.url, block.link)}</p>`;
  const { whatsapp, email, phone } = block.contacts;
  const call = phone ? `Phone: ${linkHtml(`tel:${phone}`, phone)}<br>\n` : "";
  return `<p class="ink" style="${styles.paragraph}">${call}WhatsApp: ${linkHtml(`https://wa.me/${whatsapp.replace(/\D/g, "")}`, whatsapp)}<br>
Email: ${linkHtml(`mailto:${encodeURIComponent(email).replace("%40", "@")}`, email)}</p>`;
};
