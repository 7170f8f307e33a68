/** What a definite refusal of the V2 service means for the step. */
export type Meaning =
  | 'hold_account'
  | 'wait_for_credits'
  | 'wait_for_service'
  | 'pause_account'
  | 'hold_class'
  | 'connected'
  | 'invited'
  | 'nothing_to_do'
  | 'try_later'
  | 'impossible'
  | 'fail'
  | 'unknown';

/** What the engine then does, in the words of `docs/outcomes.md`. */
export const WHAT_IT_DOES: Readonly<Record<Meaning, string>> = {
  hold_account:
    'The whole account waits, for every worker: until `Retry-After` (wall time), or 10 s where none is given, twice as long each time it comes again, at most 15 minutes. Then its steps come back one after the other. The step itself is asked again.',
  wait_for_credits:
    'All that costs credits waits, for every account; what is free goes on. One look every 15 s at `GET /v2/credits` (free) ends the wait when the balance is back.',
  wait_for_service:
    'The step waits and asks again (10 s doubling to 5 minutes): our own key is refused, which a person must repair and no account is to blame for.',
  pause_account:
    'The account counts as not connected: its steps give their places back and wait until it is connected again. Nothing is asked of it meanwhile.',
  hold_class: 'No more of this class from this account until its next week begins; the step waits for its place.',
  connected: 'What the step is for holds already: the person is connected. The step is done, without an effect.',
  invited: 'An invitation is pending already. The step is done, without an effect.',
  nothing_to_do: 'There is no invitation any more to withdraw. The step is done, without an effect.',
  try_later:
    'Not now, for a reason of this step alone: it asks again after 5 minutes, twice as long each time, at most 3 hours; at the eighth refusal it fails.',
  impossible: 'Not to this person, or not from this account: the step takes its `else`.',
  fail: 'The step fails, with the message of the service, and `on_error` decides.',
  unknown: 'Nobody knows whether it happened: nothing is sent again before it was read back, or a person has decided.',
};
