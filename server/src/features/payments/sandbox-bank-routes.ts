// Development only: the sandbox's calls for banks and transfers, under the addresses that Paystack has for them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Sandbox } from "./sandbox.ts";
import type { Answer } from "./sandbox-bank.ts";

export const serveSandboxBank = (app: FastifyInstance, { bank, isKey }: Sandbox, path: string): void => {
  const hidden = { schema: { hide: true } };
  const answered =
    <R extends FastifyRequest>(answer: (request: R) => Answer) =>
    async (request: R, reply: FastifyReply) => {
      if (!isKey(request.headers.authorization)) return reply.code(401).send({ status: false, message: "Invalid key" });
      const { status, body } = answer(request);
      return reply.code(status).send(body);
    };

  app.get(`${path}/bank`, hidden, answered(bank.banks));
  app.get(
    `${path}/bank/resolve`,
    hidden,
    answered(({ query }) => bank.resolve(query)),
  );
  app.post(
    `${path}/transferrecipient`,
    hidden,
    answered(({ body }) => bank.makeRecipient(body)),
  );
  app.post(
    `${path}/transfer`,
    hidden,
    answered(({ body }) => bank.send(body)),
  );
  app.get(
    `${path}/transfer/verify/:reference`,
    hidden,
    answered(({ params }) => bank.verify((params as { reference: string }).reference)),
  );
};
