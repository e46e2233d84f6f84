// Development only: the sandbox's Paystack API and its checkout page. The page is plain HTML with a plain form, because
// it stands outside the client, as Paystack's own page does.
import { formatMoney, toMajor } from "@jara/shared/money";
import type { FastifyInstance, FastifyReply } from "fastify";
import { pagePolicy } from "../../platform/http/browser-policy.ts";
import type { Sandbox, SandboxPayment } from "./sandbox.ts";
import { serveSandboxBank } from "./sandbox-bank-routes.ts";

const PATH = "/sandbox/paystack";

export const serveSandbox = async (app: FastifyInstance, sandbox: Sandbox, brandName: string): Promise<void> => {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 1024 },
      (_request, body, done) => done(null, new URLSearchParams(String(body)).get("outcome")),
    );
    const hidden = { schema: { hide: true } };

    scope.post(`${PATH}/transaction/initialize`, hidden, async (request, reply) => {
      if (!sandbox.isKey(request.headers.authorization)) return invalidKey(reply);
      const { status, body } = sandbox.initialize(request.body);
      return reply.code(status).send(body);
    });

    scope.get<ByReference>(`${PATH}/transaction/verify/:reference`, hidden, async (request, reply) => {
      if (!sandbox.isKey(request.headers.authorization)) return invalidKey(reply);
      const { status, body } = sandbox.verify(request.params.reference);
      return reply.code(status).send(body);
    });

    serveSandboxBank(scope, sandbox, PATH);

    scope.get<ByReference>(`${PATH}/:reference`, hidden, async (request, reply) => {
      const payment = sandbox.find(request.params.reference);
      return payment ? checkoutPage(reply, brandName, payment) : html(reply.code(404), brandName, forgotten);
    });

    scope.post<ByReference>(`${PATH}/:reference`, hidden, async (request, reply) => {
      const payment = sandbox.find(request.params.reference);
      if (!payment) return html(reply.code(404), brandName, forgotten);
      if (request.body === "pay") await sandbox.pay(payment);
      else if (request.body === "fail") sandbox.fail(payment);
      else if (request.body === "cancel") return reply.redirect(payment.cancelUrl, 303);
      else return checkoutPage(reply.code(400), brandName, payment);
      return reply.redirect(returnUrl(payment), 303);
    });
  });
};

interface ByReference {
  Params: { reference: string };
}

const invalidKey = (reply: FastifyReply): FastifyReply =>
  reply.code(401).send({ status: false, message: "Invalid key" });

/** Paystack adds the reference twice. */
const returnUrl = ({ callbackUrl, reference }: SandboxPayment): string => {
  const url = new URL(callbackUrl);
  url.searchParams.set("trxref", reference);
  url.searchParams.set("reference", reference);
  return url.href;
};

const checkout = (payment: SandboxPayment): string => {
  const amount = formatMoney(toMajor(payment.amount), "NGN");
  if (payment.status === "success") {
    return `<h1>${amount}</h1><p>This payment was made.</p>
      <a class="button" href="${escaped(returnUrl(payment))}">Back to the site</a>`;
  }
  return `<h1>${amount}</h1>
    <p>${escaped(payment.email)}</p>
    <p class="small">Reference ${escaped(payment.reference)}</p>
    ${payment.status === "failed" ? "<p>The last try failed. You can try again.</p>" : ""}
    <form method="post">
      <button name="outcome" value="pay">Pay ${amount}</button>
      <button name="outcome" value="fail" class="plain">Fail</button>
      <button name="outcome" value="cancel" class="plain">Cancel</button>
    </form>`;
};

const forgotten = `<h1>No such payment</h1>
  <p>The sandbox forgets its payments when the server stops. Please start again from your profile.</p>`;

/** The page's policy allows the form to lead back to the site. */
const checkoutPage = (reply: FastifyReply, brandName: string, payment: SandboxPayment): FastifyReply => {
  const leadsTo = [payment.callbackUrl, payment.cancelUrl].map((url) => new URL(url).origin);
  return html(reply, brandName, checkout(payment), [...new Set(["'self'", ...leadsTo])]);
};

const html = (reply: FastifyReply, brandName: string, content: string, formAction?: readonly string[]): FastifyReply =>
  reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-security-policy", pagePolicy(style, formAction))
    .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox payment: ${escaped(brandName)}</title>
<style>${style}</style>
<main>
  <p class="note">Sandbox: no money moves</p>
  ${content}
</main>
</html>`);

const style = `
  :root { color-scheme: light dark; --ink: #1c1917; --muted: #57534e; --paper: #fff; --ground: #f5f5f4; --line: #a8a29e;
    --note: #fef3c7; --note-ink: #78350f; --accent: #166534; --on-accent: #fff; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #f5f5f4; --muted: #d6d3d1; --paper: #292524; --ground: #1c1917; --line: #78716c;
      --note: #78350f; --note-ink: #fef3c7; --accent: #86efac; --on-accent: #052e16; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; padding: 16px; min-height: 100vh; display: grid; place-items: center; background: var(--ground);
    color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  main { width: 100%; max-width: 420px; padding: 24px; border: 1px solid var(--line); border-radius: 12px;
    background: var(--paper); overflow-wrap: anywhere; }
  h1 { margin: 16px 0 0; font-size: 28px; font-variant-numeric: tabular-nums; }
  p { margin: 4px 0; color: var(--muted); }
  .small { font-size: 14px; }
  .note { margin: 0; padding: 8px 12px; border-radius: 8px; background: var(--note); color: var(--note-ink);
    font-weight: 600; text-align: center; }
  form { display: grid; gap: 12px; margin-top: 24px; }
  button, .button { display: block; width: 100%; min-height: 48px; padding: 10px 16px; border: 1px solid transparent;
    border-radius: 8px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600;
    text-align: center; text-decoration: none; cursor: pointer; }
  .button { margin-top: 24px; }
  .plain { border-color: var(--line); background: transparent; color: var(--ink); }
  :focus-visible { outline: 3px solid var(--note-ink); outline-offset: 2px; }
`;

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c);
