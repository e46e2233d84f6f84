// /api/mail/unsubscribe: stops mails about being outbid from a link in the mail, without logging in. Opening the link
// must change nothing, because mail programs and scanners open links. The page's button, or the mail program's own
// button, sends the POST (RFC 8058).
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod/mini";
import { acceptedSecrets } from "../../config.ts";
import { isUuid } from "../../platform/database/values.ts";
import type { App } from "../../platform/http/app.ts";
import { SMALL_PAGE_POLICY, smallPage } from "../../platform/http/small-page.ts";
import type { RouteDeps } from "../route-deps.ts";
import { isSignedFor, stopOutbidMail, UNSUBSCRIBE_PATH } from "./unsubscribe.ts";

const HTML = "text/html; charset=utf-8";
const HEADERS = { "cache-control": "no-store", "content-security-policy": SMALL_PAGE_POLICY };
const short = z.optional(z.string().check(z.maxLength(100)));
const querystring = z.object({ user: short, signature: short });
/** The body types that browsers and mail programs send. The server reads nothing in the body. */
const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];
const FORM_LIMIT_BYTES = 16 * 1024;

export const serveMail = (app: App, { config, database }: Pick<RouteDeps, "config" | "database">): void => {
  const { brandName } = config;
  const isRight = ({ user, signature }: { user: string; signature: string }): boolean =>
    isUuid(user) && isSignedFor(acceptedSecrets(config), user, signature);
  const wrongLink = smallPage(brandName, "This link is not valid", [
    "Please open the link from the newest mail, or log in and change it in your profile.",
  ]);
  const done = smallPage(brandName, "Done", [
    "You will get no more mails about being outbid. You can turn them on again in your profile.",
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
      const { user = "", signature = "" } = request.query;
      void reply.type(HTML).headers(HEADERS);
      if (!isRight({ user, signature })) return reply.code(404).send(wrongLink);
      const question = `${brandName} sends you a mail when someone bids higher than you. Do you want to stop these mails?`;
      const postTo = `${UNSUBSCRIBE_PATH}?${new URLSearchParams({ user, signature })}`;
      const button = { label: "Stop these mails", postTo };
      return reply.send(smallPage(brandName, "Stop mails about being outbid?", [question], button));
    });

    scope.post(UNSUBSCRIBE_PATH, { schema }, async (request, reply) => {
      const { user = "", signature = "" } = request.query;
      void reply.type(HTML).headers(HEADERS);
      const isDone = isRight({ user, signature }) && (await stopOutbidMail(database, user));
      return isDone ? reply.send(done) : reply.code(404).send(wrongLink);
    });
  });
};
