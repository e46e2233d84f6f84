// "Questions and answers" on a lot's page: what was asked and answered, and the way to ask.
import type { Auction } from "@jara/shared/auction";
import { isStaff } from "@jara/shared/permissions";
import { QUESTION_MAX } from "@jara/shared/question-limits";
import type { Question, QuestionsAnswer } from "@jara/shared/rest/questions";
import { type FormEvent, useState } from "react";
import { Link } from "#router";
import { messageOf } from "../../lib/api.ts";
import { lagosMoment } from "../../lib/lagos-moment.ts";
import { isOver } from "../../lots/is-over.ts";
import { useSession } from "../../store/session.ts";
import { toast } from "../../store/toast.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import { heldNote } from "./public-text.ts";
import { useAskQuestion, useQuestions } from "./use-questions.ts";

/** Shown before "Show all". */
const FIRST = 5;

export const LotQuestions = ({ auction }: { auction: Pick<Auction, "_id" | "seller" | "status"> }) => {
  const { data, error, news, retry } = useQuestions(auction._id);
  const role = useSession(({ user }) => user?.role);
  const [showsAll, setShowsAll] = useState(false);
  return (
    <Loaded
      query={{ data, error, refetch: retry }}
      failed={(error) => messageOf(error, "Failed to load the questions")}
      loading={null}
    >
      {({ questions, closesAt }) => {
        if (questions.length === 0 && !closesAt) return null;
        const shown = showsAll ? questions : questions.slice(0, FIRST);
        return (
          <section aria-labelledby="questions-title" className="grid gap-4">
            <h2 id="questions-title" className="font-bold text-lg">
              Questions and answers
            </h2>
            {questions.length === 0 && <p className="text-ink-soft">Nobody has asked about this lot yet.</p>}
            {shown.length > 0 && (
              <ul aria-label="Questions" className="grid border-line border-t">
                {shown.map((question) => (
                  <Item key={question._id} question={question} />
                ))}
              </ul>
            )}
            {shown.length < questions.length && (
              <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => setShowsAll(true)}>
                Show all {questions.length} questions
              </Button>
            )}
            {isStaff(role) ? (
              <p className="text-sm">
                <Link to="/admin/questions" className={textLinkClass}>
                  Answer questions
                </Link>
              </p>
            ) : (
              <Asking auction={auction} closesAt={closesAt} />
            )}
            <p role="status" className="sr-only">
              {news}
            </p>
          </section>
        );
      }}
    </Loaded>
  );
};

const Item = ({ question }: { question: Question }) => {
  const { text, askedAt, asker, answer, isOwn, isHidden, isHeld } = question;
  return (
    <li className="grid gap-2 border-line border-b py-3">
      <div className="grid gap-1">
        <p dir="auto" className="max-w-prose whitespace-pre-line font-semibold [overflow-wrap:anywhere]">
          {text}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-sm">
          <span>
            {isOwn ? "You" : <bdi translate="no">{asker?.username ?? "A former user"}</bdi>}, {lagosMoment(askedAt)}
          </span>
          {isHidden && <Badge tone="outline">Hidden by our team</Badge>}
          {!isHidden && !answer && <Badge tone="amber">{isOwn ? "Waiting for an answer" : "Not answered yet"}</Badge>}
          {!isHidden && isHeld && isOwn && <span>We check it first.</span>}
        </p>
      </div>
      {answer && (
        <div className="grid max-w-prose gap-1 border-brand border-l-2 pl-3">
          <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
            {answer.text}
          </p>
          <p className="text-ink-soft text-sm">
            Answered by our team, {lagosMoment(answer.at)}
            {answer.editedAt && ` · edited ${lagosMoment(answer.editedAt)}`}
          </p>
        </div>
      )}
    </li>
  );
};

interface AskingProps {
  auction: Pick<Auction, "_id" | "seller" | "status">;
  closesAt: QuestionsAnswer["closesAt"];
}

const Asking = ({ auction, closesAt }: AskingProps) => {
  const user = useSession((session) => session.user);
  if (!closesAt || isOver(auction))
    return <p className="text-ink-soft text-sm">Questions about this lot are closed.</p>;
  const next = `?next=${encodeURIComponent(`/auction/${auction._id}`)}`;
  if (!user) {
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-ink-soft text-sm">You can ask until {lagosMoment(closesAt)}.</p>
        <Link to={`/login${next}`} className={buttonClass("secondary", "sm")}>
          Log in to ask
        </Link>
      </div>
    );
  }
  if (auction.seller?._id === user._id) return null;
  if (!user.isEmailVerified) {
    return <p className="text-ink-soft text-sm">Verify your email address to ask about this lot.</p>;
  }
  return <AskForm auctionId={auction._id} closesAt={closesAt} />;
};

const AskForm = ({ auctionId, closesAt }: { auctionId: string; closesAt: string }) => {
  const [text, setText] = useState("");
  const [isEmpty, setIsEmpty] = useState(false);
  const held = heldNote(text);
  const asking = useAskQuestion(auctionId, () => {
    setText("");
    toast.success("Your question was sent", { description: held ?? "You get an email when it is answered." });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsEmpty(text.trim() === "");
    if (text.trim() !== "" && !asking.isPending) asking.mutate(text.trim());
  };
  const refusal = asking.error ? messageOf(asking.error, "Failed to send the question") : null;
  return (
    <form noValidate aria-label="Ask about this lot" className="grid max-w-prose gap-3" onSubmit={submit}>
      <TextField
        dir="auto"
        label="Your question"
        hint={
          <>
            Everybody can read it once it is answered, with the first and the last letter of your username{" "}
            <span className="whitespace-nowrap">
              (
              <Link to="/privacy#notes" className="underline underline-offset-4">
                privacy
              </Link>
              ).
            </span>{" "}
            <span className="inline-block">You can ask until {lagosMoment(closesAt)}.</span>
          </>
        }
        error={isEmpty ? "Please write your question" : refusal}
        max={QUESTION_MAX}
        value={text}
        isLocked={asking.isPending}
        onChange={(value) => {
          setText(value);
          setIsEmpty(false);
          if (asking.error) asking.reset();
        }}
      />
      {held && <Notice>{held}</Notice>}
      <Button type="submit" variant="secondary" className="justify-self-start" pending={asking.isPending}>
        Ask
      </Button>
    </form>
  );
};
