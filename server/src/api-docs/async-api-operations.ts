// The operations of one transport for the AsyncAPI document: the server receives each command and answers it, and sends
// each event.
import { keyOf } from "./async-api-messages.ts";
import { commandNames, eventNames } from "./async-api-schemas.ts";
import type { Operation, Reference, Transport } from "./async-api-types.ts";
import { audiences, commandWords, connectingWords, eventWords } from "./async-api-words.ts";

const schemes = "#/components/securitySchemes";
const tokenOn: Record<Transport, readonly Reference[]> = {
  socketIo: [{ $ref: `${schemes}/handshake` }],
  webSocket: [{ $ref: `${schemes}/bearer` }, { $ref: `${schemes}/firstFrame` }],
};

/** The tag of the messages that only one transport has. */
const connecting = [{ name: "Connecting" }];

const whoMay = {
  anyone: "For anyone, signed in or not.",
  "signed in": "For users who are signed in.",
  staff: "For staff.",
} as const;

/** Operations by transport and key. */
export const operationsOf = (transport: Transport): Record<string, Operation> => {
  const channel = { $ref: `#/channels/${transport}` };
  const message = (id: string): Reference => ({ $ref: `${channel.$ref}/messages/${id}` });
  const operations: Record<string, Operation> = {};
  const receive = (name: string, rest: Omit<Operation, "action" | "channel" | "messages" | "reply">): void => {
    const id = keyOf(name);
    operations[`${transport}.${id}`] = {
      action: "receive",
      channel,
      ...rest,
      messages: [message(id)],
      reply: { channel, messages: [message(`${id}.ok`), message(`${id}.refused`)] },
    };
  };
  const send = (name: string, rest: Omit<Operation, "action" | "channel" | "messages">): void => {
    operations[`${transport}.${keyOf(name)}`] = { action: "send", channel, ...rest, messages: [message(keyOf(name))] };
  };

  for (const name of commandNames) {
    const { group, who, does, more } = commandWords[name];
    receive(name, {
      title: name,
      summary: does,
      description: more ? `${whoMay[who]} ${more}` : whoMay[who],
      tags: [{ name: group }],
      ...(who !== "anyone" && { security: tokenOn[transport] }),
    });
  }
  for (const name of eventNames) {
    const { to, says, when } = eventWords[name];
    send(name, {
      title: name,
      summary: says,
      description: when,
      tags: to.map((audience) => ({ name: audiences[audience] })),
    });
  }
  if (transport === "webSocket") {
    const { title: summary, description } = connectingWords.authenticate;
    receive("authenticate", { title: "authenticate", summary, description, tags: connecting });
    send("unreadable", {
      title: "unreadable",
      summary: connectingWords.unreadable.title,
      description: connectingWords.unreadable.description,
      tags: connecting,
    });
  } else {
    send("error", {
      title: "error",
      summary: connectingWords.error.title,
      description: connectingWords.error.description,
      tags: connecting,
    });
  }
  return operations;
};
