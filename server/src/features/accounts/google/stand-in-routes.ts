// Development only: the page on which a person chooses whom the stand-in for Google signs in, and the call of its button.
// It answers only under an address of this machine.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { isThisMachine } from "../../../config/config-rules.ts";
import { pagePolicy } from "../../../platform/http/browser-policy.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { escapeHtml } from "../../../platform/lib/escape-html.ts";
import { type StandIn, standInPerson } from "./stand-in.ts";

const PATH = "/sandbox/google";
const text = z.string().check(z.minLength(1), z.maxLength(200));
const flowSchema = z.object({ state: text, nonce: text, challenge: text });
const flowOf = (given: unknown): z.infer<typeof flowSchema> => flowSchema.safeParse(given).data ?? refuse("INVALID");

export const serveStandIn = async (
  app: FastifyInstance,
  standIn: StandIn,
  { brandName, publicUrl }: { readonly brandName: string; readonly publicUrl: string },
): Promise<void> => {
  const back = (reply: FastifyReply, query: Record<string, string>): FastifyReply =>
    reply.redirect(`${publicUrl}/api/auth/google/callback?${new URLSearchParams(query)}`, 303);

  await app.register(async (scope) => {
    scope.addHook("onRequest", async ({ hostname }: FastifyRequest) => {
      if (!isThisMachine(`http://${hostname}`)) refuse("NOT_FOUND");
    });
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 4096 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const hidden = { schema: { hide: true } };

    scope.get(PATH, hidden, (request, reply) => page(reply, brandName, publicUrl, flowOf(request.query)));

    scope.post(PATH, hidden, async (request, reply) => {
      const flow = flowOf(request.body);
      if ((request.body as { outcome?: string }).outcome === "cancel") {
        return back(reply, { state: flow.state, error: "access_denied" });
      }
      const person = standInPerson.safeParse(request.body);
      if (!person.success) return page(reply.code(400), brandName, publicUrl, flow);
      return back(reply, {
        state: flow.state,
        code: await standIn.codeOf(person.data, flow.challenge, flow.nonce),
      });
    });

    scope.post(`${PATH}/credential`, hidden, async (request) => {
      const person = standInPerson.safeParse(request.body);
      if (!person.success) return refuse("INVALID", { message: "Please enter a valid email address" });
      return { credential: await standIn.credentialOf(person.data) };
    });
  });
};

const page = (reply: FastifyReply, brandName: string, publicUrl: string, flow: z.infer<typeof flowSchema>) =>
  reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("content-security-policy", pagePolicy(style, ["'self'", publicUrl]))
    .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in (stand-in for Google): ${escapeHtml(brandName)}</title>
<style>${style}</style>
<main>
  <h1>Sign in</h1>
  <p>This stands in for Google while the site is developed. Choose any person.</p>
  <form method="post" action="${PATH}">
    ${Object.entries(flow)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
      .join("")}
    <label>Email <input name="email" type="email" required maxlength="254" value="ngozi@gmail.test"></label>
    <label>Name <input name="name" maxlength="100" value="Ngozi Eze"></label>
    <button name="outcome" value="sign-in">Continue</button>
    <button name="outcome" value="cancel" formnovalidate>Cancel</button>
  </form>
</main>
</html>`);

const style = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; padding: 16px; }
  main { max-width: 420px; margin: 0 auto; }
  form, label { display: grid; gap: 8px; }
  input, button { font: inherit; min-height: 48px; padding: 8px 12px; }
`;
