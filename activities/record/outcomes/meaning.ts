/**
 * The meanings that a definite refusal of the V2 service may have for a step. A 429 (`RATE_LIMITED`) is
 * `back_off_account`.
 */
export type Meaning =
  | 'back_off_account'
  | 'wait_for_credits'
  | 'wait_for_service'
  | 'account_disconnected'
  | 'back_off_class'
  | 'connected'
  | 'invited'
  | 'nothing_to_do'
  | 'try_later'
  | 'impossible'
  | 'fail'
  | 'unknown';

/** Says what the engine then does, for `docs/outcomes.md`. */
export const WHAT_IT_DOES: Readonly<Record<Meaning, string>> = {
  back_off_account:
    'The whole account waits, for every worker: until `Retry-After` (wall time), or for 10 s if none is given, doubling each time up to 15 minutes. Then its steps continue one after the other. The step itself is tried again.',
  wait_for_credits:
    'Everything that costs credits waits, for every account; what is free continues. `GET /v2/credits` (free) is read every 15 s and ends the wait when the balance is back.',
  wait_for_service:
    'The step waits and tries again (after 10 s, doubling up to 5 minutes): the service refuses our own key, which a person must repair. No account is to blame.',
  account_disconnected:
    'The account counts as not connected: its steps give their slots back and wait until it is connected again. Until then no calls are made from it.',
  back_off_class: 'No more of this class from this account until its next week begins; the step waits for its slot.',
  connected: 'The person is already connected, which is what the step is for. The step is done, without an effect.',
  invited:
    'An invitation is already pending. Whose it is, is asked (`check_invitation`): ours, and the step is done, without an effect; theirs, and it is accepted, unless the step says `accept_theirs: false` and takes its `else`.',
  nothing_to_do: 'There is no invitation left to withdraw. The step is done, without an effect.',
  try_later:
    'Not now, for a reason that concerns this step alone: it tries again after 5 minutes, doubling up to 3 hours; at the eighth refusal it fails.',
  impossible: 'Not to this person, or not from this account: the step takes its `else`.',
  fail: 'The step fails, with the message of the service, and `on_error` decides.',
  unknown:
    'Nobody knows whether it happened: nothing is sent again until it has been looked up or a person has decided.',
};
