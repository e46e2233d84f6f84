// The faults that are planted one by one, to check that the history checker finds each: mistakes that a server like
// this one could have, as small as in reality. None of them is in the product. It is long because it is one list. The
// faults about money and those about reminders and saved searches have files of their own.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: lines of the source
import type { Fault } from "./fault.ts";
import { faultsOfMoney } from "./money-faults.ts";
import { faultsOfReturning } from "./returning-faults.ts";

const engine = "engine/auction-engine.ts";
const statement = "engine/commit/commit-statement.ts";
const rareParts = "engine/commit/rare-parts.ts";
const throttle = "live/price-throttle.ts";
const rules = "auction/bids-and-maxima.ts";
const barred = "auction/unpaid-maxima.ts";
const softClose = "auction/soft-close.ts";
const editing = "auction/edit-auction.ts";
const voiding = "auction/void-bids.ts";

/** The line that sends a batch to the database. */
const sending = "    const written = batch.write().catch((error: unknown) =>";
const changesOf = "commit.parts.flatMap((part) => part.changes) as never";

const faultsOfBidding: readonly Fault[] = [
  {
    name: "answer-before-commit",
    what: "An answer leaves before its commit",
    patches: [
      {
        file: engine,
        within: "#send",
        text: sending,
        by: `    for (const { pending, outcome } of batch.decided.waiting) pending.answer(outcome, this.#deps.clock.now());\n${sending}`,
      },
    ],
    parts: ["quarrel"],
    breaks: ["acknowledged"],
    test: "server/src/engine/auction-engine.test.ts",
  },
  {
    name: "event-before-commit",
    what: "An event leaves before its commit",
    patches: [
      {
        file: engine,
        within: "#send",
        text: sending,
        by: `    this.#deps.events.committed(${changesOf}, this.#deps.clock.now(), new Map());\n${sending}`,
      },
    ],
    parts: ["quarrel"],
    breaks: ["growing", "published"],
    test: "server/src/engine/auction-engine.test.ts",
  },
  {
    name: "event-of-a-failed-commit",
    what: "An event leaves although its commit failed",
    patches: [
      {
        file: engine,
        within: "#fail",
        text: "      if (commit && !(error instanceof WritesStopped)) events.unknown(commit);\n",
        by: `      if (commit) events.committed(${changesOf}, this.#deps.clock.now(), new Map());\n`,
      },
    ],
    parts: ["quarrel"],
    breaks: ["growing", "published"],
    test: "server/src/engine/auction-engine.test.ts",
  },
  {
    name: "no-fence",
    what: "A commit does not check whether another node wrote the auction meanwhile",
    patches: [
      {
        file: statement,
        within: "verdictParts",
        text: "    when p.stored_revision <> p.expected or ",
        by: "    when ",
      },
      // The keys of the tables would still refuse it, as a second guard.
      {
        file: statement,
        within: "writeParts",
        text: '  from step s cross join clock where s.revision is not null and ${passes("s.part")}\n',
        by: '  from step s cross join clock where s.revision is not null and ${passes("s.part")} on conflict do nothing\n',
      },
      {
        file: statement,
        within: "writeParts",
        text: '  from ${sqlOf(autoBids)} b cross join clock where ${passes("b.part")}\n',
        by: '  from ${sqlOf(autoBids)} b cross join clock where ${passes("b.part")} on conflict do nothing\n',
      },
    ],
    parts: ["quarrel"],
    isBetweenNodes: true,
    breaks: ["acknowledged"],
    test: "server/src/engine/auction-engine.test.ts",
  },
  {
    name: "refusal-from-memory",
    what: "A refusal leaves that was decided on a state that another node has changed",
    patches: [
      {
        file: engine,
        within: "#finish",
        text: "        if (!misses.has(pending.command.auctionId)) pending.answer(outcome, at, receipts);\n",
        by: "        if (!outcome.ok || !misses.has(pending.command.auctionId)) pending.answer(outcome, at, receipts);\n",
      },
    ],
    parts: ["stale"],
    isBetweenNodes: true,
    breaks: ["justified"],
    test: "server/src/engine/auction-engine.test.ts",
  },
  {
    name: "swapped-answers",
    what: "The answers of a batch go to the wrong commands",
    patches: [
      {
        file: engine,
        within: "#finish",
        text: "      for (const { pending, outcome } of waiting) {\n        if (!misses",
        by: "      for (const [i, { pending }] of waiting.entries()) {\n        const { outcome } = waiting[(i + 1) % waiting.length] ?? { outcome: unavailable };\n        if (!misses",
      },
    ],
    parts: ["quarrel"],
    breaks: ["refused"],
    test: "server/src/engine/auction-engine.test.ts",
  },
  {
    name: "unlogged-secret",
    what: "Hidden changes are not logged",
    patches: [
      {
        file: "engine/commit/commit-params.ts",
        within: "#addStep",
        text: "      revision: change?.after.revision ?? null,\n",
        by: "      revision: change?.events.some(isPublic) ? change.after.revision : null,\n",
      },
    ],
    parts: ["tie"],
    breaks: ["gap-free"],
    test: "server/src/engine/auction-engine.test.ts",
  },
  {
    name: "no-fee",
    what: "Buy It Now leaves out its fee",
    patches: [
      {
        file: "auction/buy-it-now.ts",
        within: "buyItNow",
        text: "feeMinor: shareOfMinor(state.buyItNowMinor, rules.feeBasisPoints),",
        by: "feeMinor: shareOfMinor(state.buyItNowMinor, (rules.feeBasisPoints - 500) as typeof rules.feeBasisPoints),",
      },
    ],
    parts: ["buy"],
    breaks: ["purchases"],
    test: "server/src/auction/buy-it-now.test.ts",
  },
  {
    name: "time-before-the-lock",
    what: "The time that decides is the time when the statement began (`now()`), not read under the auction's lock",
    patches: [
      {
        file: statement,
        within: "lockParts",
        text: "  select clock_now() as read_at, last, is_public, ends, increments from (\n",
        by: "  select date_trunc('milliseconds', now()) as read_at, last, is_public, ends, increments from (\n",
      },
    ],
    parts: ["end"],
    breaks: ["dates"],
    test: "server/src/engine/many-nodes.test.ts",
  },
  {
    name: "lost-state",
    what: "The last of several merged prices is not published",
    patches: [
      {
        file: throttle,
        within: "add",
        text: "      unsent.state = state;\n      unsent.changes += 1;\n      unsent.endBefore ??= endBefore;\n      unsent.bids.push(...bids);\n",
        by: "      unsent.changes += 1;\n",
      },
    ],
    parts: ["quarrel"],
    breaks: ["contiguous", "arrived"],
    test: "server/src/live/publisher.test.ts",
  },
  {
    name: "lost-bid",
    what: "Merging prices loses the bids in between",
    patches: [{ file: throttle, within: "add", text: "      unsent.bids.push(...bids);\n", by: "" }],
    parts: ["quarrel"],
    breaks: ["published"],
    test: "server/src/live/publisher.test.ts",
  },
  {
    name: "replayed-too-early",
    what: "A replay of a gap shows a version with changes that came later",
    patches: [
      {
        file: "live/recent-changes.ts",
        within: "between",
        text: "return lot.kept.slice(since + 1 - first, upTo + 1 - first);",
        by: "return lot.kept.slice(since + 1 - first, upTo + 1 - first).map((one) => ({ ...one, after: { ...lot.newest, version: one.after.version } }));",
      },
    ],
    parts: ["gaps"],
    breaks: ["published"],
    test: "server/src/live/replays.test.ts",
  },
  {
    name: "no-deduplication",
    what: "A command that is sent again is carried out again",
    patches: [
      {
        file: "engine/remembered-commands.ts",
        within: "isRepeat",
        text: "(this.#young.get(commandId) ?? this.#old.get(commandId)) === userId",
        by: "userId === commandId",
      },
      {
        file: "engine/batch.ts",
        within: "takeUp",
        text: '  if (draft.isCut || ("commandId" in command && batch.commandIds.has(command.commandId))) {\n',
        by: "  if (draft.isCut) {\n",
      },
      {
        file: statement,
        within: "verdictParts",
        text: "    when p.n in (select part from known) then 'repeated'",
        by: "",
      },
      {
        file: statement,
        within: "writeParts",
        text: '  from step s cross join clock where s.command is not null and not (${isRefused}) and ${passes("s.part")}\n',
        by: '  from step s cross join clock where s.command is not null and not (${isRefused}) and ${passes("s.part")} on conflict do nothing\n',
      },
    ],
    parts: ["twice"],
    isBetweenNodes: true,
    breaks: ["invoked", "acknowledged"],
    test: "server/src/engine/batch.test.ts",
  },
  {
    name: "refusal-without-a-look",
    what: "A refusal does not check whether another node has accepted the command",
    patches: [
      {
        file: "engine/commit/commit-batch.ts",
        within: "commitBatch",
        text: 'duplicates.lately ? "all" : hasRefused ? "refused" : "none"',
        by: '"none"',
      },
    ],
    parts: ["overtaken"],
    isBetweenNodes: true,
    breaks: ["acknowledged"],
    test: "server/src/engine/auction-engine.test.ts",
  },
  {
    name: "tie-to-the-later",
    what: "The later of two equal maxima leads",
    patches: [
      {
        file: "auction/proxy-bidding.ts",
        within: "beats",
        text: "a.reachedRevision < b.reachedRevision",
        by: "a.reachedRevision > b.reachedRevision",
      },
    ],
    parts: ["tie"],
    breaks: ["leaders"],
    test: "server/src/auction/proxy-bidding.test.ts",
  },
  {
    name: "seller-bids",
    what: "The seller may bid",
    patches: [
      {
        file: rules,
        within: "whyNotBidder",
        text: '  if (user.id === state.seller.id) return refusal("OWN_AUCTION");\n  const staff = whyNoStaff(facts);\n',
        by: "  const staff = user.id === state.seller.id ? null : whyNoStaff(facts);\n",
      },
    ],
    parts: ["outsiders"],
    breaks: ["eligible"],
    test: "server/src/auction/decide.test.ts",
  },
  {
    name: "poor-bidder",
    what: "The balance is not checked",
    patches: [
      {
        file: "auction/settlement/reservations.ts",
        within: "whyTooLittle",
        text: "  if (availableMinor >= requiredMinor) return null;\n",
        by: "  if (availableMinor >= requiredMinor || requiredMinor > 0) return null;\n",
      },
    ],
    parts: ["outsiders"],
    breaks: ["eligible"],
    test: "server/src/auction/settlement/reservations.test.ts",
  },
  {
    name: "bid-in-a-pause",
    what: "A paused auction takes bids",
    patches: [
      {
        file: rules,
        within: "whyNotOpen",
        text: '      return refusal("AUCTION_PAUSED");\n',
        by: "      return null;\n",
      },
    ],
    parts: ["buy"],
    breaks: ["open"],
    test: "server/src/auction/buy-it-now.test.ts",
  },
  {
    name: "long-pause",
    what: "A pause moves the end by more than its length",
    patches: [
      {
        file: "auction/decision.ts",
        within: "resumed",
        text: "state.endsAt + Math.max(0, now - (state.pausedAt ?? now))",
        by: "state.endsAt + 60_000 + Math.max(0, now - (state.pausedAt ?? now))",
      },
    ],
    parts: ["buy"],
    breaks: ["pauses"],
    test: "server/src/auction/buy-it-now.test.ts",
  },
  {
    name: "wrong-winner",
    what: "The leader wins although the reserve is not met",
    patches: [
      {
        file: "auction/state.ts",
        within: "winnerOf",
        text: "(isReserveMet(state) ? state.leader : null)",
        by: "(isReserveMet(state) ? state.leader : state.leader)",
      },
    ],
    parts: ["end"],
    breaks: ["closing"],
    test: "server/src/auction/buy-it-now.test.ts",
  },
  {
    name: "forgotten-ledger",
    what: "A forfeit changes the balance without a ledger entry",
    patches: [
      {
        file: rareParts,
        within: "rareParts",
        text: "  from posting m join balance b on b.${user.id} = m.user_id\n",
        by: "  from posting m join balance b on b.${user.id} = m.user_id where m.cause <> 'win-forfeit'\n",
      },
    ],
    parts: ["forfeit"],
    isBetweenNodes: true,
    breaks: ["ledger"],
    test: "server/src/engine/auction-engine.test.ts",
  },
  {
    name: "sent-to-all",
    what: "A bidder's private events go to everybody who watches",
    patches: [
      {
        file: "live/private-events.ts",
        within: "publishPrivateEvents",
        text: "    for (const frame of framesOf(userId, part)) publish(rooms.user(userId), frame);\n",
        by: "    for (const frame of framesOf(userId, part)) publish(rooms.auction(part.state.id), frame);\n",
      },
    ],
    parts: ["tie"],
    breaks: ["owners"],
    test: "server/src/live/private-events.test.ts",
  },
  {
    name: "admin-bids",
    what: "An administrator may bid",
    patches: [{ file: rules, within: "whyNotBidder", text: "  if (staff) return staff;\n", by: "" }],
    parts: ["outsiders"],
    breaks: ["interest"],
    test: "server/src/auction/interest.test.ts",
  },
  {
    name: "balance-of-the-old-price",
    what: "A bid needs a balance of a fifth of the price before it, not of its amount",
    patches: [
      {
        file: rules,
        within: "placeBid",
        text: 'whyTooPoor(state, facts, command.amountMinor, "your bid")',
        by: 'whyTooPoor(state, facts, state.priceMinor, "your bid")',
      },
    ],
    parts: ["outsiders"],
    breaks: ["eligible"],
    test: "server/src/auction/decide.test.ts",
  },
  {
    name: "two-purchases",
    what: "One buyer may have two open purchases",
    patches: [
      {
        file: "auction/buy-it-now.ts",
        within: "whyNoBuyItNow",
        text: '  if (user.openPurchases > 0) return "purchase-open";\n',
        by: "",
      },
      // The key of the table would still refuse it, as a second guard.
      {
        file: rareParts,
        within: "rareParts",
        text: "  select d.id, d.auction_id, d.person_id, d.person_id, ",
        by: "  select d.id, d.auction_id, d.person_id, null::uuid, ",
      },
    ],
    parts: ["buyTwo"],
    breaks: ["purchases"],
    test: "server/src/auction/buy-it-now.test.ts",
  },
  {
    name: "end-not-moved",
    what: "A late bid does not move the end",
    patches: [
      {
        file: softClose,
        within: "extension",
        text: "  if (endsAt <= after.endsAt) return null;\n",
        by: "  if (endsAt >= 0) return null;\n",
      },
    ],
    parts: ["late"],
    breaks: ["soft-close"],
    test: "server/src/auction/soft-close.test.ts",
  },
  {
    name: "end-past-the-cap",
    what: "Late bids move the end past its cap",
    patches: [
      {
        file: softClose,
        within: "endsByOf",
        text: "latestMs, earliestMs: before.endsAt };",
        by: "latestMs: latestMs + 3_600_000, earliestMs: before.endsAt };",
      },
    ],
    parts: ["late"],
    breaks: ["soft-close"],
    test: "server/src/auction/soft-close.test.ts",
  },
  {
    name: "end-moved-by-a-secret",
    what: "A change that nobody else sees moves the end",
    patches: [
      { file: softClose, within: "extension", text: "  if (!bid) return null;\n", by: "" },
      { file: softClose, within: "extension", text: " || after.priceMinor === before.priceMinor || ", by: " || " },
      {
        file: softClose,
        within: "extension",
        text: "bidNumber: bid.number",
        by: "bidNumber: bid?.number ?? before.bidCount",
      },
    ],
    parts: ["late"],
    breaks: ["soft-close"],
    test: "server/src/auction/soft-close.test.ts",
  },
  {
    name: "suspended-maximum-bids",
    what: "A suspended maximum bids",
    patches: [
      {
        file: "auction/proxy-bidding.ts",
        within: "reaches",
        text: "id === manual?.bidder.id || isSuspended(state, maxBid)) continue;",
        by: "id === manual?.bidder.id) continue;",
      },
      {
        file: "auction/proxy-bidding.ts",
        within: "actingMaxBid",
        text: "  return maxBid && isSuspended(state, maxBid) ? undefined : maxBid;\n",
        by: "  return maxBid;\n",
      },
    ],
    parts: ["changed"],
    breaks: ["content", "leaders"],
    test: "server/src/auction/content.test.ts",
  },
  {
    name: "unpaid-maximum-bids",
    what: "The maximum of somebody with too many unpaid wins goes on bidding",
    patches: [
      {
        file: barred,
        within: "barredAmong",
        text: "if (!hasTooManyUnpaid) return null;",
        by: "if (hasTooManyUnpaid) return null;",
      },
      // The commit would still refuse it, and the job would suspend it, as second and third guards.
      { file: statement, within: "barred", text: ") >= b.unpaid`;", by: ") >= b.unpaid + 1000`;" },
      {
        file: "features/bids/suspension-of-maxima.ts",
        within: "maximaToSuspend",
        text: "gte(count(), maxUnpaidWins)",
        by: "gte(count(), maxUnpaidWins + 1000)",
      },
    ],
    parts: ["barred"],
    isBetweenNodes: true,
    breaks: ["eligible"],
    test: "server/src/auction/unpaid-maxima.test.ts",
  },
  {
    name: "no-notice",
    what: "A lot may change shortly before its end",
    patches: [
      {
        file: editing,
        within: "editAuction",
        text: "const difference = first && notice ? withEnd(state, first, notice.endsAt) : first;",
        by: "const difference = first;",
      },
    ],
    parts: ["changed"],
    breaks: ["content"],
    test: "server/src/auction/content.test.ts",
  },
  {
    name: "notice-forgets-the-schedule",
    what: "Each change counts its day from the end that the change before it moved",
    patches: [
      {
        file: "auction/content.ts",
        within: "scheduledEndOf",
        text: "  scheduledEndsAt ?? extendedFrom ?? endsAt;\n",
        by: "  (scheduledEndsAt && null) ?? extendedFrom ?? endsAt;\n",
      },
    ],
    parts: ["confederate"],
    breaks: ["content"],
    test: "server/src/auction/content.test.ts",
  },
  {
    name: "cataloguer-changes-a-lot-with-bids",
    what: "A cataloguer may change what a lot with bids says",
    patches: [
      {
        file: "auction/interest.ts",
        within: "changesItsContent",
        text: "  if (!hasBidsOrMaxima(state)) return false;\n",
        by: "  if (state.revision > 0) return false;\n",
      },
    ],
    parts: ["confederate"],
    breaks: ["content"],
    test: "server/src/auction/content.test.ts",
  },
  {
    name: "shown-limit-forgotten",
    what: "Somebody who showed another's limit and withdrew may bid again",
    patches: [
      {
        file: voiding,
        within: "voidingOf",
        text: "const showedLimit = hasShownLimit(counting, voided, bids, bidder);",
        by: "const showedLimit = counting.length < 0;",
      },
    ],
    parts: ["confederate"],
    breaks: ["voids"],
    test: "server/src/auction/void-bids.test.ts",
  },
  {
    name: "correction-suspends",
    what: "A correction suspends all maxima",
    patches: [
      {
        file: "auction/evolve.ts",
        within: "AuctionEdited",
        text: "event.correction === undefined ? event.contentVersion : state.fullVersion",
        by: "event.contentVersion",
      },
    ],
    parts: ["confederate"],
    breaks: ["replay", "leaders"],
    test: "server/src/auction/correction.test.ts",
  },
  {
    name: "correction-moves-the-end",
    what: "A correction gives notice and moves the end",
    patches: [
      {
        file: editing,
        within: "editAuction",
        text: "isFullVersion ? noticeOf",
        by: "isNewVersion ? noticeOf",
      },
    ],
    parts: ["confederate"],
    breaks: ["content"],
    test: "server/src/auction/correction.test.ts",
  },
  {
    name: "correction-changes-figures",
    what: "A correction changes a figure",
    patches: [
      {
        file: "auction/correction.ts",
        within: "correctionOf",
        text: 'figuresOf(from).join("\\n") !== figuresOf(to).join("\\n")',
        by: "figuresOf(from).length < 0",
      },
    ],
    parts: ["confederate"],
    breaks: ["content"],
    test: "server/src/auction/correction.test.ts",
  },
  {
    name: "increment-raised",
    what: "The increment is raised while there are bids",
    patches: [
      {
        file: "auction/edit-refusals.ts",
        within: "whyNoEdit",
        text: "state.bidCount > 0 && (changes.incrementMinor ?? 0) > state.incrementMinor",
        by: "state.bidCount < 0 && (changes.incrementMinor ?? 0) > state.incrementMinor",
      },
    ],
    parts: ["changed"],
    breaks: ["content"],
    test: "server/src/auction/edit-auction.test.ts",
  },
  {
    name: "void-forgets-answers",
    what: "A void leaves the auto-bids of others that answered the voided bids",
    patches: [
      {
        file: voiding,
        within: "matched",
        text: "  return { voided: voided.sort((a, b) => a.number - b.number), recorded };\n",
        by: '  return { voided: voided.filter((one) => one.reason !== "recalculated"), recorded };\n',
      },
    ],
    parts: ["changed"],
    breaks: ["voids"],
    test: "server/src/auction/void-bids.test.ts",
  },
  {
    name: "void-forgets-earlier-voids",
    what: "A void replays the commands of those whose bids were voided before",
    patches: [
      {
        file: voiding,
        within: "voidingOf",
        text: "voidedIn(log).add(bidder.id,",
        by: "voidedIn([]).add(bidder.id,",
      },
    ],
    parts: ["changed"],
    breaks: ["voids"],
    test: "server/src/auction/void-bids.test.ts",
  },
  {
    name: "leader-notified-of-outbid",
    what: "Somebody who leads again when the log is read is told that they were outbid",
    patches: [
      {
        file: "log-readers/bid-notices.ts",
        within: "writeOutbids",
        text: ".filter(({ userId }) => userId !== lot.leaderId)",
        by: "",
      },
    ],
    parts: ["quarrel"],
    breaks: ["notified"],
    test: "server/src/engine/auction-engine.test.ts",
  },
  {
    name: "outbid-names-another-price",
    what: "A notification names another price than the lot's",
    patches: [
      {
        file: "log-readers/bid-notices.ts",
        within: "outbidData",
        text: "currentPrice: toMajor(lot.priceMinor)",
        by: "currentPrice: toMajor(minimumBidMinor(lot.priceMinor, lot.incrementMinor))",
      },
    ],
    parts: ["tie"],
    breaks: ["notified"],
    test: "server/src/engine/auction-engine.test.ts",
  },
  {
    name: "void-keeps-the-maximum",
    what: "A void leaves the voided person's maximum",
    patches: [
      {
        file: voiding,
        within: "voidingOf",
        text: "maxBids: [...maxBids.values()] }",
        by: "maxBids: [...state.maxBids.values()] }",
      },
    ],
    parts: ["changed"],
    breaks: ["voids"],
    test: "server/src/auction/void-bids.test.ts",
  },
  {
    name: "cancelled-keeps-maxima",
    what: "A cancelled lot keeps its bids and maxima",
    patches: [
      {
        file: "auction/change-status.ts",
        within: "decideStatus",
        text: "  const cleared = startsAnew(withoutPurchase, command.status);\n",
        by: "  const cleared = startsAnew(withoutPurchase, command.status).slice(1);\n",
      },
    ],
    parts: ["changed"],
    breaks: ["voids"],
    test: "server/src/auction/change-status.test.ts",
  },
];

export const faults: readonly Fault[] = [...faultsOfBidding, ...faultsOfMoney, ...faultsOfReturning];
