// Development only: keeps the newest messages of this server in memory instead of sending them, so that a developer can
// read the codes.
import type { App } from "../../../../platform/http/app.ts";
import { SMALL_PAGE_POLICY, smallPage } from "../../../../platform/http/small-page.ts";
import type { SmsProvider } from "./sms-provider.ts";

const KEPT = 100;

interface Message {
  readonly to: string;
  readonly text: string;
}

export interface SmsSandbox extends SmsProvider {
  /** The newest first. */
  messages(): readonly Message[];
}

export const createSmsSandbox = (): SmsSandbox => {
  let kept: readonly Message[] = [];
  return {
    send: async (to, text) => {
      kept = [{ to, text }, ...kept].slice(0, KEPT);
    },
    messages: () => kept,
  };
};

export const serveSmsSandbox = (app: App, sandbox: SmsSandbox, brandName: string): void => {
  app.get("/dev/sms.json", { schema: { hide: true } }, async () => ({ messages: sandbox.messages() }));

  app.get("/dev/sms", { schema: { hide: true } }, async (_request, reply) => {
    const lines = sandbox.messages().map(({ to, text }) => `${to}: ${text}`);
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", SMALL_PAGE_POLICY)
      .send(smallPage(brandName, "Messages by SMS", lines.length > 0 ? lines : ["No message yet."]));
  });
};
