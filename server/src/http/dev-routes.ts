// Development only: the e-mails that would have been sent, so that a verification link can be opened.
import type { Mail } from "../mail/mails.ts";
import { type MailSite, renderMail } from "../mail/render.ts";
import { fromJson } from "../store/auction-rows.ts";
import type { Database } from "../store/database.ts";
import type { App } from "./context.ts";

interface OutboxRow extends Record<string, unknown> {
  to: string;
  kind: Mail["kind"];
  data: string | Mail["data"];
  at: number;
}

export const serveDevelopmentMail = (app: App, database: Database, site: MailSite): void => {
  const newest = async () => {
    const rows = await database.query<OutboxRow>(
      `select to_address as "to", kind, data, (extract(epoch from created_at) * 1000)::float8 as at
       from outbox order by created_at desc limit 100`,
    );
    return rows.map(({ to, kind, data, at }) => ({
      to,
      at,
      ...renderMail({ kind, data: fromJson(data) } as Omit<Mail, "id">, site),
    }));
  };

  app.get("/dev/mail.json", { schema: { hide: true } }, async () => ({
    mails: (await newest()).map((mail) => ({ ...mail, at: new Date(mail.at).toISOString() })),
  }));

  app.get("/dev/mail", { schema: { hide: true } }, async (_request, reply) => {
    const mails = (await newest()).map(
      (
        mail,
      ) => `<article><h2>${escaped(mail.subject)}</h2><p>To ${escaped(mail.to)}, ${new Date(mail.at).toISOString()}</p>
        <pre>${linked(escaped(mail.text))}</pre></article>`,
    );
    return reply.type("text/html; charset=utf-8").send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
       <title>Development outbox</title><h1>Development outbox</h1>${mails.join("<hr>") || "<p>No mail yet.</p>"}</html>`,
    );
  });
};

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c);

const linked = (html: string): string => html.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
