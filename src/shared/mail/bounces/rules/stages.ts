/**
 * The part of the conversation that the server answered to: before anybody was named as recipient, the recipient, or the text
 * itself.
 */
export type Stage = 'sender' | 'recipient' | 'text';

export interface StageRule {
  readonly stage: Stage;
  readonly says: RegExp;
  /** As in `Rule`. */
  readonly servers: readonly string[];
}

const at = (stage: Stage, servers: string, says: RegExp): StageRule => ({
  stage,
  says,
  servers: servers.split(' ').filter((server) => server !== ''),
});

/** How servers tell at which command a mail was refused; of several the first in the text counts. */
export const STAGES: readonly StageRule[] = [
  at(
    'sender',
    'cox microsoft postfix rfc3464',
    /in (?:reply|response) to (?:(?:end of )?(?:helo|ehlo|lhlo)|mail from)\b/,
  ),
  at(
    'recipient',
    'apple ezweb google iua',
    /(?:in (?:reply|response) to|while sending|during|at) (?:the )?rcpt(?: to)?\b/,
  ),
  at(
    'text',
    'google nttdocomo postfix tencent',
    /(?:in (?:reply|response) to|while sending) (?:the )?(?:end of )?data\b/,
  ),
  at('sender', 'cox exim microsoft postfix', /(?:after|to|for) (?:the )?(?:initial connection|helo|ehlo|mail from)\b/),
  at(
    'recipient',
    'exim gmx mailru x6',
    /\b(?:server|host|command|response|error) (?:after|following|to|for) (?:the )?rcpt\b/,
  ),
  at(
    'text',
    'einsundeins exim franceptt google',
    /(?:after|to|for) (?:the )?(?:end of (?:data|message)|(?:pipelined )?data|text) ?command?\b|after end of data/,
  ),
  at('sender', 'qmail', /sender was rejected|my name was rejected|did not like our (?:helo|ehlo|mail from)/),
  at('recipient', 'dragonfly qmail', /does not like recipient|did not like our rcpt/),
  at(
    'text',
    'qmail',
    /failed (?:on|after) (?:i sent )?(?:the )?(?:message|data command)|did not like our (?:data|end)/,
  ),
  at('sender', 'yahoo', /\[mail_from\]/),
  at('recipient', 'yahoo', /\[rcpt_to\]/),
  at('text', 'mfilter', /smtp command data\b/),
  at('recipient', 'postfix x3', /smtp:rcpt host|smtp command rcpt\b|\b5\d\d[ -](?:command )?rcpt\b/),
  at('recipient', 'gmail', /\(state 14\)/),
  at('text', 'gmail', /\(state 1[5-8]\)/),
  // PowerMTA's own category of the failure.
  at('recipient', 'powermta', /\(bad-mailbox\)/),
  at('recipient', 'amazonses', /\b5\.1\.0 - unknown address error/),
  at('text', 'amazonses', /\b5\.3\.0 - other mail system problem/),
];

/** At which command; null: no rule can tell. */
export function stageOf(texts: readonly string[], rules: readonly StageRule[]): Stage | null {
  for (const text of texts) {
    const part = text.slice(0, 6_000).toLowerCase().replace(/\s+/g, ' ');
    const byRule = rules
      .map(({ stage, says }) => ({ stage, at: part.search(says) }))
      .filter(({ at }) => at >= 0)
      .toSorted((one, other) => one.at - other.at)[0]?.stage;
    const stage = byRule ?? stageInTranscript(part);
    if (stage !== null) return stage === 'text' && NOBODY_LEFT.test(part) ? null : stage;
  }
  return null;
}

/** Commands sent together: the text was never taken, and the command tells nothing. */
const NOBODY_LEFT = /no valid recipients|need rcpt|no recipients/;

const REFUSED = /(?:<<<|>>>) [45]\d\d/;
const COMMAND = /(?:>>>|<<<) (helo|ehlo|mail from|rcpt to|data|\.)(?![a-z])/g;

/** `>>> RCPT To:<bob@gone.example>` and then `<<< 550 …`: the last command before the first refusal. */
function stageInTranscript(text: string): Stage | null {
  const end = text.search(REFUSED);
  const command = [...text.slice(0, Math.max(0, end)).matchAll(COMMAND)].at(-1)?.[1];
  if (command === undefined) return null;
  if (command === 'rcpt to') return 'recipient';
  return command === 'data' || command === '.' ? 'text' : 'sender';
}
