// Renders the live API's document as a page on the server: contents, both transports side by side, schemas as tables.
// Everything comes from the document, except the guide at its head and the meaning of the codes.
import { type ErrorCode, httpStatusByCode, refusal } from "@jara/shared/errors";
import { escapeHtml } from "../platform/lib/escape-html.ts";
import { css } from "./async-api-page-css.ts";
import { connecting, rules } from "./async-api-page-guide.ts";
import { fieldTable, json, linkTo, paragraphs, sideBySide, slug, words } from "./async-api-page-parts.ts";
import type { JsonSchema } from "./async-api-schemas.ts";
import type { AsyncApiDocument, Carrier, Message, Operation } from "./async-api-types.ts";
import { audiences, commandGroups } from "./async-api-words.ts";

interface Section {
  readonly title: string;
  readonly intro: string;
  readonly operations: readonly Operation[];
}

export const asyncApiPage = (document: AsyncApiDocument, brandName: string, publicUrl: string): string => {
  const { channels, operations, components } = document;
  const all = Object.values(operations);
  const onSocketIo = all.filter(({ channel }) => channel.$ref === "#/channels/socketIo");
  const tagged = (action: Operation["action"], tag: string) =>
    onSocketIo.filter((one) => one.action === action && one.tags[0]?.name === tag);
  const commands: Section[] = Object.entries(commandGroups).map(([title, intro]) => ({
    title,
    intro,
    operations: tagged("receive", title),
  }));
  const events: Section[] = Object.values(audiences).map((title) => ({
    title,
    intro: eventIntros[title] ?? "",
    operations: tagged("send", title),
  }));
  const schemaOf = ({ $ref }: JsonSchema): JsonSchema => components.schemas[$ref?.split("/").at(-1) ?? ""] ?? {};
  const messageOf = (carrier: Carrier, id: string): Message => {
    const message = channels[carrier].messages[id];
    if (!message) throw new Error(`${id} is not on ${carrier}`);
    return message;
  };
  const idOf = ({ messages }: Operation): string => messages[0]?.$ref.split("/").at(-1) ?? "";

  const commandArticle = (operation: Operation): string => {
    const id = idOf(operation);
    const [sent, done, refused] = [id, `${id}.ok`, `${id}.refused`].map((one) => ({
      socketIo: messageOf("socketIo", one),
      webSocket: messageOf("webSocket", one),
    }));
    if (!sent || !done || !refused) throw new Error(`${id} is not whole`);
    const codes = (refused.socketIo.payload.properties?.error?.allOf?.[1]?.properties?.code?.enum ?? []) as ErrorCode[];
    const first = (message: Message): unknown => message.examples[0]?.payload;
    const { ok: _, ...beside } = schemaOf(done.socketIo.payload).properties ?? {};
    return `<article id="${slug(operation.title)}"><h4>${anchor(operation.title)}${
      operation.security
        ? `<span class="badge needs">${id.startsWith("admin.") ? "administrators" : "signed in"}</span>`
        : ""
    }</h4><p class="does">${words(operation.summary)}</p>${paragraphs(operation.description ?? "")}${fieldTable(
      schemaOf(sent.socketIo.payload),
      "Data to send",
    )}${fieldTable({ ...schemaOf(done.socketIo.payload), properties: beside }, "Answer, beside `ok: true`")}
<p class="caption">May be refused with</p><ul class="codes">${codes.map(codeLink).join("")}</ul>
${example(
  `const answer = await socket.emitWithAck(\n  ${json(operation.title)},\n  ${indented(json(first(sent.socketIo)))},\n);\n\n` +
    `// Done:\n${json(first(done.socketIo))}\n\n// Refused:\n${json(first(refused.socketIo))}`,
  `// You send\n${json(first(sent.webSocket))}\n\n// Done:\n${json(first(done.webSocket))}\n\n` +
    `// Refused:\n${json(first(refused.webSocket))}`,
)}</article>`;
  };

  const eventArticle = (operation: Operation): string => {
    const id = idOf(operation);
    const socketIo = messageOf("socketIo", id);
    const webSocket = messageOf("webSocket", id);
    const schema = schemaOf(socketIo.payload);
    // `auction:price` has two schemas. The second is the first without its bids.
    const [first, ...others] = schema.anyOf ?? [schema];
    const table = fieldTable(first?.$ref ? schemaOf(first) : schema, others.length > 0 ? "Data, to watchers" : "Data");
    const rest = others.map((one) => `<p class="caption">To the others: ${linkTo(one)}, without <code>bids</code></p>`);
    const badges = operation.tags.map(({ name }) => `<span class="badge">${escapeHtml(name)}</span>`).join("");
    return `<article id="${slug(operation.title)}"><h4>${anchor(operation.title)}${badges}</h4><p class="does">${words(
      operation.summary,
    )}</p>${paragraphs(operation.description ?? "")}${table}${rest.join("")}${example(
      `socket.on(${json(operation.title)}, (data) => { … });\n\n// data:\n${json(socketIo.examples[0]?.payload)}`,
      `// You receive\n${json(webSocket.examples[0]?.payload)}`,
    )}</article>`;
  };

  const shapes = Object.entries(components.schemas).filter(
    ([id]) => !/(Command|Answer|Event)$/.test(id) || id === "ReplayedEvent",
  );
  const onlyPlain = all.filter(({ title, channel }) => channel.$ref.endsWith("webSocket") && title === "authenticate");
  const contents = `<p>Start</p><ul>${["connect", ...rules.map(({ id }) => id)]
    .map(
      (id) => `<li><a href="#${id}">${escapeHtml(rules.find((rule) => rule.id === id)?.title ?? "Connect")}</a></li>`,
    )
    .join("")}</ul>${[...commands, ...events]
    .map(
      ({ title, operations: own }, n) =>
        `<p>${n < commands.length ? "Commands" : "Events"}: ${escapeHtml(title)}</p><ul>${own
          .map((one) => `<li><a href="#${slug(one.title)}"><code>${escapeHtml(one.title)}</code></a></li>`)
          .join("")}</ul>`,
    )
    .join("")}<p>Reference</p><ul><li><a href="#refusals">Refusals</a></li><li><a href="#shapes">Shapes</a></li></ul>`;

  const section =
    (article: (operation: Operation) => string) =>
    (one: Section): string =>
      `<h3>${escapeHtml(one.title)}</h3><p>${words(one.intro)}</p>${one.operations.map(article).join("")}`;
  const { origin } = new URL(publicUrl);
  const here = (text: string): string => text.replace("SITE", origin).replace("SOCKET", origin.replace(/^http/, "ws"));

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>The live API | ${escapeHtml(brandName)}</title>
<style>${css}</style>
</head>
<body>
<a class="skip" href="#top">Skip to the text</a>
<div class="page">
<header class="top"><a href="/">${escapeHtml(brandName)}</a>
<nav aria-label="Documents"><a href="/docs">The REST API</a><a href="/docs/socket.json">AsyncAPI 3 document</a></nav></header>
<nav class="side" aria-label="Contents">${contents}</nav>
<main id="top">
<h1>The live API</h1>
${paragraphs(document.info.description)}
<details class="contents"><summary>Contents</summary>${contents}</details>
<h2 id="connect">Connect</h2>
<p>Two carriers, one set of commands and events. Take Socket.IO where it has a client for your language: it reconnects by itself. Take the plain WebSocket everywhere else.</p>
${sideBySide(here(connecting.socketIo), here(connecting.webSocket))}
<table><caption>The two carriers</caption><thead><tr><th scope="col">Carrier</th><th scope="col">Where</th><th scope="col">How</th></tr></thead><tbody>${Object.values(
    channels,
  )
    .map(
      ({ title, address, description }) =>
        `<tr><th scope="row">${escapeHtml(title)}</th><td><code>${escapeHtml(address)}</code></td><td>${words(description)}</td></tr>`,
    )
    .join("")}</tbody></table>
${onlyPlain.map((one) => `<p><code>${escapeHtml(one.title)}</code>, on <code>/ws</code> alone: ${words(one.description ?? "")}</p>`).join("")}
${rules.map(({ id, title, text }) => `<h3 id="${id}">${escapeHtml(title)}</h3>${paragraphs(text)}`).join("")}
<h2 id="commands">Commands</h2>
${commands.map(section(commandArticle)).join("")}
<h2 id="events">Events</h2>
${events.map(section(eventArticle)).join("")}
<h2 id="refusals">Refusals</h2>
<p>The same codes as in the REST API, where each has the HTTP status beside it. Some have details: see <a href="#shape-Error">Error</a>.</p>
<table><caption>Codes</caption><thead><tr><th scope="col">Code</th><th scope="col">HTTP</th><th scope="col">Its sentence, unless a better one is given</th></tr></thead><tbody>${(
    Object.entries(httpStatusByCode) as [ErrorCode, number][]
  )
    .map(
      ([name, status]) =>
        `<tr id="code-${name}"><th scope="row"><code>${name}</code></th><td>${status}</td><td>${escapeHtml(refusal(name).message)}</td></tr>`,
    )
    .join("")}</tbody></table>
<h2 id="shapes">Shapes</h2>
${shapes.map(([id, schema]) => `<article id="shape-${slug(id)}"><h4>${escapeHtml(id)}</h4>${fieldTable(schema, shapeCaption(schema))}</article>`).join("")}
</main>
</div>
</body>
</html>
`;
};

const eventIntros: Readonly<Record<string, string>> = {
  [audiences.watchers]: "After `auction:watch`, of that auction.",
  [audiences.listing]:
    "After `auctions:watch`, of every auction that everybody may see; with those above that name them.",
  [audiences.user]: "To every connection that has the user's token, without asking. Nobody else gets them.",
  [audiences.admins]: "After `admin:watch`, beside everything of the listing, drafts included.",
};

const shapeCaption = ({ properties, description }: JsonSchema): string =>
  properties ? "Fields" : (description ?? "One of");
/** Open, unless the example is long. */
const example = (socketIo: string, webSocket: string): string => {
  const isLong = Math.max(...[socketIo, webSocket].map((text) => text.split("\n").length)) > 60;
  return `<details${isLong ? "" : " open"}><summary>Example</summary>${sideBySide(socketIo, webSocket)}</details>`;
};
const anchor = (name: string): string => `<a href="#${slug(name)}"><code>${escapeHtml(name)}</code></a>`;
const codeLink = (name: ErrorCode): string => `<li><a href="#code-${name}"><code>${name}</code></a></li>`;
const indented = (text: string): string => text.replaceAll("\n", "\n  ");
