// The OpenAPI document, made from the same schemas that guard the routes, and its page at /docs.
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";

export const serveOpenApi = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Auction API",
        version: "1.0.0",
        description:
          "Amounts are JSON numbers in major units with at most two decimals; times are ISO 8601 UTC. Writes take an " +
          "`Idempotency-Key` header: sending the same request again returns the first outcome. Errors are " +
          "`{code, message, …}`. The live API over sockets is described in docs/socket-api.md.",
      },
      components: { securitySchemes: { session: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
      security: [{ session: [] }, {}],
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: "/docs" });
};
