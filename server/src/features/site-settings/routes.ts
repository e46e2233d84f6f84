// /api/admin/settings: the site's settings, their history, and changes of the bank account that wait.
// /api/site/details: the settings that public pages show.
import * as calls from "@jara/shared/calls/site-settings";
import { type ChangeSettingBody, HISTORY_LIMIT, type Setting } from "@jara/shared/rest/site-settings";
import { detailsIn, type SettingSection, settingSections } from "@jara/shared/site-settings";
import { formatLagosTime } from "@jara/shared/time";
import { toIso } from "../../auction/view/to-public.ts";
import { sendsSms } from "../../config.ts";
import { paginationOf } from "../../platform/database/pages.ts";
import type { App } from "../../platform/http/app.ts";
import { refuse, refuseField } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import type { RouteDeps } from "../route-deps.ts";
import { approveChange, askForChange, cancelChange, waitingAccount, waitingChange } from "./bank-changes.ts";
import { isSame, type LooksLike, whyNotValue } from "./check-value.ts";
import { environmentOf } from "./environment.ts";
import { countOpenLots, toVersion, valueOfVersion, versionsOf, writeVersion } from "./queries.ts";
import type { SiteSettings } from "./settings.ts";

export interface SettingRouteDeps extends Pick<RouteDeps, "config" | "database"> {
  readonly settings: SiteSettings;
  readonly looksLike: LooksLike;
}

export const serveSettings = (app: App, deps: SettingRouteDeps): void => {
  serveReads(app, deps);
  serveChanges(app, deps);
  serveBankChanges(app, deps);
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

const serveReads = (app: App, deps: SettingRouteDeps): void => {
  const { database, settings } = deps;
  serve(app, calls.getSettings, async ({ account: { id } }) => {
    await settings.refresh();
    const [all, openLots] = await Promise.all([
      Promise.all(settingSections.map((section) => settingOf(deps, section, id))),
      countOpenLots(database),
    ]);
    return { settings: all, openLots };
  });

  serve(app, calls.listSettingVersions, async ({ params, query: { page = 1 } }) => {
    const { versions, total } = await versionsOf(database, params.section, page);
    return { versions, pagination: paginationOf(page, HISTORY_LIMIT, total) };
  });

  serve(app, calls.getSiteDetails, async () => {
    const { incrementTable } = settings.houseRules();
    return { ...detailsIn(settings.current()), incrementTable };
  });
};

const serveChanges = (app: App, deps: SettingRouteDeps): void => {
  const { config, database, settings } = deps;

  /** The refusal contains the value in force, so that a page can show it beside what was typed. */
  const changed = async (section: SettingSection, readerId: string): Promise<never> => {
    await settings.refresh();
    return refuse("SETTING_CHANGED", { setting: await settingOf(deps, section, readerId) });
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
    if (done === "asked") database.wake("list:bank-account-changes");
    if (done === "waiting") {
      return refuse("SETTING_CHANGED", { message: "Another change of the bank account waits. Cancel it first." });
    }
  };

  serve(app, calls.changeSetting, async ({ account: { id }, body }) => {
    const { section, value, version, restores } = body;
    await settings.refresh();
    if ((settings.stored(section)?.version ?? 0) !== version) return await changed(section, id);
    const [current, fixed] = [settings.current(), environmentOf(section, config)];
    const why = whyNotValue(section, value, { ...deps, current, fixed, sendsSms: sendsSms(config) });
    if (why) return refuse("INVALID", { message: why, issues: [{ path: "value", message: why }] });
    if (restores !== undefined) {
      const earlier = await valueOfVersion(database, section, restores);
      if (!earlier || !isSame(earlier.value, value)) {
        return refuseField("restores", `This is not the value of version ${restores}.`);
      }
    }
    await write(id, body);
    await settings.refresh();
    return { setting: await settingOf(deps, section, id) };
  });
};

const serveBankChanges = (app: App, deps: SettingRouteDeps): void => {
  const { database, settings } = deps;

  serve(app, calls.getWaitingAccount, async () => ({ waiting: await waitingAccount(database) }));

  serve(app, calls.approveBankAccountChange, async ({ account: { id: actorId }, params }) => {
    const done = await approveChange(database, actorId, params.id);
    if (done === "not-allowed") return refuse("FORBIDDEN");
    if (done === "own") {
      return refuse("FORBIDDEN", { message: "You asked for this change. Another administrator must approve it." });
    }
    if (typeof done === "object") {
      const from = formatLagosTime(toIso(done.settledAt));
      return refuse("FORBIDDEN", {
        message: `You may approve this change from ${from} on: an administrator of less than 24 hours cannot.`,
      });
    }
    if (done === "closed") return refuse("SETTING_CHANGED", { message: "This change cannot be approved any more." });
    database.wake("list:bank-account-changes");
    if (done === "outdated") {
      return refuse("SETTING_CHANGED", {
        message: "The account was changed in the meantime. Ask for your change again.",
      });
    }
    await settings.refresh();
    return { setting: await settingOf(deps, "bank-account", actorId) };
  });

  serve(app, calls.cancelBankAccountChange, async ({ account: { id: actorId }, params }) => {
    const done = await cancelChange(database, actorId, params.id);
    if (done === "not-allowed") return refuse("FORBIDDEN");
    if (done === "closed") return refuse("SETTING_CHANGED", { message: "This change does not wait any more." });
    database.wake("list:bank-account-changes");
    return { setting: await settingOf(deps, "bank-account", actorId) };
  });
};
