// Serves the OpenAPI document, made from the schemas that validate the routes, and its page at /docs.
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from "fastify-type-provider-zod";
import type { Config } from "../config.ts";
import { API_VERSION } from "./api-version.ts";
import { componentNames } from "./open-api-components.ts";
import { completeDocument, type Document, sharedComponents } from "./open-api-document.ts";

/** The page comes from a package: it writes one style, has its own pictures, and calls the API that it describes. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; " +
  "style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const options = { schemaRegistry: componentNames };
const addComponents = createJsonSchemaTransformObject(options);

export const serveOpenApi = async (
  app: FastifyInstance,
  config: Pick<Config, "brandName" | "publicUrl">,
  proofs: Readonly<Record<string, string>>,
): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: `${config.brandName}: the REST API`,
        version: API_VERSION,
        description:
          "Amounts are JSON numbers in major units with at most two decimals; times are ISO 8601 UTC with milliseconds. " +
          "[The guide](/docs/guide/rest-api.md) says how to sign in, repeat a write, page, and read errors. " +
          "What moves while an auction runs comes over sockets: [the live API](/docs/socket).",
        license: { name: "All rights reserved", identifier: "LicenseRef-All-rights-reserved" },
      },
      servers: [{ url: config.publicUrl, description: config.brandName }],
      externalDocs: { description: "The guide to the REST API", url: "/docs/guide/rest-api.md" },
    },
    transform: createJsonSchemaTransform(options),
    transformObject: (document) => {
      const made = addComponents(document) as Document & ReturnType<typeof addComponents>;
      const schemas = { ...made.components?.schemas, ...sharedComponents.schemas };
      const whole = { ...made, components: { ...sharedComponents, schemas } };
      completeDocument(whole, proofs);
      return whole as typeof made;
    },
  });
  await app.register(swaggerUi, { routePrefix: "/docs", staticCSP: PAGE_POLICY });
};
