// Development only: pages that show the outbox, so that a developer can open a verification link and see every mail as
// its reader sees it.
import { desc, eq, sql } from "drizzle-orm";
import type { Config } from "../../config.ts";
import type { Database } from "../../platform/database/database.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { saleLots, sales } from "../../platform/database/schema/sales.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { pagePolicy } from "../../platform/http/browser-policy.ts";
import { refuse } from "../../platform/http/refused.ts";
import { escapeHtml } from "../../platform/lib/escape-html.ts";
import { writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import { isJoint, jointName } from "../../platform/outbox/deliveries.ts";
import type { Mail } from "../../platform/outbox/mails.ts";
import { filesOf } from "./attachments.ts";
import { saleColumns, withSale } from "./lot-names.ts";
import { GATHERS_FOR_MS } from "./outbox.ts";
import { type RenderedMail, renderMails } from "./render.ts";
import { unsubscribeLinkOf } from "./unsubscribe.ts";
import type { MailSite } from "./words/words.ts";

type MailState = "waiting" | "sent" | "failed";

const SHOWN = 100;
const HTML = "text/html; charset=utf-8";
/**
 * A mail has inline styles, because mail programs need them. The sandbox shows it without an origin, whatever it
 * contains.
 */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  "sandbox allow-popups allow-popups-to-escape-sandbox";

type Content = Pick<Mail, "kind" | "data">;

type DevSite = MailSite & Pick<Config, "jwtSecret" | "mail">;

export const serveDevelopmentMail = (app: App, database: Database, site: () => DevSite): void => {
  const read = async (id?: string) => {
    const rows = await database.db
      .select({
        id: outbox.id,
        to: outbox.toAddress,
        kind: outbox.kind,
        data: outbox.data,
        userId: outbox.userId,
        attempts: outbox.attempts,
        lastError: outbox.lastError,
        state: sql<MailState>`case when ${outbox.sentAt} is not null then 'sent'
          when ${outbox.failedAt} is not null then 'failed' else 'waiting' end`,
        at: outbox.createdAt,
        ...saleColumns,
      })
      .from(outbox)
      .leftJoin(saleLots, eq(saleLots.auctionId, outbox.auctionId))
      .leftJoin(sales, eq(sales.id, saleLots.saleId))
      .where(id === undefined ? undefined : eq(outbox.id, id))
      .orderBy(desc(outbox.createdAt))
      .limit(SHOWN);
    return rows.map(({ kind, data, ...row }) => ({ ...row, mail: { kind, data: withSale(data, row) } as Content }));
  };
  const shown = ([first, ...others]: readonly [Row, ...Row[]]) => {
    const mails: [Content, ...Content[]] = [first.mail, ...others.map(({ mail }) => mail)];
    const at = new Date(first.at).toISOString();
    return { ...first, mails, files: filesOf(mails).map(({ name }) => name), at, ...rendered(mails, first.userId) };
  };
  const readMails = async () => asSent(await read()).map(shown);
  /** A mail as its reader gets it; one that was sent with others, or is an old one, alone. */
  const find = async (id: string) => {
    if (!isUuid(id)) return refuse("NOT_FOUND");
    const [row] = await read(id);
    return (await readMails()).find((mail) => mail.id === id) ?? (row ? shown([row]) : refuse("NOT_FOUND"));
  };
  const rendered = (mails: [Content, ...Content[]], userId: string | null): Omit<RenderedMail, "unsubscribeUrl"> => {
    try {
      return renderMails(mails, site(), unsubscribeLinkOf(site(), { kind: mails[0].kind, userId }));
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return { subject: "This mail cannot be rendered", text, html: escapeHtml(text) };
    }
  };

  app.get("/dev/mail.json", { schema: { hide: true } }, async () => ({
    mails: (await read())
      .map((row) => shown([row]))
      .map(({ id, to, subject, text, at, state, attempts, lastError, files }) => ({
        id,
        to,
        subject,
        text,
        at,
        state,
        attempts,
        lastError,
        attachments: files.map((name) => ({ name, url: fileUrl(id, name) })),
      })),
  }));

  app.get<{ Params: { id: string } }>("/dev/mail/:id", { schema: { hide: true } }, async (request, reply) => {
    const { id } = request.params;
    const mail = await find(id);
    return reply.type(HTML).header("content-security-policy", MAIL_POLICY).send(mail.html);
  });

  app.get<{ Params: { id: string; file: string } }>(
    "/dev/mail/:id/:file",
    { schema: { hide: true } },
    async (request, reply) => {
      const { id, file } = request.params;
      const mail = await find(id);
      const which = mail.files.indexOf(file);
      if (which < 0) return refuse("NOT_FOUND");
      const { make } = filesOf(mail.mails)[which] ?? refuse("NOT_FOUND");
      const { content } = await make(database, site());
      return reply.type("application/pdf").header("content-disposition", "inline").send(content);
    },
  );

  app.get("/dev/mail", { schema: { hide: true } }, async (_request, reply) => {
    const mails = (await readMails()).map(
      (mail) => `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to)}, <time datetime="${mail.at}">${writtenLagosTime(mail.at)}</time>, <span class="${mail.state}">${stateOf(mail, site())}</span></p>
<pre>${linked(escapeHtml(mail.text))}</pre>
<p><a href="/dev/mail/${mail.id}">Show as HTML</a></p>
${mail.files.map((name) => `<p>Attached: <a href="${fileUrl(mail.id, name)}">${escapeHtml(name)}</a></p>`).join("")}
</article>`,
    );
    return reply
      .type(HTML)
      .header("content-security-policy", pagePolicy(css))
      .send(page(mails.join("\n") || "<p>No mail yet.</p>"));
  });
};

interface Row {
  readonly id: string;
  readonly to: string;
  readonly userId: string | null;
  readonly mail: Content;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly state: MailState;
  /** Epoch ms. */
  readonly at: number;
}

/** Puts each mail together with those that become one with it, the oldest first. `rows` are newest first, as the answer is. */
const asSent = (rows: readonly Row[]): [Row, ...Row[]][] => {
  const all: [Row, ...Row[]][] = [];
  const open = new Map<string, [Row, ...Row[]]>();
  for (const row of rows.toReversed()) {
    const key = isJoint(row.mail.kind) ? `${jointName(row.mail)} ${row.userId} ${row.to}` : null;
    const before = key === null ? undefined : open.get(key);
    if (before && row.at - before[0].at <= GATHERS_FOR_MS) before.push(row);
    else {
      const begun: [Row, ...Row[]] = [row];
      all.push(begun);
      if (key !== null) open.set(key, begun);
    }
  }
  return all.toReversed();
};

const stateOf = (
  { state, attempts, lastError }: { state: MailState; attempts: number; lastError: string | null },
  { mail }: DevSite,
): string => {
  const error = lastError === null ? "" : ` (${escapeHtml(lastError)})`;
  if (state === "sent") return `sent${error}`;
  if (state === "failed") return `failed after ${attempts} ${attempts === 1 ? "attempt" : "attempts"}${error}`;
  if (mail.smtpUrl === null) return "waiting: kept here, there is no SMTP_URL";
  return attempts === 0 ? "waiting" : `waiting, ${attempts} tried${error}`;
};

const fileUrl = (id: string, name: string): string => `/dev/mail/${id}/${encodeURIComponent(name)}`;

const linked = (html: string): string => html.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

const page = (content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Development outbox</title>
<style>${css}</style>
</head>
<body>
<h1>Development outbox</h1>
<p>The newest ${SHOWN} mails. Those that become one when they are sent are shown as one.</p>
${content}
</body>
</html>
`;

const css = `
:root{color-scheme:light dark}
body{max-width:44rem;margin:0 auto;padding:16px;font:16px/24px system-ui,sans-serif}
article{margin:24px 0;padding:16px;border:1px solid #8886;border-radius:8px}
h1{font-size:24px;line-height:32px}
h2{margin:0;font-size:18px;overflow-wrap:anywhere}
p{margin:8px 0;overflow-wrap:anywhere}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:14px;line-height:20px}
.failed{font-weight:700}
`;
