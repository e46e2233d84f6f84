// GET /api/legal/{page}: the text of a legal page in its newest version or an earlier one.
import * as calls from "@jara/shared/calls/legal";
import type { App } from "../../platform/http/app.ts";
import { refuse } from "../../platform/http/refused.ts";
import { serve } from "../../platform/http/serve.ts";
import { fillText, type LegalSettings } from "./fill-text.ts";
import { pages } from "./pages.ts";
import { parseText } from "./parse-text.ts";

export const serveLegal = (app: App, settings: () => LegalSettings): void => {
  serve(app, calls.getLegalPage, async ({ params: { page }, query }) => {
    const { title, versions } = pages[page];
    const { version: asked = versions[0]?.version } = query;
    const found = versions.find(({ version }) => version === asked);
    if (!found) return refuse("NOT_FOUND", { message: "There is no such version of this page" });
    return {
      page,
      title,
      version: found.version,
      isInForce: found === versions[0],
      ...parseText(fillText(found.text, settings())),
      notes: (found.notes ?? []).map(({ date, text }) => ({
        date,
        blocks: parseText(fillText(text, settings())).intro,
      })),
      versions: versions.map(({ version, change }) => ({ version, change })),
    };
  });
};
