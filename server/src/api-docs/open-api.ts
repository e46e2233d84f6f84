// Serves the OpenAPI document, made from the schemas that validate the routes, and its page at /docs.
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { examples } from "./open-api-examples.ts";

/** The page comes from a package: it writes one style, has its own pictures, and calls the API that it describes. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; " +
  "style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const serveOpenApi = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Auction API",
        version: "1.0.0",
        description:
          "Amounts are JSON numbers in major units with at most two decimals; times are ISO 8601 UTC. Writes take an " +
          "`Idempotency-Key` header: sending the same request again within 48 hours has no second effect and returns " +
          "the first outcome, if it was accepted; a request that was refused is decided anew, at the latest after some " +
          "minutes. Errors are " +
          "`{code, message, …}`. What moves while an auction runs comes over sockets: [the live API](/docs/socket).",
      },
      externalDocs: { description: "The live API over sockets", url: "/docs/socket" },
      components: { securitySchemes: { session: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
      security: [{ session: [] }, {}],
    },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform(document);
      return { schema: withExamples(schema, examples[`${document.route.method} ${document.route.url}`]), url };
    },
  });
  await app.register(swaggerUi, { routePrefix: "/docs", staticCSP: PAGE_POLICY });
};

type Described = ReturnType<typeof jsonSchemaTransform>["schema"];

const withExamples = (schema: Described, example: (typeof examples)[string] | undefined): Described => {
  if (!example) return schema;
  const described = schema as { body?: object; response?: Record<string, object> };
  const response = Object.entries(described.response ?? {}).map(
    ([status, answer]) => [status, { ...answer, examples: [example.answer.value] }] as const,
  );
  return {
    ...schema,
    ...(described.body && example.body && { body: { ...described.body, examples: [example.body.value] } }),
    response: Object.fromEntries(response),
  };
};
