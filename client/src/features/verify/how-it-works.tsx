// Explains the check to somebody who has never heard of a log.
import { prose } from "../../ui/text-page.tsx";

const questions: [question: string, answer: string][] = [
  [
    "Why can nobody change a bid secretly?",
    "All bids and changes of all lots together give one short code, which we sign every few seconds. If one letter were changed later, the code would be another one, and it would not match the signed code that other people have kept.",
  ],
  [
    "Who can see my name?",
    "Nobody. The public record has a code in place of each bidder and of the seller, a different one on each lot. Only you and the auction house know which code is yours. A file that you save here shows it, so a person to whom you give the file can see which bids were yours, or that you sell the lot.",
  ],
  [
    "How can a secret reserve be checked?",
    "The reserve is the lowest price at which the lot is sold. When the lot opens, the public record gets a code of it, which works like a sealed envelope: nobody can read the amount, and nobody can change it. At the end the auction house opens it.",
  ],
  [
    "What do I keep?",
    "For each accepted bid you get a receipt that the auction house has signed. Only the device with which you bid keeps it. To see it there, open “Your bid, with proof” (or “Your 2 bids, with proof”) below the lot in My Bids, and press “Show proof”. If the auction house ever said that there was no such bid, the receipt would prove that there was. A seller finds a proof of each own lot in My Sales.",
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
