// GET /api/legal/{page}: the text of a legal page in its newest version or an earlier one.
import { legalAnswer, legalParams, legalQuery } from "@jara/shared/rest/legal";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { fillText, type LegalSettings } from "./fill-text.ts";
import { pages } from "./pages.ts";
import { parseText } from "./parse-text.ts";

export const serveLegal = (app: App, settings: () => LegalSettings): void => {
  app.get(
    "/api/legal/:page",
    {
      schema: {
        tags: ["Site"],
        summary: "A legal page: the version in force, or an earlier one",
        description:
          "An unknown page is refused, and an unknown version is `NOT_FOUND`. A published version never changes.",
        params: legalParams,
        querystring: legalQuery,
        response: { 200: legalAnswer },
      },
    },
    async (request) => {
      const { page } = request.params;
      const { title, versions } = pages[page];
      const { version: asked = versions[0]?.version } = request.query;
      const found = versions.find(({ version }) => version === asked);
      if (!found) return refuse("NOT_FOUND", { message: "There is no such version of this page" });
      return {
        ...{ page, title, version: found.version, isInForce: found === versions[0] },
        ...parseText(fillText(found.text, settings())),
        notes: (found.notes ?? []).map(({ date, text }) => ({
          date,
          blocks: parseText(fillText(text, settings())).intro,
        })),
        versions: versions.map(({ version, change }) => ({ version, change })),
      };
    },
  );
};
