// Gives the only node of a site in the form in which the tests' helpers take a server: to create people and auctions,
// and to call REST.
import { callApi, type TestServer } from "../../test/support/e2e-server.ts";
import type { LinkedNode, Site } from "./site.ts";

export interface OnlyNode {
  readonly node: LinkedNode;
  readonly server: Pick<TestServer, "address" | "query" | "api">;
}

export const onlyNodeOf = ({ nodes: [node], database }: Site): OnlyNode => {
  if (!node) throw new Error("a site without a node");
  const { address } = node;
  const api: TestServer["api"] = (method, path, call) => callApi(address, method, path, call);
  return { node, server: { address, query: database.query, api } };
};
