// Explains the public log to somebody who has never heard of one.
import { prose } from "../../ui/text-page.tsx";

const questions: [question: string, answer: string][] = [
  [
    "What is the log?",
    "A public list of everything that anybody could see about every lot: its opening, each bid, each change, and its end. New entries are added at its end, and nothing is ever taken out.",
  ],
  [
    "Why can nobody change it secretly?",
    "All entries together give one short fingerprint, and the auction house signs it every few seconds. If one letter of one entry were changed later, the fingerprint would be different. It would not match the signed fingerprint that people have kept.",
  ],
  [
    "Could the auction house show different logs to different people?",
    "It could try. A witness is somebody else who signs the log after comparing it with what was there before, so it never signs two. This page says how many witnesses signed, and which of them only the auction house names.",
  ],
  [
    "Who can see my name?",
    "Nobody. The log has a code in place of each bidder and of the seller, a different one on each lot. Only you and the auction house have the secret number that shows which code is yours. A proof that you save has it, so a person to whom you give the file can see which bids were yours, or that the lot is.",
  ],
  [
    "How can a secret reserve be checked?",
    "The reserve is the lowest price at which the lot is sold. When the lot opens, the log gets a code of it, which works like a sealed envelope: nobody can read the amount, and nobody can change it. At the end the auction house opens it.",
  ],
  [
    "What do the words in a result mean?",
    "An entry is one line of the log. A version is one change of a lot that everybody could see; they are counted 1, 2, 3. A voided bid no longer counts, and the log says why. An automatic bid was made by the site for somebody who had set a maximum.",
  ],
  [
    "What do I keep?",
    "For each accepted bid you get a receipt that the auction house has signed. You find it as “Proof” beside each of your bids in My Bids, on the device with which you bid. If the auction house ever said that there was no such bid, the receipt would prove that there was. A seller finds a proof of each own lot in My Sales.",
  ],
];

export const HowItWorks = () => (
  <section aria-labelledby="how" className="grid gap-3">
    <h2 id="how" className="font-bold text-lg">
      How it works
    </h2>
    <dl className={prose}>
      {questions.map(([question, answer]) => (
        <div key={question}>
          <dt className="font-semibold">{question}</dt>
          <dd className="text-ink-soft">{answer}</dd>
        </div>
      ))}
    </dl>
  </section>
);
