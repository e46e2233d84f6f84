// Reads the documents from which the catalogue of calls is made: those that the server serves, its access table, and the
// names of the files of the built client.
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { callApi } from "../../test/support/e2e-server.ts";
import type { Documents } from "./catalogue.ts";

/** `root`: the folder of the checkout whose server it is. */
export const documentsOf = async (address: string, root: string): Promise<Documents> => {
  const { access } = (await import(
    path.join(root, "server/src/app/access.ts")
  )) as typeof import("../../src/app/access.ts");
  const read = async (file: string) => (await callApi(address, "GET", file)).body;
  const [openApi, asyncApi] = await Promise.all([read("/docs/json"), read("/docs/socket.json")]);
  const client = path.join(root, "client/dist");
  const files = existsSync(client) ? readdirSync(client, { recursive: true, withFileTypes: true }) : [];
  const assets = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => `/${path.relative(client, path.join(parentPath, name))}`);
  return { access, openApi, asyncApi, assets };
};
