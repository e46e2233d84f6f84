// /api/users/deletion and /api/users/consents: a person asks for the deletion of the account, takes it back, and accepts
// a new version of the terms.
import * as calls from "@jara/shared/calls/own-data";
import { legalVersions } from "@jara/shared/legal-versions";
import { type Deletion, obstacleWords } from "@jara/shared/rest/own-data";
import type { App } from "../../platform/http/app.ts";
import { orRefuse, refuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Result } from "../../platform/lib/result.ts";
import type { SignedIn } from "../accounts/account.ts";
import type { RouteDeps } from "../route-deps.ts";
import { consentsOf, writeConsents } from "./consents.ts";
import { askForDeletion, keepAccount, waitingDeletion } from "./deletion.ts";
import { readObstacles } from "./obstacles.ts";

export interface OwnDataDeps extends Pick<RouteDeps, "database"> {
  readonly accountNotifier: { changed(userId: string): void };
  readonly confirmPassword: (account: SignedIn, password: string) => Promise<Result<null>>;
}

export const serveOwnData = (app: App, deps: OwnDataDeps): void => {
  serveDeletion(app, deps);
  serveConsents(app, deps);
};

const serveDeletion = (app: App, deps: OwnDataDeps): void => {
  const { database } = deps;
  const stateOf = async ({ id, passwordHash }: SignedIn): Promise<Deletion> => {
    const waiting = await waitingDeletion(database, id);
    const obstacles = await readObstacles(database, id);
    return {
      waiting,
      obstacles: obstacles.map((reason) => ({ reason, message: obstacleWords[reason] })),
      hasPassword: passwordHash !== null,
    };
  };

  serve(app, calls.getDeletion, async ({ account }) => stateOf(account));

  serve(app, calls.requestDeletion, async ({ account, body }) => {
    orRefuse(await deps.confirmPassword(account, body.password));
    const { isWaiting, isNew, obstacles } = await askForDeletion(database, account.id);
    if (!isWaiting) return refuse("FORBIDDEN", { message: obstacles.map((one) => obstacleWords[one]).join(" ") });
    if (isNew) deps.accountNotifier.changed(account.id);
    return await stateOf(account);
  });

  serve(app, calls.keepAccount, async ({ account }) => {
    if (await keepAccount(database, account.id)) deps.accountNotifier.changed(account.id);
    return await stateOf(account);
  });
};

const serveConsents = (app: App, { database }: OwnDataDeps): void => {
  serve(app, calls.listConsents, async ({ account }) => consentsOf(database, account.id));

  serve(app, calls.acceptTerms, async ({ account: { id }, body: { accepted } }) => {
    const old = accepted.findIndex(({ document, version }) => legalVersions[document] !== version);
    if (old >= 0) {
      const message = "This version is not in force. Please load the page again.";
      return refuse("INVALID", { message, issues: [{ path: `accepted.${old}.version`, message }] });
    }
    await writeConsents(database, id, accepted);
    return await consentsOf(database, id);
  });
};
