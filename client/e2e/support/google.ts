// Stands in for Google: an OpenID provider on this machine, and a script that draws a sign-in button in the place of
// Google's.
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { projectRoot } from "./project-root.ts";

type Claims = Record<string, unknown>;

/** The part of oauth2-mock-server that is used here. Only the server's tests depend on that package. */
interface MockServer {
  issuer: {
    url: string | undefined;
    keys: { generate(algorithm: string): Promise<unknown> };
    buildToken(options: { scopesOrTransform: (header: Claims, payload: Claims) => void }): Promise<string>;
  };
  service: { on(event: "beforeTokenSigning", change: (token: { payload: Claims }) => void): void };
  start(port: number, host: string): Promise<void>;
  stop(): Promise<void>;
}

const CLIENT_ID = "browser-tests.apps.example";

export interface Google {
  /** The auction server must be started with this environment. */
  environment: Record<string, string>;
  /** Signed as Google would sign it. */
  credential(person: Claims): Promise<string>;
  /** Sets the person who signs in with the next redirect. */
  redirectsAbout(person: Claims): void;
  stop(): Promise<void>;
}

export const googlePerson = (name: string): Claims => ({
  sub: `google-${name}`,
  email: `${name}@gmail.test`,
  email_verified: true,
  name,
});

export const startGoogle = async (): Promise<Google> => {
  const fromServer = createRequire(path.join(projectRoot, "server/package.json"));
  const file = pathToFileURL(fromServer.resolve("oauth2-mock-server")).href;
  const { OAuth2Server } = (await import(file)) as { OAuth2Server: new () => MockServer };
  const server = new OAuth2Server();
  await server.issuer.keys.generate("RS256");
  await server.start(0, "127.0.0.1");
  const issuer = server.issuer.url ?? "";
  let redirected: Claims = {};
  server.service.on("beforeTokenSigning", ({ payload }) => void Object.assign(payload, redirected));
  return {
    environment: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_CLIENT_SECRET: "of-the-tests", GOOGLE_ISSUER: issuer },
    credential: (person) =>
      server.issuer.buildToken({
        scopesOrTransform: (_header, payload) => {
          const now = Math.floor(Date.now() / 1000);
          Object.assign(payload, { iss: issuer, aud: CLIENT_ID, iat: now, exp: now + 3600, ...person });
        },
      }),
    redirectsAbout: (person) => {
      redirected = person;
    },
    stop: () => server.stop(),
  };
};

export const GOOGLE_SCRIPT = "https://accounts.google.com/gsi/client";

/** The page gets a script that draws a button of its own; a press on it gives `response`. */
export const playGoogleScript = async (page: Page, response: { credential?: string }): Promise<void> => {
  await page.route(GOOGLE_SCRIPT, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `
        let given;
        window.google = { accounts: { id: {
          initialize: (settings) => { given = settings; },
          renderButton: (parent, look) => {
            const button = document.createElement("button");
            button.textContent = "Google: " + look.text;
            button.style.cssText = "height: 40px; color: #1f1f1f; background: #fff; border: 1px solid #747775";
            button.onclick = () => given.callback({ clientId: given.client_id, select_by: "btn", ...${JSON.stringify(response)} });
            parent.append(button);
          },
        } } };`,
    }),
  );
};
