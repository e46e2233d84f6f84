import { demoAccount } from "@jara/shared/demo-account";
import { expect, it } from "vitest";
import { bankAccountIn } from "./environment.ts";

const zenith = { bank: "Zenith Bank", number: "1012345678", name: "Jara Auctions Ltd" };
const unset = { contact: { email: null, whatsapp: null }, bankAccount: null } as const;
const development = { isProduction: false, ...unset };
const production = { isProduction: true, ...unset };

it("names the demo account in development alone, even if a real site has the database of its trial", () => {
  expect(bankAccountIn(undefined, development)).toEqual(demoAccount);
  expect(bankAccountIn(undefined, production)).toBeNull();
  expect(bankAccountIn(demoAccount, development)).toEqual(demoAccount);
  expect(bankAccountIn(demoAccount, production)).toBeNull();
  for (const site of [development, production]) {
    expect(bankAccountIn(zenith, site)).toEqual(zenith);
    expect(bankAccountIn(null, site)).toBeNull();
    expect(bankAccountIn(demoAccount, { ...site, bankAccount: zenith })).toEqual(zenith);
  }
});
