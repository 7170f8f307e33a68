import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { printError } from '../../src/app/cli/print.ts';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { CodedError } from '../../src/shared/kit/coded-error.ts';
import { ADMIN, type ApiBench, openApi } from '../api/fixtures.ts';
import { ada, addSequence } from '../enroll/fixtures.ts';
import { type Ran, runInProcess } from '../support/overture-command.ts';

const EVIL = 'A\u001b[2J\u001b]52;c;aGk=\u0007\nerror: all is lost\u009b31m\u202e';
// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal must never get
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

let api: ApiBench;
let id: string;
beforeAll(async () => {
  api = await openApi();
  await addSequence(api.db, 'hello');
  const lead = ada({ first_name: 'Ada' });
  id = (await api.call('POST', '/api/enrollments', { sequence: 'hello', lead })).body.id;
  await api.call('POST', '/api/campaigns', { name: EVIL, sequence: 'hello', source: { leads: [lead] } });
  // As somebody's mail, profile or CSV may say it, whatever is refused at the door today.
  await api.db.query('update leads set first_name = $1, last_name = $1, company = $1', [EVIL]);
  await api.db.query(
    `insert into timeline (enrollment_id, at, type, title, detail)
     values ($1, now(), 'replied', $2, jsonb_build_object('text', $2::text))`,
    [id, EVIL],
  );
  await api.db.query('update accounts set name = $1', [EVIL]);
  await api.call('POST', '/api/suppressions', { company: 'acme', reason: EVIL });
  const port = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port;
  vi.stubEnv('OVERTURE_PORT', port);
  vi.stubEnv('OVERTURE_API_KEY', ADMIN);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await api.close();
});
afterEach(() => vi.restoreAllMocks());

const overture = (...words: string[]): Promise<Ran> => runInProcess('/', ...words);

describe('what somebody else has written', () => {
  it.each([
    ['enrollments'],
    ['campaigns'],
    ['accounts'],
    ['accounts', 'show', 'acc_anna'],
    ['suppress', 'list'],
    ['explain', 'ID'],
    ['enrollments', '--json'],
    ['explain', 'ID', '--json'],
  ])('is shown, and obeyed by no terminal: overture %s %s %s', async (...words) => {
    const { out, err, code } = await overture(...words.map((word) => (word === 'ID' ? id : word)));
    expect(code, err).toBe(0);
    expect(out).toMatch(words.includes('--json') ? /\\u001b\[2J/ : /␛\[2J/);
    expect(out).not.toMatch(OBEYED);
    // No line begins with what stands behind a line break of theirs.
    expect(out).not.toMatch(/^error: all is lost/m);
  });

  it('is shown in errors too, in which a line of theirs is none of ours', () => {
    const written: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    printError(new CodedError('unknown_person', `There is no person ${EVIL}.`, { fix: EVIL }));
    printError(new Error(EVIL));
    printError(new CodedError('unknown_person', EVIL), { json: true });
    expect(written.join('')).not.toMatch(OBEYED);
    expect(written.join('')).not.toMatch(/^error: all is lost/m);
    expect(written.join('')).toContain('␛[2J');
  });

  it('can be printed in no other place', () => {
    const files = ['src/app/cli', 'src/app/main']
      .flatMap((folder) =>
        readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
          join(folder, file),
        ),
      )
      .filter((file) => file.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(100);
    const writing = files.filter((file) =>
      /\bstd(?:out|err)\.write\(|\bconsole\.\w+\(/.test(readFileSync(join(PACKAGE_ROOT, file), 'utf8')),
    );
    expect(writing).toEqual(['src/app/cli/print.ts']);
  });
});
