import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inboxCommand } from '../../src/app/cli/commands/people/inbox.ts';
import { exitCodeOf } from '../../src/app/cli/print.ts';
import { beginAnswer } from '../../src/runtime/store/answers/schedule-answer.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { follow } from '../conversations/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { happens, message } from '../events/fixtures.ts';
import { reachedByCommands } from './fixtures.ts';
import { runCommand } from './run-command.ts';

let api: ApiBench;
let people = 0;
/** A conversation is put off for two years at most. */
const IN_A_YEAR = `${new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10)}T09:00:00+01:00`;

beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
});
afterAll(() => api.close());
reachedByCommands(() => api);

async function inbox(...words: string[]): Promise<string> {
  const command = inboxCommand().exitOverride();
  for (const one of command.commands) one.exitOverride();
  return (await runCommand(command, words)).output;
}
const refusal = (...words: string[]) =>
  inbox(...words).then(
    () => null,
    (error: unknown) => error,
  );

/** Somebody who has written to us. */
async function conversation(text = 'Tell me more') {
  people += 1;
  const url = `https://professional.example/in/by-terminal-${people}`;
  const lead = ada({ first_name: `Ada${people}`, profile_url: url });
  const { body } = await api.call('POST', '/api/enrollments', { sequence: 'hello', lead });
  await happens(api, message(url, { message_text: text }));
  await follow(api);
  const { items } = (await api.call('GET', `/api/conversations?lead_id=${body.lead_id}`)).body;
  return { id: items[0].id as string, lead_id: body.lead_id as string, name: `Ada${people}` };
}

describe('overture inbox', () => {
  it('says that nobody waits where nobody does', async () => {
    expect(await inbox()).toBe('Nobody waits for you.\n');
    expect(await inbox('--state', 'all')).toBe('No conversations.\n');
  });

  it('lists who waits with their last words on one line, and pages through them', async () => {
    const [one, two] = [await conversation('First\nline'), await conversation('x'.repeat(90))];
    const lines = (await inbox()).split('\n');
    expect(lines[0]).toBe('Times in UTC.');
    expect(lines[1]).toMatch(/^ID +PERSON +WHEN +UNREAD +LABEL +TURN +LAST MESSAGE/);
    expect(lines.find((line) => line.includes(one.id))).toMatch(/ours +First line$/);
    expect(lines.find((line) => line.includes(two.id))).toMatch(/x{59}…$/);
    const first = await inbox('--limit', '1');
    const [, cursor = ''] = /^More: --cursor (\S+)$/m.exec(first) ?? [];
    const second = await inbox('--limit', '1', '--cursor', cursor);
    expect([first, second].filter((page) => page.includes(one.id))).toHaveLength(1);
    expect(JSON.parse(await inbox('--find', 'line', '--json')).items).toMatchObject([{ id: one.id }]);
  });

  it('shows one with the words of both sides and its notes', async () => {
    const { id, name } = await conversation();
    await inbox('mark', id, 'note', 'Knows our founder');
    const shown = await inbox(id);
    expect(shown).toContain(`${name} Lovelace, by acc_anna  (${id})`);
    expect(shown).toContain('open, 1 unread');
    expect(shown).toMatch(/waits for us since \d{4}-\d\d-\d\d \d\d:\d\d$/m);
    expect(shown).toMatch(/, by message\n {2}Tell me more/);
    expect(shown).toMatch(/note of .+\n {2}Knows our founder/);
    expect(JSON.parse(await inbox(id, '--json'))).toMatchObject({ id, unread: 1 });
  });

  it('refuses an id that is not there, a state that is none and a cursor of another list, and says what is wrong', async () => {
    expect(await refusal('cnv_none')).toMatchObject({ code: 'unknown_conversation' });
    expect(await refusal('--state', 'gone')).toMatchObject({ message: expect.stringContaining('state') });
    expect(await refusal('--limit', 'many')).toMatchObject({ message: expect.stringContaining('limit') });
    expect(await refusal('--cursor', 'of-another')).toMatchObject({ message: expect.stringContaining('cursor') });
    expect(exitCodeOf(await refusal('cnv_none'))).not.toBe(0);
  });
});

describe('overture inbox mark', () => {
  it.each([
    [['read'], /^It is: open; waits for us/],
    [['unread'], /unread/],
    [['done'], /^It is: done/],
    [['open'], /^It is: open/],
    [['snooze', '--until', IN_A_YEAR], new RegExp(`^It is: snoozed until ${IN_A_YEAR.slice(0, 10)} 08:00 UTC`)],
    [['label', 'interested'], /label: interested/],
    [
      ['label', 'not_now', '--until', IN_A_YEAR],
      new RegExp(`label: not_now until ${IN_A_YEAR.slice(0, 10)} 08:00 UTC`),
    ],
    [['note', 'a note'], /^Noted\.$/m],
  ] as const)('%j says what the conversation is then', async (words, said) => {
    const { id } = await conversation();
    const [what, ...more] = words;
    const would = await inbox('mark', id, what, ...more, '--dry-run');
    expect(would).toMatch(/^It would be/);
    expect(await inbox('mark', id, what, ...more)).toMatch(said);
  });

  it('takes a label off by `none`', async () => {
    const { id } = await conversation();
    await inbox('mark', id, 'label', 'interested');
    expect(await inbox('mark', id, 'label', 'none')).not.toContain('label');
  });

  it.each([
    [['label', 'unheard_of'], 'label'],
    [['label', 'not_now'], 'until'],
    [['snooze'], 'until'],
    [['snooze', '--until', 'tomorrow'], 'until'],
    [['note'], 'text'],
  ] as const)('%j is refused, and the field is named: %s', async (words, field) => {
    const { id } = await conversation();
    const [what, ...more] = words;
    const refused = await refusal('mark', id, what, ...more);
    expect(JSON.stringify(refused) + String(refused)).toContain(field);
  });

  it('knows nothing else to do with one', async () => {
    expect(await refusal('mark', 'cnv_1', 'burn')).toMatchObject({ code: 'commander.invalidArgument' });
  });
});

describe('overture inbox answer', () => {
  it('shows the newest message, answers it, and says how to take it back', async () => {
    const { id } = await conversation();
    const said = await inbox('answer', id, 'Gladly', '--send-after', '600');
    expect(said).toMatch(/^They, \d{4}-\d\d-\d\d \d\d:\d\d UTC: Tell me more\n/);
    const [, answer = ''] = new RegExp(`take-back ${id} (ans_\\w+)\n$`).exec(said) ?? [];
    expect(said).toMatch(/Goes to \S+ in (599|600) s, unless you take it back: overture inbox take-back /);
    expect(await inbox('take-back', id, answer)).toBe('Taken back: Gladly\n');
    expect(JSON.parse(await inbox('take-back', id, answer, '--json'))).toMatchObject({ state: 'withdrawn' });
  });

  it('answers on an own answer that has not gone yet, which it shows', async () => {
    const { id } = await conversation();
    await inbox('answer', id, 'Gladly', '--send-after', '600');
    expect(await inbox('answer', id, 'On Tuesday?', '--send-after', '600')).toMatch(
      /^.+, not gone yet: Gladly\nGoes to /,
    );
    const { answers } = (await api.call('GET', `/api/conversations/${id}`)).body;
    expect(answers.map(({ text }: { text: string }) => text)).toEqual(['Gladly', 'On Tuesday?']);
  });

  it('says what stands in its way, with what to do about it', async () => {
    const { id, lead_id } = await conversation();
    expect(await refusal('answer', id, 'Gladly', '--last-seen', 'evt_none')).toMatchObject({ code: 'unknown_message' });
    expect(await refusal('answer', id, '  ')).toMatchObject({ code: 'invalid_body' });
    expect(await refusal('answer', id, 'Gladly', '--subject', 'A job')).toMatchObject({ code: 'no_subject' });
    const { body } = await api.call('POST', '/api/suppressions', { lead_id, reason: 'asked by phone' });
    const refused = await refusal('answer', id, 'Gladly');
    expect(refused).toMatchObject({ code: 'do_not_contact' });
    expect(String(refused)).toContain('asked by phone');
    expect(await inbox('answer', id, 'Gladly', '--confirm', body.id)).toContain('Goes to ');
    expect(await refusal('answer', 'cnv_none', 'Gladly')).toMatchObject({ code: 'unknown_conversation' });
  });

  it('cannot take back what is being sent, nor what is not there', async () => {
    const { id } = await conversation();
    const written = JSON.parse(await inbox('answer', id, 'Gladly', '--json', '--continue'));
    expect(written).toMatchObject({ state: 'waiting', sequences: 'continue' });
    await beginAnswer(api.db, written.id, 60_000);
    expect(await refusal('take-back', id, written.id)).toMatchObject({ code: 'too_late' });
    expect(await refusal('take-back', id, 'ans_none')).toMatchObject({ code: 'unknown_message' });
  });
});
