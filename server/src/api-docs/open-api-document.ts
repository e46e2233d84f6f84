// Completes the OpenAPI document that @fastify/swagger makes from the routes' schemas: adds what no route's schema says
// (names, access, refusals, headers, examples) and corrects what the conversion from zod cannot express.

import { callOf, type NamedCall } from "@jara/shared/calls/list";
import { approval } from "@jara/shared/calls/samples";
import { LIST_LIMIT_MAX } from "@jara/shared/list-limit";
import { permissions, type Role, rolesThatMay, staffRoles } from "@jara/shared/permissions";
import { idempotencyKey, QUERY_WHOLE_MAX } from "@jara/shared/rest/common";
import * as z from "zod/mini";
import { fileTypes } from "../platform/http/send-file.ts";
import { allowMoreFields, eachNode, simplify } from "./nodes.ts";
import { errorComponent } from "./open-api-components.ts";
import { describeAnswer, describeSchemas } from "./open-api-words.ts";

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  description?: string;
  schema?: object;
  readonly $ref?: string;
}
interface Content {
  content?: Record<string, { schema?: object; example?: unknown }>;
}
interface Body extends Content {
  required?: boolean;
}
interface Answer extends Content {
  headers?: object;
}
interface Operation {
  operationId?: string;
  description?: string;
  security?: object[];
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Answer | { readonly $ref: string }>;
}
export interface Document {
  paths?: object | undefined;
  components?: { schemas?: Record<string, object> } | undefined;
}

const { $schema: _, ...errorSchema } = errorComponent;
const { $schema: __, ...keySchema } = z.toJSONSchema(idempotencyKey, { target: "draft-2020-12" });

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
/** The headers of every answer. */
const headers = {
  "x-request-id": header("RequestId"),
  "X-RateLimit-Limit": header("RateLimitLimit"),
  "X-RateLimit-Remaining": header("RateLimitRemaining"),
  "X-RateLimit-Reset": header("RateLimitReset"),
};
const refused = (description: string, more?: object) => ({
  description,
  headers: { ...headers, ...more },
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

/** The parts that many operations refer to. */
export const sharedComponents = {
  schemas: { Error: errorSchema },
  securitySchemes: { session: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
  parameters: {
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      description:
        "An id of your own for this one write. A repeated write with the same id has one effect and gets the first " +
        "answer. It is the same id as a `commandId` of the live API.",
      schema: keySchema,
    },
    BidReceipt: {
      name: "Bid-Receipt",
      in: "header",
      description: "`true`: the answer has `receipt`, the site's signature. Any other value counts as no header.",
      schema: { type: "string", enum: ["true"] },
    },
  },
  headers: {
    RequestId: {
      description: "The id of this call in the server's log. Quote it when you report a problem.",
      schema: { type: "string" },
    },
    RateLimitLimit: {
      description:
        "What the caller's address may ask for at once: milliseconds of the server's time, or the calls of a route that has a limit of its own.",
      schema: { type: "integer" },
    },
    RateLimitRemaining: { description: "What is left of it.", schema: { type: "integer" } },
    RateLimitReset: {
      description: "Seconds until all of it is available again; with 429, until the request is accepted.",
      schema: { type: "integer" },
    },
  },
  responses: {
    Invalid: refused("`INVALID` with `issues`, or a rule of bidding that the body breaks."),
    Unauthenticated: refused("`UNAUTHENTICATED`: the token is missing, expired or withdrawn."),
    Forbidden: refused("`FORBIDDEN`, or another code that says why this caller may not."),
    NotFound: refused("`NOT_FOUND`: there is none, or this caller may not know of it."),
    RateLimited: refused("`RATE_LIMITED`: nothing was done; send it again after `retryAfterMs`.", {
      "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } },
    }),
    Refused: refused("Any other refusal."),
    Failed: refused("`UNAVAILABLE`: the outcome is unknown; send the same write again. `INTERNAL`: our mistake."),
  },
} as const;

const answer = (name: keyof typeof sharedComponents.responses) => ({ $ref: `#/components/responses/${name}` });

/**
 * Also removes the components to which nothing refers: an input or output form that no call uses.
 * `proofs`: a sentence for each call that may need a fresh proof of the person, by its route.
 */
export const completeDocument = (document: Document, proofs: Readonly<Record<string, string>>): void => {
  for (const [path, methods] of Object.entries((document.paths ?? {}) as Record<string, Record<string, Operation>>)) {
    for (const [method, operation] of Object.entries(methods)) {
      const route = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`;
      const call = callOf.get(route);
      if (!call) throw new Error(`${route}: is no call`);
      complete(call, operation, proofs[route]);
    }
  }
  const { schemas = {} } = document.components ?? {};
  eachNode(document, (node) => {
    simplify(node);
    if (node.description === "Default Response") node.description = "Done.";
  });
  for (const [name, schema] of Object.entries(schemas)) if (!name.endsWith("Input")) allowMoreFields(schema);
  for (let unused = unusedOf(document, schemas); unused.length > 0; unused = unusedOf(document, schemas)) {
    for (const name of unused) delete schemas[name];
  }
  for (const name of Object.keys(schemas)) shorten(document, schemas, name);
  describeSchemas(schemas);
};

/** The conversion calls every schema of a body `…Input`, also if no answer has the same schema. */
const shorten = (document: Document, schemas: Record<string, object>, name: string): void => {
  const short = name.replace(/Input$/, "");
  const schema = schemas[name];
  if (!schema || short in schemas) return;
  delete schemas[name];
  schemas[short] = schema;
  eachNode(document, (node) => {
    if (node.$ref === `#/components/schemas/${name}`) node.$ref = `#/components/schemas/${short}`;
  });
};

const complete = (call: NamedCall, operation: Operation, proof: string | undefined): void => {
  const { route, access, readsToken } = call;
  operation.operationId = call.id;
  if (access !== "anyone") operation.security = [{ session: [] }];
  else operation.security = readsToken ? [{}, { session: [] }] : [];
  const callers = rolesOf(access).map((role) => `\`${role}\``);
  const roles = callers.length > 0 && `Roles: ${callers.join(", ")}.`;
  const description = [operation.description, proof, roles].filter(Boolean).join("\n\n");
  if (description) operation.description = description;
  completeParameters(call, operation);
  if (operation.requestBody && takesNoBody(operation.requestBody)) operation.requestBody.required = false;
  for (const response of Object.values(operation.responses)) {
    if ("$ref" in response) continue;
    allowMoreFields(response);
    response.headers = headers;
    if (response.content) response.content = asFile(route, response.content);
    describeAnswer(call, response.content?.["application/json"]?.schema);
  }
  addExamples(call, operation);
  const hasInput = operation.requestBody !== undefined || (operation.parameters ?? []).length > 0;
  operation.responses = {
    ...operation.responses,
    ...(hasInput && { 400: answer("Invalid") }),
    ...((access !== "anyone" || readsToken) && { 401: answer("Unauthenticated") }),
    ...(access !== "anyone" && { 403: answer("Forbidden") }),
    ...(/:/.test(route) && { 404: answer("NotFound") }),
    429: answer("RateLimited"),
    "4XX": answer("Refused"),
    "5XX": answer("Failed"),
  };
};

const completeParameters = ({ pageLength, once, receipt, queryWords }: NamedCall, operation: Operation): void => {
  for (const parameter of operation.parameters ?? []) {
    const { name = "" } = parameter;
    if (parameter.in !== "query") continue;
    if (name === "page") parameter.schema = { type: "integer", minimum: 1, maximum: QUERY_WHOLE_MAX, default: 1 };
    if (name === "limit") {
      parameter.schema = { type: "integer", minimum: 1, maximum: QUERY_WHOLE_MAX, default: pageLength };
      parameter.description = `At most ${LIST_LIMIT_MAX}: a larger number is read as ${LIST_LIMIT_MAX}.`;
    }
    const words = queryWords?.[name];
    if (words !== undefined) parameter.description = words;
  }
  const headers = [...(once ? ["IdempotencyKey"] : []), ...(receipt ? ["BidReceipt"] : [])];
  if (headers.length === 0) return;
  const references = headers.map((name) => ({ $ref: `#/components/parameters/${name}` }));
  operation.parameters = [...(operation.parameters ?? []), ...references];
};

/** The conversion says that every body is required, also one that may be absent. */
const takesNoBody = ({ content = {} }: Body): boolean =>
  Object.values(content).some(({ schema }) => {
    const { anyOf = [] } = (schema ?? {}) as { anyOf?: readonly { type?: string }[] };
    return anyOf.some(({ type }) => type === "null");
  });

/** The conversion says that every answer is JSON, also one that is a file. */
const asFile = (route: string, content: NonNullable<Content["content"]>): NonNullable<Content["content"]> => {
  const extension = /\.(\w+)$/.exec(route)?.[1] ?? "";
  if (!Object.hasOwn(fileTypes, extension)) return content;
  const [type = ""] = fileTypes[extension as keyof typeof fileTypes].split(";");
  const isText = !["pdf", "zip"].includes(extension);
  return { [type]: { schema: { type: "string", ...(!isText && { format: "binary" }) } } };
};

/** The roles of the staff that may call; empty if everybody may. */
const rolesOf = (access: string): readonly Role[] => {
  if (access === "staff") return staffRoles;
  return permissions.filter((permission) => permission === access).flatMap(rolesThatMay);
};

const addExamples = ({ examples }: NamedCall, { requestBody, responses }: Operation): void => {
  const put = (part: Content | undefined, value: unknown): void => {
    for (const content of Object.values(part?.content ?? {})) content.example = value;
  };
  if (!examples) return;
  if (examples.body) put(requestBody, examples.body);
  for (const [status, response] of Object.entries(responses)) {
    if ("content" in response) put(response, status === "202" ? { approval } : examples.answer);
  }
};

const unusedOf = (document: Document, schemas: Record<string, object>): string[] => {
  const used = new Set<unknown>();
  eachNode(document, ({ $ref }) => used.add($ref));
  return Object.keys(schemas).filter((name) => !used.has(`#/components/schemas/${name}`));
};
