import { describe, expect, it } from 'vitest';
import { runTestFile } from '../../../src/core/simulate/sequence-tests/run-test-file.ts';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';

const PAGE = `sequence: backend-engineers
description: Candidates of the backend job, invitation first, then InMail, then email
senders:
  professional: [acc_anna]
  email: [acc_mail1, acc_mail2]
schedule:
  timezone: lead
  fallback_timezone: Europe/Paris
  hours: { mon-fri: "09:00-12:30, 14:00-18:00" }
  holidays: [FR]
  spacing: 3m..9m
limits:
  visits: 80/day
  invites: [20/day, 80/week]
  messages: 60/day
  inmails: 10/day
  emails: 40/day
  credits: 500/day
  warm_up: { start: 5/day, grow: 2/day }
enroll:
  again: never
  unless: [active_elsewhere, contacted within 30 days]
  per_company: 3
stop_on: [reply, unsubscribe, bounce]
out_of_office: wait until back
review: false
vars: { team: Platform }
steps:
  - visit
  - wait: 1 day
  - invite: "Hi {{ first_name }}, we are growing the {{ team }} team. Shall we talk?"
  - wait_for: accepted_invitation
    within: 7 days
    then:
      - message: "Thank you, {{ first_name }}. Could I tell you more about {{ job.title }}?"
      - wait: 3 business days
      - message: "Just floating this up."
    else:
      - withdraw
      - inmail:
          subject: "{{ team }} at Acme"
          text: |
            Hi {{ first_name | default: 'there' }} …
        else:
          - enrich: email
          - email: { subject: "{{ team }} at Acme", text: "…" }
  - end: no_answer
`;

describe('the test on the page of the language', () => {
  const compiled = compileSequence(PAGE);
  const find = () => {
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
    return { found: true as const, plan: compiled.plan };
  };

  it('passes as it is written there', () => {
    const ran = runTestFile(
      `sequence: backend-engineers
tests:
  - name: refuses politely, gets no second message
    lead: { first_name: Ada, profile_url: https://professional.example/in/ada, timezone: Europe/Paris }
    start: 2026-03-02 09:00
    events:
      - after invite + 2 days: accepted_invitation
      - after message + 1 hour: { reply: "No thanks" }
    expect:
      - visit
      - invite: { at: 2026-03-03 09:00.. }
      - message
      - end: replied
`,
      find,
    );
    expect(ran.ok && ran.outcomes.map(({ reasons }) => reasons)).toEqual([[]]);
  });

  it('texts about the job have one that stands for any, or the one of the test', () => {
    const test = (more: string) =>
      runTestFile(
        `sequence: backend-engineers
tests:
  - name: t
    lead: { first_name: Ada, profile_url: https://professional.example/in/ada }
    events: [{ after invite + 1 day: accepted_invitation }, { after message + 1 hour: reply }]
${more}`,
        find,
      );
    const withAny = test('    expect: [visit, invite, { message: { contains: about Engineer } }, { end: replied }]');
    expect(withAny.ok && withAny.outcomes[0]?.reasons).toEqual([]);
    const own = test(
      '    job: { title: SRE }\n    expect: [visit, invite, { message: { contains: about SRE } }, { end: replied }]',
    );
    expect(own.ok && own.outcomes[0]?.reasons).toEqual([]);
  });
});
