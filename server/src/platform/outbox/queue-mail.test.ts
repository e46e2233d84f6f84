import { expect, it, onTestFinished } from "vitest";
import { withDatabase } from "../../../test/support/with-database.ts";
import { queueMail, queueMails } from "./queue-mail.ts";

const test = withDatabase();

it("wakes the senders of mails and notifications after the commit of the transaction that queued a mail", async () => {
  const { database } = test;
  const woken: string[] = [];
  onTestFinished(database.onWake(["mails"], () => woken.push("mails")));
  onTestFinished(database.onWake(["notifications"], () => woken.push("notifications")));
  const mail = { kind: "account-deleted", toAddress: "ada@people.test", userId: null, data: {} } as const;
  for (const queue of [queueMail, (db, one) => queueMails(db, [one])] satisfies (typeof queueMail)[]) {
    woken.length = 0;
    const before = await database.transaction(async (tx) => {
      await queue(tx, mail);
      return [...woken];
    });
    expect([before, woken]).toEqual([[], ["mails", "notifications"]]);
  }
});
