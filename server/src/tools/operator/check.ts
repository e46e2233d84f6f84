// `jara check`: looks at everything that a server needs, without changing anything, and says in sentences what is
// wrong.

import { emailSchema } from "@jara/shared/rest/accounts";
import { ConfigError, readConfig } from "../../config.ts";
import { checkDatabase } from "./checks/database.ts";
import type { Finding } from "./checks/finding.ts";
import { checkMachine } from "./checks/machine.ts";
import { checkMail } from "./checks/mail.ts";
import { checkMedia } from "./checks/media.ts";
import { checkPublicLog } from "./checks/public-log.ts";
import { checkRedis } from "./checks/redis.ts";
import { argumentsOf, type OperatorCommand, say, WrongUse } from "./command.ts";

const HELP = `Usage: jara check [--send-test-mail you@example.ng]

Checks the settings (all of them at once), the database and its migrations, Redis, the mail server, the folders or the
bucket for uploads, the key of the public log, and this machine. It changes nothing; --send-test-mail also sends one mail through SMTP_URL.

Exit code 0: a server can run with these settings, notes included. 1: something is wrong.`;

const marks = { ok: "ok   ", note: "note ", wrong: "WRONG" } as const;

const show = ({ what, state, says }: Finding): void => {
  const [first = "", ...more] = says.split("\n");
  say(`${marks[state]}  ${what.padEnd(10)}  ${first}`);
  for (const line of more) say(`${" ".repeat(19)}${line}`);
};

/** Null if the settings are wrong; each wrong one has been shown then. */
const checkSettings = () => {
  try {
    const config = readConfig();
    const mode = config.isProduction ? "production" : "development, not for the internet";
    show({ what: "settings", state: "ok", says: `all of them can be used; ${mode}, at ${config.publicUrl}` });
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) show({ what: "settings", state: "wrong", says: problem });
    say("\nThe rest is checked once the settings are right.");
    return null;
  }
};

export const command: OperatorCommand = {
  summary: "settings, database, Redis, mail, folders: says what is wrong, changes nothing",
  help: HELP,
  async run(args) {
    const { values } = argumentsOf(args, { "send-test-mail": { type: "string" } });
    const mailTo = values["send-test-mail"];
    if (mailTo !== undefined && !emailSchema.safeParse(mailTo).success) {
      throw new WrongUse("--send-test-mail needs an e-mail address");
    }
    const config = checkSettings();
    if (!config) return 1;
    let wrong = 0;
    const checks = [
      checkDatabase,
      checkRedis,
      (one: typeof config) => checkMail(one, mailTo),
      checkMedia,
      checkPublicLog,
      checkMachine,
    ];
    for (const check of checks) {
      for (const finding of await check(config)) {
        show(finding);
        if (finding.state === "wrong") wrong++;
      }
    }
    say(wrong === 0 ? "\nNothing is wrong." : `\n${wrong} ${wrong === 1 ? "thing is" : "things are"} wrong.`);
    return wrong === 0 ? 0 : 1;
  },
};
