#!/usr/bin/env python3
"""Makes the synchronous standby the primary: `patronictl switchover`, with a shorter pause.

    python3 switchover.py http://10.0.0.1:8008

The address is the REST interface of any machine's Patroni (tried with 3.0.2). Patroni does the switchover itself. This
program only shortens its waits. A machine looks once a second whether the lease is free, and which machine it has to
follow. A change of the settings wakes it at once, and a change that removes a setting which is not there changes
nothing.

- Once the old primary stops, the candidate is woken until it is the primary.
- The other standby must not look while nobody has the lease, because it then sleeps for two seconds. The old primary
  releases the lease a whole number of seconds after it began to stop. So the other standby is woken shortly before each
  of these moments, and then looks again a second later. When the candidate is the primary, the other standby is woken
  to follow it.

Exit status 1, with the reason on the standard error output: nothing was changed, or the end was not reached.
"""
import json
import sys
import threading
import time
import urllib.error
import urllib.request

STEP_S = 0.03
# Patroni looks once in this time whether PostgreSQL has stopped.
ROUND_S = 1.0
# The moment in such a round at which the other standby is woken.
WAKES_AT_S = 0.7
# Before PostgreSQL stops, it writes a checkpoint. Bids go on meanwhile.
STOPS_WITHIN_S = 900
ENDS_WITHIN_S = 60
# A standby that is further behind than this many bytes does not follow, or would not catch up in time.
MOST_LAG = 16 * 1024 * 1024
# Patroni answers the request for a switchover after its end, and every other request at once.
SWITCHOVER_ANSWERS_WITHIN_S = 30
ANSWERS_WITHIN_S = 1
CHANGES_NOTHING = {"no_such_setting": None}


def ask(url, method="GET", body=None, timeout=ANSWERS_WITHIN_S):
    """Returns the text of the answer. Raises HTTPError after a refusal, and another OSError if no answer came."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, method=method, headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=timeout) as answer:
        return answer.read().decode()


def api_of(member):
    """Returns the address of the machine's REST interface: `api_url` without /patroni, the page of its state."""
    return member["api_url"].rsplit("/", 1)[0]


def state_of(member):
    """Returns the state that the machine's Patroni reports; empty if it does not answer."""
    try:
        return json.loads(ask(f"{api_of(member)}/patroni"))
    except (OSError, ValueError):
        return {}


def wake(member):
    """Wakes the machine's Patroni without waiting for the answer."""
    threading.Thread(target=wake_and_wait, args=(member,), daemon=True).start()


def wake_and_wait(member):
    try:
        ask(f"{api_of(member)}/config", "PATCH", CHANGES_NOTHING)
    except OSError:
        # It looks by itself within a second.
        pass


def the_one(members, role):
    found = [member for member in members if member["role"] == role]
    if len(found) != 1:
        raise SystemExit(f"Nothing was changed: {len(found)} machines have the role {role}, not 1.")
    return found[0]


def roles_in(members):
    """Returns the leader, the candidate and the other standby.

    Ends the program if the cluster does not consist of these three, or if one of them does not run or does not follow:
    with only one standby, bids wait until the old primary is back.
    """
    advice = "Use: patronictl switchover"
    if len(members) <= 3:
        advice = "Bids would wait until the old primary is back. If you accept this, use: patronictl switchover"
    for member in members:
        # Newer versions of Patroni call a connected standby "streaming".
        if member["state"] not in ("running", "streaming"):
            raise SystemExit(f"Nothing was changed: {member['name']} is {member['state'] or 'away'}. {advice}")
    if len(members) != 3:
        raise SystemExit(f"Nothing was changed: the cluster has {len(members)} machines, not 3. {advice}")
    leader, candidate, other = (the_one(members, role) for role in ("leader", "sync_standby", "replica"))
    for member in (candidate, other):
        lag = member.get("lag")
        if member.get("timeline") != leader.get("timeline") or not isinstance(lag, int) or lag > MOST_LAG:
            why = f"{member['name']} does not follow {leader['name']}, or is too far behind"
            raise SystemExit(f"Nothing was changed: {why}. {advice}")
    return leader, candidate, other


def request(leader, candidate, refused, unanswered):
    """Asks for the switchover.

    Patroni answers up to a second after the end of the switchover. After 20 s it answers that the outcome is unknown.
    Only a refusal is of use, because the cluster itself shows the outcome.
    """
    body = {"leader": leader["name"], "candidate": candidate["name"]}
    try:
        ask(f"{api_of(leader)}/switchover", "POST", body, SWITCHOVER_ANSWERS_WITHIN_S)
    except urllib.error.HTTPError as error:
        reason = error.read().decode() or str(error)
        if not reason.endswith("status unknown"):
            refused.append(reason)
    except OSError:
        # The cluster shows the outcome.
        unanswered.append(time.monotonic())


def is_primary(state):
    return state.get("role") in ("master", "primary")


def has_standby(state):
    return any(standby["state"] == "streaming" for standby in state.get("replication", []))


def hand_over(leader, candidate, other):
    """Waits until the candidate is the primary and has a standby.

    Returns the time at which the old primary began to stop, or the time of the request if the stop was not seen. Ends
    the program if Patroni refuses, or if this takes too long.
    """
    refused, unanswered = [], []
    threading.Thread(target=request, args=(leader, candidate, refused, unanswered), daemon=True).start()
    begun = time.monotonic()
    late = begun + STOPS_WITHIN_S
    stops_since, woken_in = None, -1
    while True:
        state = state_of(candidate)
        if is_primary(state) and has_standby(state):
            return stops_since or begun
        if refused:
            raise SystemExit(f"Patroni refused: {refused[0]}")
        is_lost = stops_since is None and unanswered and time.monotonic() - unanswered[0] > ENDS_WITHIN_S
        if is_lost or time.monotonic() > late:
            raise SystemExit(f"{candidate['name']} is not yet the primary with a standby. Look at: patronictl list")
        if is_primary(state):
            wake(other)
        elif stops_since is None:
            if state_of(leader).get("state") in ("stopping", "stopped"):
                stops_since = time.monotonic()
                late = stops_since + ENDS_WITHIN_S
        else:
            wake(candidate)
            round_number, moment = divmod(time.monotonic() - stops_since, ROUND_S)
            if moment >= WAKES_AT_S and round_number > woken_in:
                woken_in = round_number
                wake(other)
        time.sleep(STEP_S)


def switch_over(patroni):
    try:
        members = json.loads(ask(f"{patroni}/cluster"))["members"]
    except (OSError, ValueError, KeyError) as error:
        raise SystemExit(f"Nothing was changed: {patroni} does not answer as a Patroni does ({error}).")
    leader, candidate, other = roles_in(members)
    print(f"{leader['name']} hands over to {candidate['name']} …", flush=True)
    stops_since = hand_over(leader, candidate, other)
    print(f"{candidate['name']} is the primary and has a standby, {time.monotonic() - stops_since:.1f} s after the stop.")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("Usage: python3 switchover.py http://ADDRESS:PATRONI_PORT")
    switch_over(sys.argv[1].rstrip("/"))
