// The program's entry point. Start: read the configuration, build, seed, listen. Stop: drain and close.
import closeWithGrace from "close-with-grace";
import { buildServer, type Server } from "./app/build-server.ts";
import { logWarnings, say, sayOpen } from "./app/start-log.ts";
import { refuseUnwritable, sentenceFor } from "./app/start-problems.ts";
import { type Config, readConfig } from "./config.ts";
import { verificationLink } from "./features/mail/words/account-mails.ts";
import { passwordResetLink } from "./features/mail/words/credential-mails.ts";
import { users } from "./platform/database/schema/accounts.ts";
import { PROCESS_ENDS_WITHIN_MS } from "./platform/shutdown/shutdown-waits.ts";

const start = async (): Promise<void> => {
  const config = readConfig();
  refuseUnwritable(config.media.folder);
  const warningsTo = config.isProduction ? logWarnings() : () => {};
  if (!config.isProduction) {
    say(config.databaseUrl ? "Opening PostgreSQL …" : `Opening the database in ${config.dataDir} …`);
  }
  const server = await buildServer(config, {
    onMail: (mail) => {
      if (config.isProduction) return;
      if (mail.kind !== "verify-email" && mail.kind !== "registered-again" && mail.kind !== "password-reset") return;
      const link = (mail.kind === "verify-email" ? verificationLink : passwordResetLink)(config.publicUrl, mail.data);
      say(`Mail to ${mail.data.email}: ${link} (all mail: ${config.publicUrl}/dev/mail)`);
    },
  });
  warningsTo(server.log);
  // Load the demo only when requested, because production has no demo.
  const seeded =
    config.seed === "demo"
      ? await (await import("./tools/demo/seed.ts")).seedDemo(server, say)
      : await hintFor(config, server);
  const port = await server.listen();
  const { waitMs, spreadMs } = config.drain;
  // A second signal ends the process at once.
  closeWithGrace({ delay: waitMs + spreadMs + PROCESS_ENDS_WITHIN_MS }, async ({ err }) => {
    if (err) server.log.fatal({ err }, "the process ends because of an error that nothing handles");
    await server.close();
  });
  sayOpen(config, server.log, port, seeded);
};

/** Tells a developer how to make the first account in a PostgreSQL that has none. */
const hintFor = async ({ isProduction, databaseUrl }: Config, { database }: Server): Promise<readonly string[]> => {
  if (isProduction || databaseUrl === null) return [];
  const [user] = await database.db.select({ id: users.id }).from(users).limit(1);
  if (user) return [];
  return [
    "This PostgreSQL is empty, and gets the demo market only if SEED=demo says so.",
    "For an account of your own: npm run create-admin -- --email you@example.ng",
  ];
};

start().catch((error: unknown) => {
  process.stderr.write(`${sentenceFor(error) ?? (error instanceof Error ? error.stack : error)}\n`);
  process.exit(1);
});
