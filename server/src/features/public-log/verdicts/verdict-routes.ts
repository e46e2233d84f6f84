// /log/verdicts: the nightly verdicts. Everybody may read them, from any site.
import * as calls from "@jara/shared/calls/public-log";
import { VERDICTS_LIMIT_DEFAULT } from "@jara/shared/rest/public-log";
import * as z from "zod/mini";
import { toIso } from "../../../auction/view/to-public.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { App } from "../../../platform/http/app.ts";
import { refuse } from "../../../platform/http/refused.ts";
import { serve } from "../../../platform/http/serve.ts";
import { FOREVER, NEVER, setFileHeaders, TEXT } from "../file-headers.ts";
import { type StoredVerdict, verdictNumbered, verdictOn, verdictsPage } from "./stored-verdicts.ts";

const day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
const whole = z.string().check(z.regex(/^[1-9]\d{0,6}$/));

const toAnswer = ({ publishedAt, ...row }: StoredVerdict) => ({ ...row, publishedAt: toIso(publishedAt) });

export const serveVerdicts = (app: App, { database }: { readonly database: Pick<Database, "db"> }): void => {
  serve(app, calls.listVerdicts, async ({ query, reply }) => {
    const { page: current = 1, limit = VERDICTS_LIMIT_DEFAULT } = query;
    const { rows, total } = await verdictsPage(database, current, limit);
    const pagination = { current, pages: Math.ceil(total / limit), total, limit };
    return setFileHeaders(reply, NEVER).send({ verdicts: rows.map(toAnswer), pagination });
  });

  app.get(
    "/log/verdicts/:date",
    { schema: { hide: true, params: z.object({ date: day }) } },
    async ({ params }, reply) => {
      const verdict = await verdictOn(database, params.date);
      if (!verdict) return refuse("NOT_FOUND");
      // A day may get a further verdict.
      return setFileHeaders(reply, NEVER).type(TEXT).send(verdict.note);
    },
  );

  app.get(
    "/log/:log/verdicts/:number",
    { schema: { hide: true, params: z.object({ log: whole, number: whole }) } },
    async ({ params }, reply) => {
      const verdict = await verdictNumbered(database, Number(params.log), Number(params.number));
      if (!verdict) return refuse("NOT_FOUND");
      return setFileHeaders(reply, FOREVER).type(TEXT).send(verdict.note);
    },
  );
};
