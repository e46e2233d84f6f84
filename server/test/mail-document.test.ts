// Tests that docs/mail.md has a row for each kind of mail. A row may name several kinds: `withdrawal-sent`, `-paid`.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../src/config.ts";
import { kindsWithTemplate } from "../src/features/mail/render.ts";

const lines = readFileSync(path.join(projectRoot, "docs/mail.md"), "utf8").split("\n");
const documented = lines.flatMap((line) => {
  const names = line.startsWith("| `")
    ? [...(line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name)
    : [];
  return names.map((name) => (name.startsWith("-") ? `${names[0]?.split("-")[0]}${name}` : name));
});

it.each(kindsWithTemplate)("docs/mail.md has a row for the kind %s", (kind) => {
  expect(documented).toContain(kind);
});
