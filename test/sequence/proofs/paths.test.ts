import { describe, expect, it } from 'vitest';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';

const HEAD = 'limits: { invites: 9/day, messages: 9/day, inmails: 9/day, emails: 9/day }\n';
const compile = (steps: string, head = HEAD) => compileSequence(`sequence: example\n${head}steps:\n${steps}`);
const codes = (steps: string, head = HEAD): string[] => compile(steps, head).diagnostics.map(({ code }) => code);

function needs(steps: string, head = HEAD): readonly string[] {
  const compiled = compile(steps, head);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  return compiled.plan.needs;
}

describe('a message needs a connection on every path', () => {
  it('is fine in the then branch of an accepted invitation', () => {
    expect(
      codes('  - wait_for: accepted_invitation\n    within: 1d\n    then: [message: Hi]\n    else: [visit]\n'),
    ).toEqual([]);
  });
  it('is refused in its else branch, and behind both', () => {
    expect(codes('  - wait_for: accepted_invitation\n    within: 1d\n    else: [message: Hi]\n')).toEqual(['SEQ030']);
    expect(
      codes(
        '  - wait_for: accepted_invitation\n    within: 1d\n    then: [visit]\n    else: [visit]\n  - message: Hi\n',
      ),
    ).toEqual(['SEQ030']);
  });
  it('is fine behind a branch whose other side ended', () => {
    expect(
      codes('  - wait_for: accepted_invitation\n    within: 1d\n    else: [{ end: no_answer }]\n  - message: Hi\n'),
    ).toEqual([]);
  });
  it('is fine with an else, and behind another message', () => {
    expect(codes('  - message: Hi\n    else: [{ end: unknown }]\n  - message: Again\n')).toEqual([]);
  });
  it('is fine where a condition says connected, beside the step or around it', () => {
    expect(codes('  - message: Hi\n    if: state.connected && lead.country == "FR"\n')).toEqual([]);
    expect(codes('  - if: "!state.connected"\n    then: [{ end: unknown }]\n  - message: Hi\n')).toEqual([]);
  });
  it('is fine where a comparison says connected, or the first degree', () => {
    for (const says of ['state.connected == true', 'state.connected != false', 'false != state.connected'])
      expect(codes(`  - message: Hi\n    if: ${says}\n`), says).toEqual([]);
    expect(codes('  - message: Hi\n    if: state.degree == 1\n')).toEqual([]);
    for (const says of ['state.connected == false', 'state.degree != 1', 'state.degree == 2'])
      expect(codes(`  - message: Hi\n    if: ${says}\n`), says).toEqual(['SEQ030']);
  });
  it('is fine behind rounds that only the connected leave, for there is one round at least', () => {
    const round = '{ wait_for: accepted_invitation, within: 1d, else: [{ end: no_answer }] }';
    expect(codes(`  - repeat: { times: 2, steps: [invite, ${round}] }\n  - message: Hi\n`)).toEqual([]);
    expect(codes(`  - repeat: { times: 2, steps: [invite] }\n  - message: Hi\n`)).toEqual(['SEQ030']);
    expect(codes(`  - repeat: { times: 2, steps: [{ message: Hi }, ${round}] }\n`)).toEqual(['SEQ030']);
    const maybe = `{ repeat: { times: 2, steps: [invite, ${round}] }, if: state.premium }`;
    expect(codes(`  - ${maybe}\n  - message: Hi\n`)).toEqual(['SEQ030']);
  });
  it('is refused where the condition may hold without a connection', () => {
    expect(codes('  - message: Hi\n    if: state.connected || lead.country == "FR"\n')).toEqual(['SEQ030']);
  });
  it('is refused behind a message that may have failed or been skipped', () => {
    expect(codes('  - message: Hi\n    else: [visit]\n    on_error: continue\n  - message: Again\n')).toEqual([
      'SEQ030',
    ]);
    expect(codes('  - message: Hi\n    if: state.connected\n  - message: Again\n')).toEqual(['SEQ030']);
  });
});

describe('an address is needed where no path has found one', () => {
  it('for an email', () => {
    expect(needs('  - email: { subject: S, text: T }\n')).toEqual(['email']);
  });
  it('but not behind enrich, whose else ends or goes elsewhere', () => {
    expect(needs('  - enrich: email\n    else: [{ end: none }]\n  - email: { subject: S, text: T }\n')).toEqual([]);
    expect(needs('  - enrich: email\n  - email: { subject: S, text: T }\n')).toEqual([]);
  });
  it('again when the else joins before the email', () => {
    expect(needs('  - enrich: email\n    else: [visit]\n  - email: { subject: S, text: T }\n')).toContain('email');
    expect(needs('  - enrich: email\n    on_error: continue\n  - email: { subject: S, text: T }\n')).toEqual(['email']);
    expect(needs('  - enrich: email\n    if: state.premium\n  - email: { subject: S, text: T }\n')).toEqual(['email']);
  });
  it('not where the condition asks for one', () => {
    expect(needs('  - email: { subject: S, text: T }\n    if: state.has_email\n')).toEqual([]);
    expect(needs('  - enrich: email\n    if: "!state.has_email"\n  - email: { subject: S, text: T }\n')).toEqual([]);
  });
});

describe('what a lead must bring', () => {
  const cases: [string, string, string, string[]][] = [
    ['a profile for steps on the network', '  - visit\n', HEAD, ['profile_url']],
    ['names that texts read', '  - invite: "Hi {{ first_name }}"\n', HEAD, ['first_name', 'profile_url']],
    ['not names with a default', '  - invite: "Hi {{ first_name | default: \'there\' }}"\n', HEAD, ['profile_url']],
    ['not names inside an if', '  - invite: "Hi{% if company %} at {{ company }}{% endif %}"\n', HEAD, ['profile_url']],
    ['a declared variable', '  - enrich: email\n', `${HEAD}vars: { team: null }\n`, ['vars.team']],
    ['a declared field of the lead', '  - enrich: email\n', `${HEAD}vars: { company: null }\n`, ['company']],
    [
      'not a field that a variable defaults',
      '  - invite: "Hi {{ first_name }}"\n',
      `${HEAD}vars: { first_name: you }\n`,
      ['profile_url'],
    ],
    [
      'but the field itself when asked for it',
      '  - invite: "Hi {{ lead.first_name }}"\n',
      `${HEAD}vars: { first_name: you }\n`,
      ['first_name', 'profile_url'],
    ],
    ['a job', '  - invite: "For {{ job.title }}"\n', HEAD, ['job', 'profile_url']],
    ['nothing of the sender', '  - invite: "Yours, {{ sender.name }}"\n', HEAD, ['profile_url']],
    ['nothing for a step that is never reached', '  - end: done\n  - visit\n', HEAD, []],
  ];
  it.each(cases)('%s', (_, steps, head, expected) => {
    expect(needs(steps, head)).toEqual(expected);
  });
});

describe('edges', () => {
  it('both branches go on to the step behind, and every path ends', () => {
    const compiled = compile('  - if: state.connected\n    then: [visit]\n    else: [withdraw]\n  - wait: 1d\n');
    const nodes = compiled.ok ? compiled.plan.nodes : {};
    expect(nodes['1-if/then/1-visit']).toMatchObject({ next: '2-wait' });
    expect(nodes['1-if/else/1-withdraw']).toMatchObject({ next: '2-wait' });
    expect(nodes['2-wait']).toMatchObject({ next: 'completed' });
    expect(nodes.completed).toEqual({ kind: 'end', id: 'completed', outcome: 'completed' });
  });
  it('steps of a given id carry their branches under it', () => {
    const compiled = compile('  - if: state.connected\n    id: known\n    then: [visit]\n');
    expect(compiled.ok && Object.keys(compiled.plan.nodes)).toEqual(['known', 'known/then/1-visit', 'completed']);
  });
  it('an end with a condition is a branch', () => {
    const compiled = compile('  - end: known\n    if: state.connected\n  - visit\n');
    expect(compiled.diagnostics).toEqual([]);
    expect(compiled.ok && compiled.plan.nodes['1-end/if']).toMatchObject({ kind: 'if', else: '2-visit' });
  });
});
