// Stops the parts of a server that closes: first what makes commands, then the engine, then what its commits wake.
import type { Background } from "./background.ts";
import type { Foundation } from "./foundation.ts";
import type { LiveNotifiers } from "./live-notifiers.ts";
import type { EngineParts } from "./open-engine.ts";
import type { PaymentJobs } from "./payment-jobs.ts";
import type { Market } from "./serve-market.ts";

export const stopParts = async (parts: {
  readonly foundation: Foundation;
  readonly liveNotifiers: LiveNotifiers;
  readonly engineParts: EngineParts;
  readonly background: Background;
  readonly paymentJobs: PaymentJobs;
  readonly market: Market;
}): Promise<void> => {
  const { foundation, liveNotifiers, engineParts, background } = parts;
  engineParts.closeClock.stop();
  await background.jobs.stop();
  background.lotMaker.close();
  await background.publicLog.stop();
  await parts.paymentJobs.stop();
  await parts.market.approvalJob.stop();
  engineParts.accountNotifier.close();
  await liveNotifiers.requirements.stop();
  liveNotifiers.settlementNotifier.close();
  liveNotifiers.saleNotifier.close();
  liveNotifiers.listingNotifier.close();
  liveNotifiers.listNotifier.close();
  liveNotifiers.inboxNotifier.close();
  await engineParts.engine.close();
  await background.logReaders.stop();
  await engineParts.refusedAttempts.stop();
  await foundation.mailWorker?.stop();
  await foundation.pushWorker?.stop();
  await foundation.exchange.stop();
  await foundation.settings.stop();
  liveNotifiers.live.close();
  liveNotifiers.limits.close();
  await parts.market.sockets.close();
};
