// The program's entry point. Start: read the configuration, build, seed, listen. Stop: drain and close.
import closeWithGrace from "close-with-grace";
import { buildServer, type Server } from "./app/build-server.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { verificationLink } from "./features/mail/account-mails.ts";
import { passwordResetLink } from "./features/mail/credential-mails.ts";
import { FolderInUse } from "./platform/database/folder-lock.ts";
import { users } from "./platform/database/schema/accounts.ts";

/** In addition to the drain times: for the last answers, and for closing everything that was opened. */
const CLOSE_WITHIN_MS = 15_000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const start = async (): Promise<void> => {
  const config = readConfig();
  say(config.databaseUrl ? "Opening PostgreSQL …" : `Opening the database in ${config.dataDir} …`);
  const server = await buildServer(config, {
    onMail: (mail) => {
      if (config.isProduction || (mail.kind !== "verify-email" && mail.kind !== "password-reset")) return;
      const link = (mail.kind === "verify-email" ? verificationLink : passwordResetLink)(config.publicUrl, mail.data);
      say(`Mail to ${mail.data.email}: ${link} (all mail: ${config.publicUrl}/dev/mail)`);
    },
  });
  // Load the demo only when requested, because production has no demo.
  const seeded =
    config.seed === "demo"
      ? await (await import("./tools/demo/seed.ts")).seedDemo(server, say)
      : await hintFor(config, server);
  await server.listen();
  const { waitMs, spreadMs } = config.drain;
  // A second signal ends the process at once.
  closeWithGrace({ delay: waitMs + spreadMs + CLOSE_WITHIN_MS }, async ({ err }) => {
    if (err) process.stderr.write(`${err.stack ?? err}\n`);
    await server.close();
  });

  say("");
  say(`  ${config.brandName} is open at ${config.publicUrl}`);
  for (const line of seeded) say(`  ${line}`);
  say(config.isProduction ? "" : `  API: ${config.publicUrl}/docs   Mail: ${config.publicUrl}/dev/mail`);
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
  const isExpected = error instanceof ConfigError || error instanceof FolderInUse;
  process.stderr.write(`${isExpected ? (error as Error).message : error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
});
