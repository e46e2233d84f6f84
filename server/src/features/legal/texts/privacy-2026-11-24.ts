// The privacy notice, version of 24 November 2026. It must agree with docs/data-retention.md. A published version never
// changes: add a new file instead.
export const privacy20261124 = `
This notice says what {{brand}} knows about you, why, for how long, and what you can do about it. It follows the Nigeria
Data Protection Act 2023.

## In short
- We sell no data, show no advertising, and use no tracking cookies.
- Other bidders see the first and the last letter of your username, and nothing else about you.
- Nobody else sees your maximum while an auction is open.
- You can download everything we have about you, and delete your account, by yourself.

## Who is responsible
{{operator}} is the data controller. For anything about your data, write to {{email}}.

## What we keep, why, and for how long
**Your account:** username, email address, and the names, phone number and postal address that you add. We need them to run
your account, to send you mails about your bids, and to hand lots over. We keep them as long as you have the account.

**How you log in:** your password as a hash that nobody can read back, passkeys, and the secret of your authenticator app,
encrypted. If you sign in with Google, the number by which Google knows you. We keep them until you change or remove them.

**Your devices:** for each log-in the kind of browser, the times, and the beginning of the network address, for example
102.89. We keep them until 30 days after the log-out, so that you can see who is logged in to your account.

**Your watchlist:** the lots that you watch. Only you see which; our staff see how many people watch a lot. A lot leaves
the list when you take it off, and all of it goes with your account.

**Bids and maximums:** they are part of the record of an auction, which others rely on. They stay for good.

**Money:** your statement, payments, wins, purchases, withdrawals and receipts. The law on books and receipts requires that
they stay, for six years at least.

**Bank accounts for withdrawals:** bank, number and name, until you remove them. Of a removed account the last four
digits stay.

**Mails that we sent you:** 30 days.

**What you agreed to:** which version of which text, and when. It stays as a proof.

**What our team does to your account:** each action, by whom and why. Nobody can change this record, and it stays.

**The server's log:** the network addresses of requests, to find faults and attacks.

## What gives us the right to it
- The **contract** with you: running your account, your bids, payments and the handover.
- The **law**: books, receipts, and answers to authorities.
- Our **legitimate interest** in a safe market: the devices, limits on log-ins, the record of our team's actions, and
  looking into fraud.
- Your **consent**: notifications that you switch on. You can switch them off at any time.

## Who sees it
- **Other users:** your masked username beside your bids, and beside the lots that you won.
- **Our team:** what each person needs for their task. Staff who run an auction do not bid in it, and an interest in a lot
  takes away their rights on it.
- **Paystack:** takes online payments and sends withdrawals. Card details are entered on Paystack's own page and never reach
  us.
- **Google:** only if the site offers sign-in with Google. Google's script runs on the login and registration pages alone.
- **The providers that host the site and send its mail**, who work on our instructions.
- **Authorities**, if the law requires it.

Some of these providers work outside Nigeria. Where they do, data is sent only as Part VIII of the Act allows.

## What your browser keeps
Your session, choices such as the currency, and the lots that you watch before you log in. They stay in your browser's
storage; logging in moves those lots to your account, and logging out removes the session. There are no cookies for advertising or analytics.

## Your rights
- **See it and take it with you:** [download a file](/profile/privacy) with everything about you.
- **Correct it:** change your details in your [profile](/profile). Write to us for what you cannot change there.
- **Delete it:** [ask for it](/profile/privacy). The account is deleted after a week in which you can change your mind.
  Your name goes, and bids and payments stay under a made-up name; receipts stay as they were written.
- **Object, or have a use restricted**, and have a person look at an automatic decision: write to {{email}}.
- **Complain:** to us, and at any time to the Nigeria Data Protection Commission (ndpc.gov.ng).

We answer within 30 days, and usually sooner.

## How we protect it
Connections are encrypted, passwords are hashed, sensitive actions ask again who you are, and large changes of money can
need a second person of our team. If a breach is likely to put your rights at risk, we tell the Commission within 72 hours and
you without delay.

## Age
The site is for people of 18 and older. We delete the account of anybody younger when we learn of it.

## Changes of this notice
Each version has a date and stays readable on this page. The site asks you to accept a new one.
`;
