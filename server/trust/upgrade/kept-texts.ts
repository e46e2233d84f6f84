// Checks beside a server of each version that a lot's optional texts, which only this version knows, stay in the lot
// when a server of the version before edits it.
import { detailNames, eachDetail } from "@jara/shared/lot-fields";
import type { SiteNode } from "../site/node.ts";

/** `token`: of a member of the staff. The lot is a draft, so that the version before writes nothing of it into the public log. */
export const lostTexts = async (old: SiteNode, now: SiteNode, token: string): Promise<string[]> => {
  const ask = async (node: SiteNode, method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${node.address}/api/auctions${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { auction: Readonly<Record<string, unknown>> }).auction;
  };
  const texts = eachDetail((name) => `Text ${name}`);
  const startTime = new Date(Date.now() + 86_400_000).toISOString();
  const lot = { title: "Kept", description: "Texts", startingPrice: 1, startTime, ...texts };
  const { _id } = await ask(now, "POST", "", lot);
  await ask(old, "PUT", `/${_id}`, { title: "Kept by the version before" });
  const after = await ask(now, "GET", `/${_id}`);
  await ask(now, "PUT", `/${_id}`, { description: "Edited by this version" });
  const last = await ask(now, "GET", `/${_id}`);
  return detailNames
    .filter((name) => after[name] !== texts[name] || last[name] !== texts[name])
    .map((name) => `an edit at a server of the version before lost ${name} of the lot ${_id}`);
};
