// Opens the parts on which all others depend: the database and its replica, the site's settings, the clock, the
// exchange rates, and the workers that send mails and push messages.
import type { Config } from "../config.ts";
import { createRatesKeeper } from "../features/currency/exchange-rates.ts";
import { startMailWorker } from "../features/mail/mail-worker.ts";
import { startPushWorker } from "../features/notifications/push/push-worker.ts";
import { type SiteFacts, startSiteSettings } from "../features/site-settings/settings.ts";
import { DatabaseClock } from "../platform/database/database-clock.ts";
import type { App } from "../platform/http/app.ts";
import type { Metrics } from "./metrics.ts";
import { openMarket, openReplica } from "./open-database.ts";

export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/** `connections`: the most connections to PostgreSQL for statements. */
export const openFoundation = async (app: App, config: Config, metrics: Metrics, connections: number | undefined) => {
  const { log } = app;
  const database = await openMarket(config, metrics, log, connections);
  // Read the settings first, because a real site without contacts does not start.
  const settings = await startSiteSettings({ database, config, log }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const replica = openReplica(config, database, log);
  // After the body was read, because its events run outside the request's context.
  if (replica) app.addHook("preValidation", (_request, _reply, done) => replica.inRequest(done));
  const clock = new DatabaseClock();
  await clock.start(database);
  const exchange = createRatesKeeper({ database, url: config.ratesUrl, log });
  await exchange.start();
  const site = (): SiteFacts => ({
    ...config,
    contact: settings.contacts(),
    houseName: settings.current().house.name,
  });
  // Without SMTP no mail is sent. In development the outbox can be read.
  const { smtpUrl, from } = config.mail;
  const mailWorker = smtpUrl ? startMailWorker({ database, smtpUrl, from, site, log }) : null;
  const pushWorker =
    config.push &&
    startPushWorker({ database, settings: config.push, contact: () => settings.contacts().email ?? from, log });
  return {
    database,
    settings,
    replica,
    lists: replica?.lists ?? database,
    clock,
    exchange,
    site,
    mailWorker,
    pushWorker,
  };
};
