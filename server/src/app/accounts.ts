// Wires accounts and payments: tokens, registration and log-in, Google's sign-in, top-ups.
import jwt from "@fastify/jwt";
import type { Config } from "../config.ts";
import type { AuctionEngine } from "../engine/auction-engine.ts";
import type { Account } from "../features/accounts/account.ts";
import type { AccountNotifier } from "../features/accounts/account-notifier.ts";
import { type Accounts, createAccounts } from "../features/accounts/accounts.ts";
import { createSignInWithGoogle, type SignInWithGoogle } from "../features/accounts/google/google-accounts.ts";
import { createTokens, jwtOptions, type Tokens } from "../features/accounts/sessions/tokens.ts";
import { openPayments, type Payments } from "../features/payments/open-payments.ts";
import { bookingIdOf } from "../features/payments/top-ups.ts";
import { bookOnlineInvoice } from "../features/settlements/invoices/pay-invoice.ts";
import { dueOf } from "../features/settlements/purchase-queries.ts";
import type { ListNotifier } from "../live/list-notifier.ts";
import { type Rooms, rooms as roomNames } from "../live/rooms.ts";
import type { Database } from "../platform/database/database.ts";
import type { App } from "../platform/http/app.ts";
import type { Mail } from "../platform/outbox/mails.ts";

export interface AccountParts {
  readonly tokens: Tokens;
  readonly accounts: Accounts;
  readonly signIn: SignInWithGoogle;
  readonly payments: Payments;
}

export const openAccounts = async (
  app: App,
  config: Config,
  deps: {
    readonly database: Database;
    readonly rooms: Pick<Rooms, "publishEverywhere">;
    readonly accountNotifier: Pick<AccountNotifier, "changed">;
    readonly mailWritten: (mail: Mail) => void;
    readonly engine: Pick<AuctionEngine, "submit" | "submitTogether" | "rates">;
    readonly listNotifier: Pick<ListNotifier, "own">;
  },
): Promise<AccountParts> => {
  const { database, rooms, accountNotifier, mailWritten, engine } = deps;
  await app.register(jwt, jwtOptions(config.jwtSecret));
  const changed = ({ id }: Pick<Account, "id">): void => accountNotifier.changed(id);
  return {
    tokens: createTokens(app, database, config.previousJwtSecret),
    accounts: createAccounts({ ...config, database, mailWritten, changed }),
    signIn: createSignInWithGoogle({
      database,
      changed,
      sessionsEnded: ({ id }) =>
        rooms.publishEverywhere(roomNames.user(id), { type: "session:ended", data: { reason: "withdrawn" } }),
    }),
    payments: openPayments(config, {
      database,
      credited: accountNotifier.changed,
      log: app.log,
      closed: (userId) => deps.listNotifier.own(userId, "own-top-ups"),
      listensAt: () => app.server.address(),
      dueOf: (settlementId, userId, usdToNgn = engine.rates.USD_TO_NGN) =>
        dueOf(database, settlementId, userId, { ...engine.rates, USD_TO_NGN: usdToNgn }),
      book: async ({ reference, ...payment }) => {
        const commandId = bookingIdOf(reference);
        const command = { ...payment, type: "CreditOnlinePayment", commandId, reference } as const;
        return (await engine.submit(command)).outcome.ok;
      },
      bookInvoice: (payment) => bookOnlineInvoice({ database, engine }, payment, bookingIdOf),
    }),
  };
};
