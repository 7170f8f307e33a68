"""What Schemathesis is given beside the document: ids that exist, and the rule that every /v2 answer is the envelope."""

import json
import os
import zlib

import schemathesis

with open(os.environ["FUZZ_IDS"], encoding="utf-8") as file:
    IDS = json.load(file)

EMAIL_ACTIONS = {"search", "mark_as_read", "mark_as_unread", "archive", "trash", "list_labels"}


def pick(name, seed):
    """One of the values that exist, always the same one for the same case; for a quarter of the cases none."""
    values = IDS.get(name) or []
    number = zlib.crc32(f"{name} {seed}".encode("utf-8", "surrogatepass"))
    return None if not values or number % 4 == 0 else values[number // 4 % len(values)]


def replace(fields, seed, names=None):
    if not isinstance(fields, dict):
        return
    for name, value in list(fields.items()):
        chosen = pick((names or {}).get(name, name), seed)
        if chosen is not None and isinstance(value, (str, list)):
            fields[name] = chosen


@schemathesis.hook
def before_call(context, case, kwargs):
    seed = repr((case.body, case.path_parameters, case.query))
    # What would end the accounts that the other cases need gets accounts of its own.
    spared = case.method in ("DELETE", "PUT")
    account = {"account_id": "disposable_account_id"} if spared else None
    action = case.body.get("action") if isinstance(case.body, dict) else None
    if isinstance(action, str) and action in EMAIL_ACTIONS and case.path == "/v2/messages":
        account = {"account_id": "email_account_id"}
    replace(case.path_parameters, seed, account)
    replace(case.query, seed, account)
    replace(case.body, seed, account)
    if isinstance(case.body, dict):
        replace(case.body.get("params"), seed)


@schemathesis.check
def envelope(ctx, response, case):
    if not case.path.startswith("/v2/"):
        return
    kind = response.headers.get("content-type", [""])[0]
    if response.status_code == 200 and not kind.startswith("application/json"):
        return
    assert kind == "application/json; charset=utf-8", f"Content-Type is {kind}"
    body = json.loads(response.content)
    good = response.status_code == 200
    assert set(body) == ({"success", "data", "metadata"} if good else {"success", "error", "metadata"}), "not the envelope"
    assert body["success"] is good, "success does not match the status"
    assert set(body["metadata"]) == {"action", "account_id", "credits_consumed", "timestamp"}, "not the metadata"
    assert response.headers.get("x-request-id"), "no X-Request-Id"
