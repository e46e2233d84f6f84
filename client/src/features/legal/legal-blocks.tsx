// The paragraphs and lists of a legal text.
import type { LegalBlock, LegalSpan } from "@jara/shared/rest/legal";
import { Link } from "#router";

export const LegalBlocks = ({ blocks }: { blocks: readonly LegalBlock[] }) =>
  blocks.map((block, at) => {
    // A published text never changes, so the index of a block can be its key.
    const key = `${block.kind} ${at}`;
    if (block.kind === "paragraph") {
      return (
        <p key={key}>
          <Spans spans={block.spans} />
        </p>
      );
    }
    const List = block.isNumbered ? "ol" : "ul";
    return (
      <List key={key}>
        {block.items.map((spans) => (
          <li key={spans.map(({ text }) => text).join("")}>
            <Spans spans={spans} />
          </li>
        ))}
      </List>
    );
  });

const Spans = ({ spans }: { spans: readonly LegalSpan[] }) =>
  spans.map((span, at) => {
    const key = `${at} ${span.text}`;
    return <Span key={key} {...span} />;
  });

const Span = ({ text, isStrong, to }: LegalSpan) => {
  if (to?.startsWith("/")) return <Link to={to}>{text}</Link>;
  if (to) return <a href={to}>{text}</a>;
  return isStrong ? <b>{text}</b> : <span>{text}</span>;
};
