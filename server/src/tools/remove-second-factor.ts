// `npm run remove-second-factor -- --email …`: switches two-step verification off for somebody who lost the phone and the
// recovery codes. The program cannot know who asks: the operator must.
import { parseArgs } from "node:util";
import { emailSchema } from "@jara/shared/rest/accounts";
import { removeFactorOf } from "../features/accounts/second-factor/queries.ts";
import { Mistake, onSiteDatabase, runCommand } from "./operator-command.ts";

const USAGE = "Usage: npm run remove-second-factor -- --email somebody@example.ng";

const emailGiven = (): string => {
  let email: unknown;
  try {
    email = parseArgs({ options: { email: { type: "string" } }, strict: true, allowPositionals: false }).values.email;
  } catch {
    throw new Mistake(USAGE);
  }
  const parsed = emailSchema.safeParse(email);
  if (!parsed.success) throw new Mistake(USAGE);
  return parsed.data;
};

runCommand(async () => {
  const email = emailGiven();
  await onSiteDatabase(async (database) => {
    const isDone = await removeFactorOf(database, email);
    if (!isDone)
      throw new Mistake(`No account of ${email} has two-step verification, or it is suspended; nothing was changed.`);
    process.stdout.write(`Two-step verification of ${email} is off, and the account gets a mail about it.\n`);
  });
});
