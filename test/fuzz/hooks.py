"""What Schemathesis is given beside the document: ids that exist, and the rule that every /v2 answer is the envelope."""

import json
import os
import zlib

import schemathesis

with open(os.environ["FUZZ_IDS"], encoding="utf-8") as file:
    IDS = json.load(file)

# Fields that belong together: chosen at the same place of their lists.
PAIRED = {"entity_urn", "shared_secret", "comment_urn", "tracking_id"}
EMAIL_ACTIONS = {"search", "mark_as_read", "mark_as_unread", "archive", "trash", "list_labels"}


def pick(name, seed):
    """One of the values that exist, always the same one for the same case; for a quarter of the cases none."""
    values = IDS.get(name) or []
    number = zlib.crc32(f"{'' if name in PAIRED else name} {seed}".encode("utf-8", "surrogatepass"))
    return None if not values or number % 4 == 0 else values[number // 4 % len(values)]


def replace(fields, seed, names=None):
    if not isinstance(fields, dict):
        return
    for name, value in list(fields.items()):
        chosen = pick((names or {}).get(name, name), seed)
        if chosen is not None and isinstance(value, (str, int, list)):
            fields[name] = chosen


@schemathesis.hook
def before_call(context, case, kwargs):
    seed = repr((case.body, case.path_parameters, case.query))
    # One key for different bodies would end nearly every call at that check.
    if case.headers and zlib.crc32(seed.encode("utf-8", "surrogatepass")) % 8:
        case.headers.pop("Idempotency-Key", None)
    # What would end the accounts that the other cases need gets accounts of its own.
    spared = case.method in ("DELETE", "PUT")
    account = {"account_id": "disposable_account_id"} if spared else None
    action = case.body.get("action") if isinstance(case.body, dict) else None
    if isinstance(action, str) and action in EMAIL_ACTIONS and case.path == "/v2/messages":
        account = {"account_id": "email_account_id"}
    replace(case.path_parameters, seed, account)
    if case.method == "DELETE" and isinstance(case.path_parameters, dict) and "account_id" in case.path_parameters:
        # Schemathesis itself tries ids that answers have shown.
        if case.path_parameters["account_id"] in IDS["account_id"]:
            case.path_parameters["account_id"] = IDS["disposable_account_id"][0]
    replace(case.query, seed, account)
    replace(case.body, seed, account)
    if isinstance(case.body, dict):
        names = {"post_url": "commented_post_url"} if action == "answer_comment" else None
        replace(case.body.get("params"), seed, names)


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
