export const countOf = (count: number, word: string): string =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;

export const people = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'person' : 'people'}`;

const REFUSALS: Readonly<Record<string, string>> = {
  missing: 'lacks what the sequence needs',
  invalid_lead: 'has a field that is wrong',
  unknown_field: 'has a field that nobody knows',
  suppressed: 'is on the do-not-contact list',
  duplicate: 'is or was in the sequence',
  per_company: 'enough of their company are in it',
  active_elsewhere: 'is in another sequence',
  contacted_recently: 'was contacted not long ago',
  unknown_account: 'their account is not connected',
  no_sender: 'no account can write to them',
  bad_address: 'their address is dead, or has complained',
  stopped: 'the campaign was stopped before',
};

/** Why somebody does not enter, by its code. */
export const code = (name: string): string => REFUSALS[name] ?? name.replaceAll('_', ' ');

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
