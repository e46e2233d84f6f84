import { usernameSchema } from "@jara/shared/rest/accounts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { usernameFor } from "./username-for.ts";

const email = "local.part@gmail.test";

describe("a username for someone who chose none", () => {
  it.each([
    ["Ngozi Okafor", "Ngozi.Okafor"],
    ["  Ada   Obi ", "Ada.Obi"],
    ["Ọláyínká", "Ọláyínká"],
    ["O'Neill (Jr.)", "ONeill.Jr."],
    ["--Bola", "Bola"],
    ["Maximilian Alexander Bartholomew", "Maximilian.Alexander.Bar"],
    // The name is too short or empty, so the address is used.
    ["Al", "local.part"],
    ["", "local.part"],
    ["🎉🎉🎉", "local.part"],
    // A name in two alphabets, and names that look like words of the site.
    ["Аda Obi", "local.part"],
    ["Admin", "local.part"],
    ["y0u", "local.part"],
  ])("is made from the name %s", (name, username) => {
    expect(usernameFor({ name, email }, 0)).toBe(username);
  });

  it("has digits where neither name nor address will do", () => {
    expect(usernameFor({ name: "李", email: "x@gmail.test" }, 0)).toMatch(/^bidder\d{6}$/);
  });

  it("ends in digits from the second attempt on", () => {
    expect(usernameFor({ name: "Ada Obi", email }, 1)).toMatch(/^Ada\.Obi\d{6}$/);
  });

  it("is always one that could have been chosen", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme", maxLength: 60 })),
        fc.emailAddress(),
        fc.nat(9),
        (name, address, attempt) => {
          const username = usernameFor({ name, email: address }, attempt);
          expect(usernameSchema.parse(username)).toBe(username);
        },
      ),
    );
  });
});
