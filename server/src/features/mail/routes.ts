// /api/mail/unsubscribe: stops mails of one kind from a link in the mail, without logging in. Opening the link
// must change nothing, because mail programs and scanners open links. The page's button, or the mail program's own
// button, sends the POST (RFC 8058).

import { opaque } from "@jara/shared/text/kinds";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod/mini";
import { acceptedSecrets } from "../../config.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import type { App } from "../../platform/http/app.ts";
import { SMALL_PAGE_POLICY, smallPage } from "../../platform/http/small-page.ts";
import type { RouteDeps } from "../route-deps.ts";
import { isSignedFor, type RefusableKind, refusableKinds, stopMails, UNSUBSCRIBE_PATH } from "./unsubscribe.ts";

const HTML = "text/html; charset=utf-8";
const HEADERS = { "cache-control": "no-store", "content-security-policy": SMALL_PAGE_POLICY };
const short = z.optional(opaque(100));
const querystring = z.object({ user: short, signature: short, kind: z._default(z.enum(refusableKinds), "outbid") });

const wordsOf = (brandName: string): Readonly<Record<RefusableKind, { about: string; sent: string }>> => ({
  outbid: { about: "being outbid", sent: `${brandName} sends you a mail when someone bids higher than you.` },
  reminder: { about: "lots on your watchlist", sent: `${brandName} sends you mails about lots that you watch.` },
  "saved-search": { about: "saved searches", sent: `${brandName} sends you mails about new lots of your searches.` },
});
/** The body types that browsers and mail programs send. The server reads nothing in the body. */
const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];
const FORM_LIMIT_BYTES = 16 * 1024;

export const serveMail = (app: App, { config, database }: Pick<RouteDeps, "config" | "database">): void => {
  const { brandName } = config;
  const isRight = (user: string, signature: string, kind: RefusableKind): boolean =>
    isUuid(user) && isSignedFor(acceptedSecrets(config), user, signature, kind);
  const wrongLink = smallPage(brandName, "This link is not valid", [
    "Please open the link from the newest mail, or log in and change it in your notification preferences.",
  ]);
  const words = wordsOf(brandName);
  const done = (kind: RefusableKind): string =>
    smallPage(brandName, "Done", [
      `You will get no more mails about ${words[kind].about}. You can turn them on again in your notification preferences.`,
    ]);

  // Only this scope accepts form bodies.
  void app.register(async (plain) => {
    const scope = plain.withTypeProvider<ZodTypeProvider>();
    scope.addContentTypeParser(
      FORM_TYPES,
      { parseAs: "buffer", bodyLimit: FORM_LIMIT_BYTES },
      (_request, _body, next) => next(null),
    );
    const schema = { hide: true, querystring };

    scope.get(UNSUBSCRIBE_PATH, { schema }, async (request, reply) => {
      const { user = "", signature = "", kind } = request.query;
      void reply.type(HTML).headers(HEADERS);
      if (!isRight(user, signature, kind)) return reply.code(404).send(wrongLink);
      const { about, sent } = words[kind];
      const question = `${sent} Do you want to stop these mails?`;
      const named = { user, signature, ...(kind !== "outbid" && { kind }) };
      const postTo = `${UNSUBSCRIBE_PATH}?${new URLSearchParams(named)}`;
      const button = { label: "Stop these mails", postTo };
      return reply.send(smallPage(brandName, `Stop mails about ${about}?`, [question], button));
    });

    scope.post(UNSUBSCRIBE_PATH, { schema }, async (request, reply) => {
      const { user = "", signature = "", kind } = request.query;
      void reply.type(HTML).headers(HEADERS);
      const isDone = isRight(user, signature, kind) && (await stopMails(database, user, kind));
      return isDone ? reply.send(done(kind)) : reply.code(404).send(wrongLink);
    });
  });
};
