// Makes tables and ZIP files as people and attackers send them, uploads them as imports, and reads what became of them.

import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type Import, type ImportRow, importPageAnswer } from "@jara/shared/rest/imports";
import { expect, vi } from "vitest";
import { ZipFile } from "yazl";
import type { Person } from "./e2e-people.ts";
import { type ApiAnswer, expectShape, type TestServer } from "./e2e-server.ts";
import { picture } from "./sample-media.ts";

export const HEAD = "Lot number,Title,Description,Starting price";

/** A ZIP of these files, in this order. */
export const zipOf = async (
  files: readonly (readonly [name: string, content: Uint8Array | string])[],
  options: { readonly mode?: number } = {},
): Promise<Uint8Array> => {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content as string), name, options);
  zip.end();
  return await buffer(zip.outputStream as Readable);
};

/** The ZIP with another text of the same length wherever this text is: names that no packer would write. */
export const renamed = (zip: Uint8Array, from: string, to: string): Uint8Array => {
  expect(to.length).toBe(from.length);
  return Buffer.from(Buffer.from(zip).toString("latin1").replaceAll(from, to), "latin1");
};

export const png = async (): Promise<Uint8Array> => new Uint8Array(await picture(64, 48).png().toBuffer());

export interface Sent {
  readonly table?: Uint8Array | string;
  readonly zip?: Uint8Array;
  readonly columns?: readonly (string | null)[];
  readonly encoding?: string;
  readonly sheet?: string;
}

export const importsOn = (given: () => { server: TestServer; importer: Person }) => {
  const asForm = async ({ table, zip, columns, ...fields }: Sent) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (columns) form.set("columns", JSON.stringify(columns));
    if (table !== undefined)
      form.set("table", new Blob([typeof table === "string" ? table : new Uint8Array(table)]), "lots.csv");
    if (zip) form.set("pictures", new Blob([new Uint8Array(zip)]), "pictures.zip");
    const request = new Response(form);
    const headers = { "content-type": request.headers.get("content-type") ?? "" };
    return { raw: new Uint8Array(await request.arrayBuffer()), headers };
  };
  const send = async (sent: Sent, who = given().importer): Promise<ApiAnswer> =>
    await given().server.api("POST", "/api/admin/imports", { token: who.token, ...(await asForm(sent)) });

  const preview = async (sent: Sent, who = given().importer): Promise<ApiAnswer> =>
    await given().server.api("POST", "/api/admin/imports/preview", { token: who.token, ...(await asForm(sent)) });

  const look = async (id: string, query = "?limit=100", who = given().importer) => {
    const { status, body } = await given().server.api("GET", `/api/admin/imports/${id}${query}`, { token: who.token });
    expect(status).toBe(200);
    expectShape(importPageAnswer, body);
    return body as { import: Import; rows: ImportRow[]; pagination: { total: number } };
  };
  const until = async (id: string, status: Import["status"], timeout = 30_000) =>
    await vi.waitFor(
      async () => {
        const found = await look(id);
        expect([found.import.status, found.import.problem]).toEqual([status, null]);
        return found;
      },
      { timeout, interval: 50 },
    );
  /** Sends it, and waits for its check. */
  const checked = async (sent: Sent) => {
    const answer = await send(sent);
    expect(answer.status, answer.text).toBe(201);
    return await until(answer.body.import._id, "checked");
  };
  const step = (id: string, name: "apply" | "cancel", who = given().importer) =>
    given().server.api("POST", `/api/admin/imports/${id}/${name}`, { token: who.token });
  /** Sends it, and makes drafts of it. */
  const applied = async (sent: Sent) => {
    const { import: found } = await checked(sent);
    expect((await step(found._id, "apply")).status).toBe(200);
    return await until(found._id, "applied", 120_000);
  };
  /** The message of a file that is refused whole. */
  const refusalOf = async (sent: Sent): Promise<string> => {
    const { status, body } = await send(sent);
    expect([400, 413]).toContain(status);
    return body.message;
  };
  /** The importer's lots whose titles begin so. */
  const lotsWith = async (title: string): Promise<number> => {
    const { server, importer } = given();
    const rows = await server.query<{ lots: number }>(
      "select count(*)::int as lots from auctions where title like $1 and seller_id = $2::text::uuid",
      [`${title}%`, importer.id],
    );
    return rows[0]?.lots ?? -1;
  };
  return { asForm, send, preview, look, until, checked, step, applied, refusalOf, lotsWith };
};
