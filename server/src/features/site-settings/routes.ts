// /api/admin/settings: the site's settings, their history, and changes of the bank account that wait.
// /api/site/details: the settings that public pages show.
import { refusal } from "@jara/shared/errors";
import {
  type ChangeSettingBody,
  changeSettingBody,
  HISTORY_LIMIT,
  type Setting,
  settingAnswer,
  settingHistoryAnswer,
  settingHistoryQuery,
  settingParams,
  settingsAnswer,
  siteDetailsAnswer,
} from "@jara/shared/rest/site-settings";
import { type SettingSection, settingSections } from "@jara/shared/site-settings";
import type { FastifyRequest } from "fastify";
import { paginationOf } from "../../platform/database/pages.ts";
import type { App } from "../../platform/http/app.ts";
import { Refused, refuse, refuseField } from "../../platform/http/refused.ts";
import { idParams, noBody } from "../../platform/http/requests.ts";
import type { Caller } from "../accounts/caller.ts";
import type { RouteDeps } from "../route-deps.ts";
import { approveChange, askForChange, cancelChange, waitingChange } from "./bank-changes.ts";
import { isSame, type LooksLike, whyNotValue } from "./check-value.ts";
import { environmentOf } from "./environment.ts";
import { countOpenLots, toVersion, valueOfVersion, versionsOf, writeVersion } from "./queries.ts";
import type { SiteSettings } from "./settings.ts";

const tags = ["Settings"];

export interface SettingRouteDeps extends Pick<RouteDeps, "config" | "database"> {
  readonly settings: SiteSettings;
  readonly looksLike: LooksLike;
  readonly mailsWritten: () => void;
  /** Called after the commit that asked for, approved or cancelled a change of the bank account. */
  readonly bankChangeChanged: () => void;
}

export const serveSettings = (app: App, deps: SettingRouteDeps, caller: Caller): void => {
  serveReads(app, deps, caller);
  serveChanges(app, deps, caller);
  serveBankChanges(app, deps, caller);
};

const settingOf = async (deps: SettingRouteDeps, section: SettingSection, readerId: string): Promise<Setting> => {
  const { config, database, settings } = deps;
  const stored = settings.stored(section);
  const usual = { version: 0, before: null, source: "usual", changedBy: null, approvedBy: null } as const;
  return {
    ...(stored ? toVersion(stored) : { section, ...usual, changedAt: null, reason: null, restores: null }),
    value: settings.current()[section],
    environment: environmentOf(section, config),
    waiting: section === "bank-account" ? await waitingChange(database, readerId) : null,
  };
};

const serveReads = (app: App, deps: SettingRouteDeps, caller: Caller): void => {
  const { database, settings } = deps;
  app.get(
    "/api/admin/settings",
    {
      schema: {
        tags,
        summary: "The site's settings, as they are in force",
        response: { 200: settingsAnswer },
      },
    },
    async (request) => {
      const { id } = await caller.staff(request);
      await settings.refresh();
      const [all, openLots] = await Promise.all([
        Promise.all(settingSections.map((section) => settingOf(deps, section, id))),
        countOpenLots(database),
      ]);
      return { settings: all, openLots };
    },
  );

  app.get(
    "/api/admin/settings/:section/history",
    {
      schema: {
        tags,
        summary: "Every value that a section of the settings had, newest first",
        params: settingParams,
        querystring: settingHistoryQuery,
        response: { 200: settingHistoryAnswer },
      },
    },
    async (request) => {
      await caller.staff(request);
      const { page = 1 } = request.query;
      const { versions, total } = await versionsOf(database, request.params.section, page);
      return { versions, pagination: paginationOf(page, HISTORY_LIMIT, total) };
    },
  );

  app.get(
    "/api/site/details",
    {
      schema: {
        tags: ["Site"],
        summary: "Hours, notes and what is suggested for new lots",
        response: { 200: siteDetailsAnswer },
      },
    },
    async () => {
      const { hours, notes, increments, "soft-close": softClose } = settings.current();
      // Its own copies, because the schemas' arrays may be changed.
      const { incrementTable } = settings.houseRules();
      return structuredClone({ hours, notes, increments, softClose, incrementTable }) as never;
    },
  );
};

const serveChanges = (app: App, deps: SettingRouteDeps, caller: Caller): void => {
  const { config, database, settings } = deps;

  /** The refusal contains the value in force, so that a page can show it beside what was typed. */
  const changed = async (section: SettingSection, readerId: string): Promise<never> => {
    await settings.refresh();
    throw new Refused(refusal("SETTING_CHANGED", { setting: await settingOf(deps, section, readerId) }));
  };

  const write = async (actorId: string, body: ChangeSettingBody): Promise<void> => {
    const { section, value, version, reason, restores = null } = body;
    const change = { value, version, reason, restores };
    const done =
      section === "bank-account"
        ? await askForChange(database, actorId, change)
        : await writeVersion(database, actorId, { section, ...change });
    if (done === "not-allowed") return refuse("FORBIDDEN");
    if (done === "changed") return await changed(section, actorId);
    if (done === "asked") deps.bankChangeChanged();
    if (done === "waiting") {
      return refuse("SETTING_CHANGED", { message: "Another change of the bank account waits. Cancel it first." });
    }
    deps.mailsWritten();
  };

  app.put(
    "/api/admin/settings",
    {
      schema: {
        tags,
        summary: "Change one section of the settings",
        description:
          "`version` is the one that the caller has read: 409 `SETTING_CHANGED` with the setting if another is in force. " +
          "What was opened before a change keeps its numbers. A change of the bank account waits for another administrator, " +
          "or for a day on a site that has none (`setting.waiting`).",
        body: changeSettingBody,
        response: { 200: settingAnswer },
      },
    },
    async (request: FastifyRequest<{ Body: ChangeSettingBody }>) => {
      const { id } = await caller.staff(request);
      const { section, value, version, restores } = request.body;
      await settings.refresh();
      if ((settings.stored(section)?.version ?? 0) !== version) return await changed(section, id);
      const why = whyNotValue(section, value, settings.current(), environmentOf(section, config), deps.looksLike);
      if (why) throw new Refused(refusal("INVALID", { message: why, issues: [{ path: "value", message: why }] }));
      if (restores !== undefined) {
        const earlier = await valueOfVersion(database, section, restores);
        if (!earlier || !isSame(earlier.value, value)) {
          return refuseField("restores", `This is not the value of version ${restores}.`);
        }
      }
      await write(id, request.body);
      await settings.refresh();
      return { setting: await settingOf(deps, section, id) };
    },
  );
};

const serveBankChanges = (app: App, deps: SettingRouteDeps, caller: Caller): void => {
  const { database, settings, mailsWritten } = deps;

  app.post(
    "/api/admin/settings/bank-account/changes/:id/approve",
    {
      schema: {
        tags,
        summary: "Approve a change of the bank account that another administrator asked for",
        description:
          "Whoever asked for it cannot, nor can somebody who became an administrator within the last 24 hours.",
        params: idParams,
        body: noBody,
        response: { 200: settingAnswer },
      },
    },
    async (request) => {
      const { id: actorId } = await caller.staff(request);
      const done = await approveChange(database, actorId, request.params.id);
      if (done === "not-allowed") return refuse("FORBIDDEN");
      if (done === "not-yours")
        return refuse("FORBIDDEN", { message: "Another administrator must approve this change." });
      if (done === "closed") return refuse("SETTING_CHANGED", { message: "This change cannot be approved any more." });
      deps.bankChangeChanged();
      if (done === "outdated") {
        return refuse("SETTING_CHANGED", {
          message: "The account was changed in the meantime. Ask for your change again.",
        });
      }
      mailsWritten();
      await settings.refresh();
      return { setting: await settingOf(deps, "bank-account", actorId) };
    },
  );

  app.delete(
    "/api/admin/settings/bank-account/changes/:id",
    {
      schema: {
        tags,
        summary: "Cancel a change of the bank account that waits",
        params: idParams,
        response: { 200: settingAnswer },
      },
    },
    async (request) => {
      const { id: actorId } = await caller.staff(request);
      const done = await cancelChange(database, actorId, request.params.id);
      if (done === "not-allowed") return refuse("FORBIDDEN");
      if (done === "closed") return refuse("SETTING_CHANGED", { message: "This change does not wait any more." });
      deps.bankChangeChanged();
      mailsWritten();
      return { setting: await settingOf(deps, "bank-account", actorId) };
    },
  );
};
