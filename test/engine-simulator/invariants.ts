/** The invariants that a history must keep. I6 is about webhooks of ours, which no history has. */
export const INVARIANTS = {
  I1: 'each step reaches its person once at most, and once where the ledger says so',
  I2: 'no call of which it is unknown whether it went out is made again blindly, and none stays unknown',
  I3: 'no account does more in a day than its limits allow',
  I4: 'the ledger has paid what the service has charged',
  I5: 'each event changes something once',
  I7: 'no call begins after a stop, a reply, a refusal or an erasure that was committed before',
  I8: 'everybody comes to an end',
  slots: 'each call has used one place, of its own day, and nobody keeps one after their end',
  writer: 'no step begins to send to somebody while a person of ours writes to them',
  shared: 'who shares a transaction with somebody whose rows are refused notices nothing of it',
  deadlock: 'nobody waits for locks in a circle',
  erased: 'no row of any table names somebody who was erased',
  spelling: 'nobody is in a sequence twice, in whichever spelling they come, nor again once they were erased',
  doubt:
    "nothing is sent to whoever may have answered until a person has said what their mail is, and a machine's stops nobody",
  arms: 'each person of a split that moves people has one arm and is counted once',
} as const;

export type Invariant = keyof typeof INVARIANTS;
