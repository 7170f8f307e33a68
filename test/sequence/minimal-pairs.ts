import type { DiagnosticCode } from '../../src/language/sequence/diagnostics/diagnostic-codes.ts';

/** Two sequences that differ in one place only: the first is reported under the code, the second gives no diagnostics at all. */
export interface Pair {
  readonly code: DiagnosticCode;
  readonly about: string;
  /** The text around the place, which is marked `@@`. */
  readonly text: string;
  readonly wrong: string;
  readonly right: string;
}

const pair = (code: DiagnosticCode, about: string, text: string, wrong: string, right: string): Pair => ({
  code,
  about,
  text: text.startsWith('sequence:') ? text : `sequence: example\n${text}`,
  wrong,
  right,
});

export const LIMITS =
  'limits: { visits: 80/day, invites: 20/day, messages: 50/day, inmails: 10/day, emails: 40/day }\n';
export const EMAIL = 'email: { subject: S, text: T }';
const INMAIL = 'inmail: { subject: S, text: T }';
const NOTE = (length: number, sender: string): string =>
  `senders: { professional: ${sender} }\n${LIMITS}steps:\n  - invite: "@@${'x'.repeat(length)}"\n`;
export const XS = (length: number): string => 'x'.repeat(length);
export const REPLY = '  - wait_for: reply\n    within: 5 days\n    else: [{ end: no_answer }]\n';
const TAKEN = '  - wait_for: reply\n    within: 2 days\n    else: [like]\n';
const ACCEPTED = '  - wait_for: accepted_invitation\n    within: 5 days\n    else: [like]\n';
const LOOKED_UP = '  - action: profiles.get\n    params: { profile_url: "{{ profile_url }}" }\n';
/** A pair that differs between an email and the wait for its reply. */
const replies = (about: string, wrong: string, right: string): Pair =>
  pair('SEQ062', about, `${LIMITS}steps:\n  - ${EMAIL}\n@@${REPLY}`, wrong, right);

export const TABLE: readonly Pair[] = [
  pair('SEQ061', 'the name', 'sequence: @@\nsteps: [visit]\n', 'taken', 'free'),
  // No run that comes back to itself, and none to a sequence that is not there.
  pair('SEQ038', 'itself', 'steps:\n  - visit\n  - run: @@\n', 'example', 'nurture'),
  pair('SEQ038', 'another that comes back by a third', 'steps:\n  - visit\n  - run: @@\n', 'welcome', 'nurture'),
  pair('SEQ039', 'a run', 'steps:\n  - visit\n  - run: @@\n', 'nurtur', 'nurture'),
  // No value that is written in the sequence, and that its text cannot show.
  ...['{{ day | date: "%e" }}', '{{ vars.day | date }}'].map((shown) =>
    pair('SEQ044', shown, `${LIMITS}vars: { day: @@ }\nsteps:\n  - task: '${shown}'\n`, 'soon', '2027-02-28'),
  ),
  pair('SEQ044', 'a text', `${LIMITS}steps:\n  - task: '{{ "2028-@@" | date: "%e" }}'\n`, '04-31', '02-29'),
  // No value of another type than the default of its variable has.
  pair('SEQ045', 'a day', 'vars: { day: 2027-@@ }\nsteps:\n  - task: "{{ day }}"\n', '02-29', '02-28'),
  ...['score: @@', 'score: "@@"'].map((set) =>
    pair('SEQ045', set, `vars: { score: 0 }\nsteps:\n  - set: { ${set} }\n  - task: Call\n`, 'ten', '10'),
  ),
  pair('SEQ045', 'nothing', 'vars: { team: a }\nsteps:\n  - set: { @@: null }\n  - task: Call\n', 'team', 'other'),
  pair(
    'SEQ045',
    'an answer',
    'vars: { found: 0 }\nsteps:\n  - action: network.recommendations\n    params: { }\n    save_as: @@\n',
    'found',
    'other',
  ),
  pair('SEQ044', 'an address', `${LIMITS}steps:\n  - email: { subject: a, text: b, to: '@@' }\n`, 'Ada', 'a@x.example'),
  pair('SEQ044', 'a format', `steps:\n  - task: '{{ "2028-02-29" | date: "@@" }}'\n`, '%Q', '%d'),
  // No note longer than the network takes, whichever branch of a text renders.
  pair(
    'SEQ033',
    'one branch of an if',
    `${LIMITS}steps:\n  - invite: "{% if company %}${XS(290)}{% else %}@@{% endif %}"\n`,
    XS(301),
    XS(300),
  ),
  pair(
    'SEQ055',
    'a value that is cut',
    `${LIMITS}steps:\n  - invite: "{{ company | truncate: @@ | upcase }}${XS(280)}"\n`,
    '21',
    '20',
  ),
  pair(
    'SEQ055',
    'a value that is added to behind the cut',
    `${LIMITS}steps:\n  - invite: "{{ company | @@ }}${XS(280)}"\n`,
    'truncate: 10 | append: company',
    'append: company | truncate: 10',
  ),
  // No message to someone who may not be connected without an else.
  pair('SEQ030', 'a message', `${LIMITS}steps:\n  - message: Hi\n@@`, '', '    else: [{ end: not_connected }]\n'),
  pair(
    'SEQ030',
    'the channel',
    `${LIMITS}steps:\n  - message: { text: Hi, channel: @@ }\n`,
    'professional',
    'messenger',
  ),
  pair(
    'SEQ030',
    'what was waited for',
    `${LIMITS}steps:\n  - invite\n  - wait_for: @@\n    within: 7 days\n    then: [message: Hi]\n    else: [visit]\n`,
    'reply',
    'accepted_invitation',
  ),
  pair('SEQ030', 'a condition', `${LIMITS}steps:\n  - message: Hi\n    if: state.@@\n`, 'invited', 'connected'),
  pair(
    'SEQ030',
    'what is sure on one arm of a split only',
    `${LIMITS}steps:\n  - split:\n      a: { steps: [{ end: a }] }\n      b: { steps: [{ @@ }] }\n  - message: Hi\n`,
    'message: Hello, if: state.connected',
    'message: Hello, else: [{ end: b }]',
  ),
  pair(
    'SEQ030',
    'a message by a plain action',
    `${LIMITS}steps:\n  - action: messages.send\n    params: { profile_url: "{{ profile_url }}", message_text: Hi }\n@@`,
    '',
    '    else: [{ end: not_connected }]\n',
  ),
  // No InMail without a seat and an else.
  pair('SEQ031', 'an InMail', `${LIMITS}steps:\n  - ${INMAIL}\n@@`, '', '    else: [{ end: no_inmail }]\n'),
  pair(
    'SEQ031',
    'an InMail by a plain action',
    `${LIMITS}steps:\n  - action: messages.send\n    params: { profile_url: "{{ profile_url }}", message_text: Hi, inmail: true }\n@@`,
    '',
    '    else: [{ end: no_inmail }]\n',
  ),
  pair(
    'SEQ042',
    'the sender',
    `senders: { professional: @@ }\n${LIMITS}steps:\n  - ${INMAIL}\n    else: [{ end: no_inmail }]\n`,
    'acc_free',
    'acc_seat',
  ),
  pair(
    'SEQ042',
    'one seat in a pool',
    `senders: { professional: [acc_free@@] }\n${LIMITS}steps:\n  - ${INMAIL}\n    else: [{ end: no_inmail }]\n`,
    '',
    ', acc_seat',
  ),
  // No email without an address on that path.
  pair('SEQ043', 'the else of enrich', `${LIMITS}steps:\n  - enrich: email\n    @@: [${EMAIL}]\n`, 'else', 'then'),
  pair('SEQ043', 'a condition', `${LIMITS}steps:\n  - ${EMAIL}\n    if: "@@state.has_email"\n`, '!', ''),
  pair(
    'SEQ043',
    'an address of its own',
    `${LIMITS}steps:\n  - enrich: email\n    else: [email: { subject: S, text: T@@ }]\n`,
    '',
    ', to: jobs@example.com',
  ),
  pair(
    'SEQ020',
    'an arm',
    `${LIMITS}steps:\n  - split: { @@: { steps: [visit] }, b: { steps: [like] } }\n`,
    'arms',
    'arm',
  ),
  pair('SEQ034', 'a subject', `${LIMITS}steps:\n  - email: { text: T@@ }\n`, '', ', subject: S'),
  pair('SEQ034', 'an email to answer', `${LIMITS}steps:\n  - @@\n  - email: Again\n`, 'visit', EMAIL),
  // No note longer than the sender's tier allows.
  pair('SEQ033', 'any sender', NOTE(300, 'acc_seat'), 'x', ''),
  pair('SEQ033', 'a free account', NOTE(200, 'acc_free'), 'x', ''),
  pair(
    'SEQ033',
    'the tier',
    `senders: { professional: @@ }\n${LIMITS}steps:\n  - invite: ${XS(250)}\n`,
    'acc_free',
    'acc_seat',
  ),
  pair(
    'SEQ033',
    'a tier that is not known',
    `senders: { professional: @@ }\n${LIMITS}steps:\n  - invite: ${XS(250)}\n`,
    'acc_free',
    'acc_new',
  ),
  pair(
    'SEQ033',
    'an invitation by a plain action',
    `senders: { professional: @@ }\n${LIMITS}steps:\n  - action: network.invite\n    params: { profile_url: "{{ profile_url }}", message_text: ${XS(250)} }\n`,
    'acc_free',
    'acc_seat',
  ),
  pair('SEQ055', 'long names', `${LIMITS}steps:\n  - invite: "Hi @@, ${XS(280)}"\n`, '{{ first_name }}', 'there'),
  pair(
    'SEQ055',
    'long names from a free account',
    `senders: { professional: acc_free }\n${LIMITS}steps:\n  - invite: "Hi @@, ${XS(180)}"\n`,
    '{{ first_name }}',
    'there',
  ),
  // No send class that the limits can never admit.
  pair('SEQ035', 'a limit of nothing', 'limits: { invites: @@/week }\nsteps: [invite]\n', '0', '1'),
  pair('SEQ035', 'a limit of visits', 'limits: { visits: @@/day }\nsteps: [visit]\n', '0', '1'),
  pair(
    'SEQ035',
    'a domain that gets nothing',
    'limits: { emails: 9/day, emails_per_domain: @@/week }\nsteps: [{ email: { subject: Hi, text: Hello } }]\n',
    '0',
    '1',
  ),
  pair('SEQ035', 'credits', 'limits: { credits: @@/day }\nsteps: [enrich: email]\n', '0', '9'),
  pair(
    'SEQ035',
    'a warm-up that never begins',
    'limits: { invites: 20/day, warm_up: { start: @@/day, grow: 2/day } }\nsteps: [invite]\n',
    '0',
    '1',
  ),
  pair(
    'SEQ035',
    'what the network allows the sender',
    'senders: { professional: @@ }\nsteps: [visit]\n',
    'acc_blocked',
    'acc_free',
  ),
  pair(
    'SEQ041',
    'hours of each day',
    'schedule: { timezone: Europe/Paris, hours: { mon-sat: [], sun: [@@] }, holidays: [FR] }\nsteps: [visit]\n',
    '',
    '"09:00-10:00"',
  ),
  // Every step has a sender; every run goes on elsewhere.
  pair('SEQ032', 'a channel', `senders: { @@: acc_a }\n${LIMITS}steps:\n  - ${EMAIL}\n`, 'professional', 'email'),
  pair(
    'SEQ032',
    'the messenger',
    `senders: { @@: acc_a }\n${LIMITS}steps:\n  - message: { text: Hi, channel: messenger }\n`,
    'professional',
    'messenger',
  ),
  // No text that reads what is not made on every path.
  pair(
    'SEQ036',
    'one branch',
    `${LIMITS}steps:\n  - if: state.has_email\n    then: [set: { greeting: Hi }]\n    else: [@@]\n  - invite: "{{ greeting }}"\n`,
    'visit',
    'set: { greeting: Hello }',
  ),
  pair(
    'SEQ036',
    'a default',
    `${LIMITS}@@steps:\n  - set: { greeting: Hi }\n    if: state.has_email\n  - invite: "{{ greeting }}"\n`,
    '',
    'vars: { greeting: Hello }\n',
  ),
  pair(
    'SEQ036',
    'a condition',
    `steps:\n  - set: { stage: warm }\n@@  - visit: {}\n    if: vars.stage == "warm"\n`,
    '    if: state.has_email\n',
    '',
  ),
  pair(
    'SEQ036',
    'the result of an action that may fail',
    `${LIMITS}steps:\n  - action: profiles.get\n    params: { profile_url: "{{ profile_url }}" }\n    save_as: person\n    on_error: @@\n  - invite: "{{ person.headline }}"\n`,
    'continue',
    'stop',
  ),
  pair(
    'SEQ036',
    'the first round',
    `${LIMITS}steps:\n@@  - repeat:\n      times: 2\n      steps:\n        - message: { text: "{{ topic }}", channel: messenger }\n        - set: { topic: more }\n`,
    '',
    '  - set: { topic: work }\n',
  ),
  // Lints.
  pair(
    'SEQ050',
    'an else',
    'steps:\n  - wait_for: reply\n    within: 2 days\n@@',
    '',
    '    else: [{ end: no_answer }]\n',
  ),
  pair(
    'SEQ051',
    'both branches',
    'steps:\n  - if: state.connected\n    then: [{ end: a }]\n    else: [@@]\n  - visit\n',
    '{ end: b }',
    'withdraw',
  ),
  pair(
    'SEQ051',
    'all arms',
    'steps:\n  - split:\n      a: { steps: [{ end: a }] }\n      b: { steps: [@@] }\n  - visit\n',
    '{ end: b }',
    'withdraw',
  ),
  pair(
    'SEQ051',
    'both answers of a task',
    'steps:\n  - task: Call\n    then: [{ end: a }]\n    else: [@@]\n  - visit\n',
    '{ end: b }',
    'withdraw',
  ),
  pair(
    'SEQ051',
    'rounds that end',
    'steps:\n  - repeat:\n      times: 3\n      steps: [visit, { @@ }]\n  - visit\n',
    'end: done',
    'wait: 1 day',
  ),
  pair('SEQ051', 'an error that goes on', 'steps:\n  - run: nurture\n@@  - visit\n', '', '    on_error: continue\n'),
  pair(
    'SEQ051',
    'a step that goes on elsewhere',
    'steps:\n  - run: nurture\n@@  - visit\n',
    '',
    '    if: state.connected\n',
  ),
  pair(
    'SEQ051',
    'a step that succeeded or was not possible',
    `steps:\n  - enrich: email\n    then: [{ end: a }]\n@@  - visit\n`,
    '    else: [{ end: b }]\n',
    '    else: [withdraw]\n',
  ),
  pair('SEQ052', 'the order', 'steps:\n  - end: done\n@@  - visit\n', '', '    if: state.connected\n'),
  pair('SEQ053', 'a reply', 'stop_on: [@@unsubscribe, bounce]\nsteps: [visit]\n', '', 'reply, '),
  pair('SEQ054', 'a limit', 'limits: { @@: 20/day }\nsteps: [invite]\n', 'visits', 'invites'),
  pair(
    'SEQ056',
    'unsubscribe',
    `${LIMITS}steps:\n  - email: { subject: S, text: T, unsubscribe: @@ }\n`,
    'false',
    'true',
  ),
  pair('SEQ057', 'the best tier', 'limits: { invites: @@/day }\nsteps: [invite]\n', '41', '40'),
  pair(
    'SEQ057',
    "the sender's tier",
    'senders: { professional: acc_free }\nlimits: { invites: @@/day }\nsteps: [invite]\n',
    '21',
    '20',
  ),
  pair(
    'SEQ057',
    'the lowest tier of a pool',
    'senders: { professional: [acc_seat@@] }\nlimits: { invites: 30/day }\nsteps: [invite]\n',
    ', acc_free',
    '',
  ),
  pair(
    'SEQ057',
    'a day against a week',
    'senders: { professional: acc_seat }\nlimits: { messages: @@/day }\nsteps:\n  - message: Hi\n    else: [visit]\n',
    '151',
    '150',
  ),
  pair(
    'SEQ058',
    'the waits of the shortest path',
    `${LIMITS}steps:\n  - wait_for: reply\n    within: 8 weeks\n    then: [{ wait: @@ }]\n    else: [{ wait: 3 weeks }]\n  - invite: "{{ job.title }}"\n`,
    '61 days',
    '60 days',
  ),
  pair(
    'SEQ058',
    'rounds',
    `${LIMITS}steps:\n  - repeat:\n      times: @@\n      steps: [{ wait: 5 business days }, visit]\n  - invite: "{{ job.title }}"\n`,
    '9',
    '8',
  ),
  pair(
    'SEQ058',
    'rounds inside rounds',
    `${LIMITS}steps:\n  - repeat:\n      times: 3\n      steps: [{ repeat: { times: 3, steps: [{ wait: @@ days }] } }]\n  - invite: "{{ job.title }}"\n`,
    '7',
    '6',
  ),
  pair(
    'SEQ058',
    'an end inside a round',
    `${LIMITS}steps:\n  - repeat:\n      times: 20\n      steps: [{ wait: 5 days }@@]\n  - invite: "{{ job.title }}"\n`,
    '',
    ', { end: done, if: state.connected }',
  ),
  pair(
    'SEQ058',
    'what it speaks of',
    `${LIMITS}vars: { role: Engineer }\nsteps:\n  - wait: 70 days\n  - invite: "{{ @@ }}"\n`,
    'job.title',
    'role',
  ),
  pair(
    'SEQ063',
    'the limit of the first step',
    'limits: { visits: @@/week, invites: 35/week }\nsteps:\n  - visit\n  - wait: 1 day\n  - invite\n',
    '71',
    '70',
  ),
  pair(
    'SEQ063',
    'the days that have hours',
    'schedule: { timezone: Europe/Paris, hours: { mon-@@: "09:00-17:00" } }\nlimits: { visits: 18/day, invites: 35/week }\nsteps:\n  - visit\n  - wait: 1 day\n  - invite\n',
    'thu',
    'wed',
  ),
  pair(
    'SEQ063',
    'the wait between them',
    'limits: { visits: 80/week, invites: 35/week }\nsteps:\n  - visit\n  - @@\n  - invite\n',
    'wait: 2 days',
    'like',
  ),
  pair(
    'SEQ063',
    'how many of the arms invite',
    `limits: { visits: 90/week, invites: 35/week }\nsteps:\n  - visit\n  - wait: 1 day\n  - split:\n      a: { weight: 1, steps: [invite] }\n      b: { weight: 1, steps: [@@] }\n`,
    '{ invite: Hi }',
    'like',
  ),
  pair(
    'SEQ063',
    'a condition, whose share nobody knows',
    'limits: { visits: 90/week, invites: 35/week }\nsteps:\n  - visit\n  - wait: 1 day\n  - invite: {}\n@@',
    '',
    '    if: state.premium\n',
  ),
  pair('SEQ059', 'what it asks', 'steps:\n  - visit: {}\n    if: 2 == size(@@)\n', '"DE"', 'lead.country'),
  replies('a wait', '  - wait: 3 days\n', ''),
  replies('what stops it', '  - wait: 3 days\n', '  - wait: 3 days\n  - email: Again\n'),
  replies('a question to a person', '  - task: Look\n', '  - set: { seen: true }\n'),
  replies('a step that takes a place', '  - visit\n', '  - like\n'),
  replies('a step that is approved', `${LOOKED_UP}    review: true\n`, LOOKED_UP),
  replies('another wait', `  - invite\n${ACCEPTED}`, `${ACCEPTED}  - invite\n`),
  replies(
    'one of two ways',
    '  - if: state.premium\n    then: [{ wait: 1 day }]\n',
    '  - if: state.premium\n    then: [{ email: Hi }]\n',
  ),
  replies(
    'what may be skipped',
    '  - wait: 1 day\n  - email: Hi\n    if: state.premium\n',
    '  - wait: 1 day\n  - email: Hi\n',
  ),
  replies('a reply that was taken before', `${TAKEN}  - wait: 1 day\n`, TAKEN),
  pair(
    'SEQ062',
    'a label',
    `${LIMITS}steps:\n  - ${EMAIL}\n@@${REPLY.replace('wait_for: reply', 'wait_for: label')}`,
    '  - wait: 1 day\n',
    '',
  ),
  pair(
    'SEQ062',
    'who is written to before',
    `${LIMITS}steps:\n@@  - wait: 3 days\n${REPLY}`,
    '  - invite\n',
    '  - like\n',
  ),
  pair(
    'SEQ062',
    'rounds',
    `${LIMITS}steps:\n  - repeat:\n      times: 2\n      steps:\n        - wait_for: reply\n          within: 1 day\n          else: [visit]\n@@`,
    '        - invite\n        - wait: 1 day\n',
    '        - wait: 1 day\n        - invite\n',
  ),
  pair('SEQ060', 'the unit', 'steps:\n  - wait: 90 @@\n', 'weeks', 'days'),
];
