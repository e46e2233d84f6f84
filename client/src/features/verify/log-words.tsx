// The words of the part for experts, each in one or two sentences.

const words: [word: string, meaning: string][] = [
  [
    "Log",
    "The public list of everything that anybody could see about every lot: its opening, each bid, each change and its end. New entries are added at its end, and nothing is ever taken out.",
  ],
  ["Entry", "One line of the log: the opening, the end or one change of a lot."],
  ["Version", "The number of a change of one lot. They are counted 1, 2, 3."],
  [
    "Fingerprint",
    "A short code that is calculated from all entries. If one letter of one entry were changed, the code would be another one.",
  ],
  ["Key", "A line of letters by which this page knows a signature."],
  [
    "Witness",
    "Somebody else who signs the log after comparing it with what was there before, so that we cannot show different logs to different people. A witness never signs two different logs.",
  ],
  ["Receipt", "Our signed answer to your bid. The device with which you bid keeps it."],
  ["Proof", "A file with what this page checks: a receipt, the entries of a lot, or both."],
  ["Verdict", "Our own signed statement, each night, about what we found in the log and in our books."],
  ["Voided bid, automatic bid", "A bid that no longer counts, and the log says why; a bid that a maximum made."],
];

export const LogWords = () => (
  <section aria-labelledby="log-words" className="grid gap-3">
    <h3 id="log-words" className="font-bold">
      The words
    </h3>
    <dl className="grid max-w-prose gap-2">
      {words.map(([word, meaning]) => (
        <div key={word}>
          <dt className="inline font-semibold">{word}: </dt>
          <dd className="inline text-ink-soft">{meaning}</dd>
        </div>
      ))}
    </dl>
  </section>
);
