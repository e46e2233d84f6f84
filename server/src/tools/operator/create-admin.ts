// `jara admin create --email …`: makes an administrator, or makes an existing account one. The password comes from
// JARA_ADMIN_PASSWORD or a prompt. It must never come from the command line, where every user of the machine could read
// it.

import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { registerBody, usernameSchema } from "@jara/shared/rest/accounts";
import { hash } from "@node-rs/argon2";
import type * as z from "zod/mini";
import { findAccountByEmail } from "../../features/accounts/account.ts";
import { makeAdmin } from "../../features/accounts/make-admin.ts";
import { isReserved, skeletonsOf } from "../../features/accounts/usernames/username-skeletons.ts";
import { takenField } from "../../platform/database/unique.ts";
import { speakPlainly } from "../../platform/http/issue-words.ts";
import { argumentsOf, emailOf, Mistake, onSiteDatabase, say } from "./command.ts";

const read = <S extends z.ZodMiniType>(schema: S, value: unknown, what: string): z.output<S> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Mistake(`${what}: ${parsed.error.issues[0]?.message ?? "is not valid"}`);
};

/** Reads the password from the environment or a pipe, or asks for it twice without showing it. */
const password = async (): Promise<string> => {
  const given = process.env.JARA_ADMIN_PASSWORD;
  if (given) return given;
  const isTerminal = process.stdin.isTTY === true;
  const output = isTerminal ? new Writable({ write: (_text, _encoding, done) => done() }) : undefined;
  const input = createInterface({ input: process.stdin, ...(output && { output }), terminal: isTerminal });
  const lines = input[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    process.stdout.write(question);
    const line = await lines.next();
    if (isTerminal) process.stdout.write("\n");
    return line.done ? "" : line.value;
  };
  try {
    const first = await ask(isTerminal ? "Password: " : "");
    if (isTerminal && (await ask("Repeat the password: ")) !== first) throw new Mistake("The two passwords differ.");
    return first;
  } finally {
    input.close();
  }
};

export const createAdmin = async (given: readonly string[]): Promise<void> => {
  speakPlainly();
  const { values: args } = argumentsOf(given, { email: { type: "string" }, username: { type: "string" } });
  const email = emailOf(args.email);
  await onSiteDatabase(async (database) => {
    const known = await findAccountByEmail(database, email);
    let fresh: Parameters<typeof makeAdmin>[2] = null;
    // Somebody else may have registered this unverified address, so their password must not stay valid.
    if (!known?.isEmailVerified) {
      const username = known?.username ?? read(usernameSchema, args.username ?? email.split("@")[0], "--username");
      const passwordHash = await hash(read(registerBody.shape.password, await password(), "The password"));
      if (!known && isReserved(username, "admin")) throw new Mistake(`Nobody can be called ${username}.`);
      fresh = { username, skeletons: skeletonsOf(username), passwordHash };
    }
    const made = await makeAdmin(database, email, fresh).catch((error: unknown) => {
      if (takenField(error) !== "username") throw error;
      throw new Mistake(
        `The username ${fresh?.username} is taken, or looks like another: give another with --username.`,
      );
    });
    if (made === "again") throw new Mistake("The account changed meanwhile; nothing was done. Run this again.");
    if (!made) throw new Mistake(`The account of ${email} is suspended; nothing was changed.`);
    const name = `${made.username} <${email}>`;
    if (made.did === "nothing") say(`${name} is an administrator already; nothing was changed.`);
    else if (made.did === "created") say(`${name} was made, verified, an administrator.`);
    else say(`${name} is an administrator now; the password is ${fresh ? "the one given" : "as it was"}.`);
  });
};
