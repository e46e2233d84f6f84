// /api/users/deletion and /api/users/consents: a person asks for the deletion of the account, takes it back, and accepts
// a new version of the terms.
import { refusal } from "@jara/shared/errors";
import { legalVersions } from "@jara/shared/legal-versions";
import {
  consentsBody,
  consentsSchema,
  type Deletion,
  deletionBody,
  deletionSchema,
  obstacleWords,
} from "@jara/shared/rest/own-data";
import type { App } from "../../platform/http/app.ts";
import { Refused, refuse } from "../../platform/http/refused.ts";
import type { Result } from "../../platform/lib/result.ts";
import type { SignedIn } from "../accounts/account.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { consentsOf, writeConsents } from "./consents.ts";
import { askForDeletion, keepAccount, waitingDeletion } from "./deletion.ts";
import { readObstacles } from "./obstacles.ts";

const tags = ["Own data"];

export interface OwnDataDeps extends Pick<RouteDeps, "database"> {
  readonly news: { changed(userId: string): void };
  readonly mailsWritten: () => void;
  readonly confirmPassword: (account: SignedIn, password: string) => Promise<Result<null>>;
}

export const serveOwnData = (app: App, deps: OwnDataDeps, caller: Caller): void => {
  serveDeletion(app, deps, caller);
  serveConsents(app, deps, caller);
};

const serveDeletion = (app: App, deps: OwnDataDeps, caller: Caller): void => {
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

  app.get(
    "/api/users/deletion",
    {
      schema: {
        tags,
        summary: "Whether your account waits for its deletion, and what stands against it",
        response: { 200: deletionSchema },
      },
    },
    async (request) => stateOf(await caller.signedIn(request)),
  );

  app.post(
    "/api/users/deletion",
    {
      schema: {
        tags,
        summary: "Ask for the deletion of your account in a week",
        description:
          "Meanwhile the account can do everything but bid, and `DELETE` takes the request back. `FORBIDDEN` says what stands " +
          "against it: bids on open auctions, debts, lots to collect, money in the balance. It is checked again at the " +
          "end. A wrong password is `INVALID` with an issue at `password`. The same request again changes nothing.",
        body: deletionBody,
        response: { 200: deletionSchema },
      },
      config: { rateLimit: { max: 50, timeWindow: "15 minutes" } },
    },
    async (request) => {
      const account = await caller.signedIn(request);
      const confirmed = await deps.confirmPassword(account, request.body.password);
      if (!confirmed.ok) throw new Refused(confirmed.error);
      const { isWaiting, isNew, obstacles } = await askForDeletion(database, account.id);
      if (!isWaiting) return refuse("FORBIDDEN", { message: obstacles.map((one) => obstacleWords[one]).join(" ") });
      if (isNew) {
        deps.news.changed(account.id);
        deps.mailsWritten();
      }
      return await stateOf(account);
    },
  );

  app.delete(
    "/api/users/deletion",
    {
      schema: {
        tags,
        summary: "Keep your account: take the request for its deletion back",
        description: "Without such a request it changes nothing.",
        response: { 200: deletionSchema },
      },
    },
    async (request) => {
      const account = await caller.signedIn(request);
      if (await keepAccount(database, account.id)) deps.news.changed(account.id);
      return await stateOf(account);
    },
  );
};

const serveConsents = (app: App, { database }: OwnDataDeps, caller: Caller): void => {
  app.get(
    "/api/users/consents",
    {
      schema: {
        tags,
        summary: "The versions of the terms that you accepted, and those in force that you have not",
        response: { 200: consentsSchema },
      },
    },
    async (request) => consentsOf(database, (await caller.signedIn(request)).id),
  );

  app.post(
    "/api/users/consents",
    {
      schema: {
        tags,
        summary: "Accept the versions in force",
        description: "A version that is not in force is `INVALID`. The same again changes nothing.",
        body: consentsBody,
        response: { 200: consentsSchema },
      },
    },
    async (request) => {
      const { id } = await caller.signedIn(request);
      const { accepted } = request.body;
      const old = accepted.findIndex(({ document, version }) => legalVersions[document] !== version);
      if (old >= 0) {
        const message = "This version is not in force. Please load the page again.";
        throw new Refused(refusal("INVALID", { message, issues: [{ path: `accepted.${old}.version`, message }] }));
      }
      await writeConsents(database, id, accepted);
      return await consentsOf(database, id);
    },
  );
};
