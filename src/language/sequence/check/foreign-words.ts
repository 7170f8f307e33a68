import { own } from '../../../shared/kit/own.ts';

/**
 * Words of other tools with ours: people bring sequences along, and no distance between spellings leads from `delay` to `wait`.
 * Where a word means several things, the place decides: `title` is an email's subject, or a lead's headline.
 */
const OURS: Readonly<Record<string, readonly string[]>> = {
  // Steps
  add_contact: ['invite'],
  ab_test: ['split'],
  branch: ['if'],
  condition: ['if'],
  connect: ['invite'],
  connection_request: ['invite'],
  delay: ['wait'],
  direct_message: ['message'],
  dm: ['message'],
  exit: ['end'],
  find_email: ['enrich'],
  finish: ['end'],
  follow_up: ['message', 'email'],
  invitation: ['invite', 'note'],
  loop: ['repeat'],
  mail: ['email'],
  manual_task: ['task'],
  open_profile: ['visit'],
  profile_view: ['visit'],
  profile_visit: ['visit'],
  send_connection_request: ['invite'],
  send_email: ['email'],
  send_inmail: ['inmail'],
  send_invitation: ['invite'],
  send_invite: ['invite'],
  send_message: ['message'],
  sleep: ['wait'],
  stop: ['end'],
  todo: ['task'],
  variant: ['split'],
  variants: ['split'],
  view_profile: ['visit'],
  visit_profile: ['visit'],
  wait_until: ['wait'],
  withdraw_invitation: ['withdraw'],
  // Keys
  body: ['text', 'steps'],
  content: ['text'],
  deadline: ['within'],
  name: ['sequence', 'id'],
  otherwise: ['else'],
  owner: ['assignee'],
  subject_line: ['subject'],
  template: ['text'],
  timeout: ['within'],
  variables: ['vars'],
  // Channels and limits
  accounts: ['senders'],
  connection_requests: ['invites'],
  connections: ['invites'],
  connects: ['invites'],
  dms: ['messages'],
  gmail: ['email'],
  invitations: ['invites'],
  linkedin: ['professional'],
  mails: ['emails'],
  outlook: ['email'],
  profile_views: ['visits'],
  profile_visits: ['visits'],
  views: ['visits'],
  whatsapp: ['messenger'],
  // What is waited for
  accepted: ['accepted_invitation', 'connected'],
  answer: ['reply'],
  answered: ['reply', 'replied'],
  connected: ['accepted_invitation'],
  connection_accepted: ['accepted_invitation'],
  invite_accepted: ['accepted_invitation'],
  labeled: ['label'],
  labelled: ['label'],
  replied: ['reply'],
  response: ['reply'],
  // Fields
  city: ['location'],
  company_name: ['company'],
  email_address: ['email'],
  employer: ['company'],
  family_name: ['last_name'],
  fname: ['first_name'],
  forename: ['first_name'],
  given_name: ['first_name'],
  job_title: ['headline', 'job.title'],
  linkedin_url: ['profile_url'],
  lname: ['last_name'],
  message: ['text', 'note'],
  mobile: ['phone_number'],
  organisation: ['company'],
  organization: ['company'],
  phone: ['phone_number'],
  position: ['headline'],
  profile: ['profile_url'],
  sender_email: ['sender.email'],
  sender_name: ['sender.name'],
  surname: ['last_name'],
  time_zone: ['timezone'],
  title: ['subject', 'headline'],
  tz: ['timezone'],
};

/** Words of other tools for what the language does in another way: the hint says how, instead of giving a word. */
const OTHERWISE: Readonly<Record<string, string>> = {
  goto: 'There is no goto, so that every sequence can be shown to end: put the steps into `then` or `else`, or into `repeat: { times: 3, steps: […] }`.',
  jump: 'There is no jump, so that every sequence can be shown to end: put the steps into `then` or `else`, or into `repeat: { times: 3, steps: […] }`.',
  else: "Put `else:` below the step that it belongs to, as far in as the step's word.",
  endorse: 'The service has no endorsements; `like` and `comment` act on the latest post.',
  follow: 'The service cannot follow people; `visit` shows that somebody looked.',
  webhook: "Sequences call no other systems: these listen to the engine's events instead.",
};

/** `companyName`, `Company Name` and `company-name` are one word. */
export const plainWord = (word: string): string =>
  word
    .trim()
    .slice(0, 64)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

/** Those of `candidates` that another tool calls `word`, or writes in another way. Several: the place does not decide which. */
export function ownWordsFor(word: string, candidates: Iterable<string>): readonly string[] {
  const known = new Set(candidates);
  const plain = plainWord(word);
  if (known.has(plain) && plain !== word) return [plain];
  const ours = own(OURS, plain) ?? [];
  return ours.filter((own) => known.has(own));
}

/** How the language does what another tool has a step for; null where no more can be said. */
export function otherwiseFor(word: string): string | null {
  const plain = plainWord(word);
  return own(OTHERWISE, plain) ?? null;
}
