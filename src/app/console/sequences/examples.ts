export interface Example {
  readonly name: string;
  readonly about: string;
  sequence(): Promise<string>;
  tests(): Promise<string>;
}

// The sequences that come with us, as files of their own: each is loaded when somebody begins with it.
const FILES = import.meta.glob<string>('../../../../sequences/*.yaml', { query: '?raw', import: 'default' });
const FOR_EDITORS = /^# yaml-language-server:.*\n(?:#\n)?/;
const read = async (file: string): Promise<string> =>
  ((await FILES[`../../../../sequences/${file}`]?.()) ?? '').replace(FOR_EDITORS, '');

const example = (name: string, about: string): Example => ({
  ...{ name, about },
  sequence: () => read(`${name}.yaml`),
  tests: () => read(`${name}.test.yaml`),
});

export const EXAMPLES: readonly Example[] = [
  example('backend-engineers', 'candidates of a job: invitation first, then InMail, then email'),
  example('founder-outreach', 'founders write to founders, in person, a few a day'),
  example('visit-then-email', 'a look at the profile, then two short mails in one thread'),
  example('email-only', 'four short mails in one thread, from mailboxes that are warmed up'),
  example('inmail-only', 'senior people who accept no invitations from strangers'),
  example('messenger-followup', 'people who gave you their number and said that you may write there'),
  example('event-followup', 'after an event: thank people, send what you promised, stay in touch'),
  example('reactivation', 'people who were in good talks and went quiet'),
  example('sender-pool', 'several people who send, so that no account carries too much'),
];

export const EMPTY = `sequence: my-sequence
limits: { visits: 40/day }
steps:
  - visit
  - wait: 2 days
  - end: completed
`;
