// The questions about an offer, both ways, and the way to write the next one. The seller and the staff see the same.
import { OFFER_MESSAGE_MAX } from "@jara/shared/offer-limits";
import type { Offer } from "@jara/shared/rest/offers";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../lib/api.ts";
import { lagosMoment } from "../../lib/lagos-moment.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";

interface MessagesProps {
  messages: Offer["messages"];
  reader: "seller" | "staff";
  send: (text: string) => Promise<unknown>;
}

export const Messages = ({ messages, reader, send }: MessagesProps) => {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return setProblem("Please write something");
    setIsPending(true);
    setProblem(null);
    try {
      await send(text.trim());
      setText("");
    } catch (error) {
      setProblem(messageOf(error, "Failed to send"));
    } finally {
      setIsPending(false);
    }
  };
  const nameOf = (by: "seller" | "staff"): string => {
    if (by === reader) return "You";
    return by === "staff" ? "Our team" : "The seller";
  };
  return (
    <div className="grid gap-3">
      {messages.length > 0 && (
        <ul aria-label="Messages" className="grid gap-3">
          {messages.map((message) => (
            <li key={message._id} className="grid max-w-prose gap-1 border-brand border-l-2 pl-3">
              <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
                {message.text}
              </p>
              <p className="text-ink-soft text-sm">
                {nameOf(message.by)}, {lagosMoment(message.at)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <form noValidate aria-label="Message" className="grid max-w-prose justify-items-start gap-2" onSubmit={submit}>
        <div className="w-full">
          <TextField
            dir="auto"
            label={reader === "staff" ? "Ask the seller" : "Your message"}
            max={OFFER_MESSAGE_MAX}
            value={text}
            isLocked={isPending}
            onChange={setText}
          />
        </div>
        {problem && <Notice tone="error">{problem}</Notice>}
        <Button type="submit" variant="secondary" size="sm" pending={isPending}>
          Send message
        </Button>
      </form>
    </div>
  );
};
