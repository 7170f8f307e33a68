import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { createLogger } from '../../src/app/main/logger.ts';
import { keepScope, within } from '../../src/shared/telemetry/scope.ts';

/** The lines that `write` leaves. */
const linesOf = (write: (log: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] =>
  textOf(write)
    .split('\n')
    .map((line) => JSON.parse(line));

function textOf(write: (log: ReturnType<typeof createLogger>) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'overture-log-'));
  const file = openSync(join(folder, 'log'), 'w');
  write(createLogger('worker', { OVERTURE_LOG_LEVEL: 'info' }, file));
  closeSync(file);
  const text = readFileSync(join(folder, 'log'), 'utf8').trim();
  rmSync(folder, { recursive: true });
  return text;
}

describe('a log line', () => {
  it('says which enrollment, account and request it is about, and its own fields come first', () => {
    keepScope();
    const span = { trace_id: 'ab'.repeat(16), span_id: 'cd'.repeat(8), sampled: true };
    const [inside, own, outside] = linesOf((log) => {
      within({ enrollment: 'enr_1', account: 'acc_1', request_id: 'req_1', span }, () => {
        log.info('looked');
        log.info({ enrollment: 'enr_2' }, 'looked at another');
      });
      log.info('idle');
    });
    expect(inside).toMatchObject({
      name: 'worker',
      msg: 'looked',
      enrollment: 'enr_1',
      account: 'acc_1',
      request_id: 'req_1',
    });
    expect(inside).toMatchObject({ trace_id: span.trace_id, span_id: span.span_id });
    expect(own).toMatchObject({ enrollment: 'enr_2', account: 'acc_1' });
    expect(outside).not.toHaveProperty('enrollment');
  });

  it("of a request's own logger says which request it is, once", () => {
    keepScope();
    const text = textOf((log) => {
      const ofRequest = log.child({ request_id: 'req_1' });
      within({ enrollment: 'enr_1', request_id: 'req_1' }, () => ofRequest.info('asked'));
    });
    expect(text.split('"request_id":"req_1"')).toHaveLength(2);
    expect(JSON.parse(text)).toMatchObject({ enrollment: 'enr_1', msg: 'asked' });
  });

  it('repeats no row that Postgres refused, and says which rule it broke', async () => {
    const client = new pg.Client({ connectionString: inject('postgres_url') });
    await client.connect();
    await client.query('create temp table people (email text constraint one_each unique)');
    const insert = () => client.query(`insert into people values ('ada@canary.example')`);
    await insert();
    const refused = await insert().catch((error: unknown) => error);
    const invalid = await client.query(`select 'canary text'::int`).catch((error: unknown) => error);
    await client.end();
    const lines = linesOf((log) => {
      log.error({ err: refused }, 'a row was refused');
      log.error({ err: new Error('it failed', { cause: invalid }) }, 'a value was refused');
    });
    expect(JSON.stringify(lines)).not.toContain('canary');
    expect(lines[0]).toMatchObject({ err: { code: '23505', constraint: 'one_each', table: 'people' } });
    expect(lines[1]).toMatchObject({ err: { message: 'it failed', cause: { code: '22P02' } } });
    expect(lines[1]).toMatchObject({ err: { stack: expect.stringMatching(/^\s+at /) } });
  });

  it('leaves out what a library hangs onto its errors', () => {
    const error = Object.assign(new Error('the call failed'), { code: 'E_CALL', request: { body: 'canary' } });
    const [line] = linesOf((log) => log.error({ err: error }, 'failed'));
    expect(JSON.stringify(line)).not.toContain('canary');
    expect(line).toMatchObject({ err: { type: 'Error', code: 'E_CALL', message: 'the call failed' } });
  });
});

describe.skipIf(!existsSync('/dev/full'))('a log on a disk that is full', () => {
  it('costs its lines, not the process that writes it', async () => {
    const file = openSync('/dev/full', 'w');
    const log = createLogger('worker', { OVERTURE_LOG_LEVEL: 'info' }, file);
    expect(() => {
      for (let line = 0; line < 5000; line++) log.info({ text: 'x'.repeat(500) }, 'nobody will read this');
    }).not.toThrow();
    // An error that nobody listens to would end the process in the next turn, and fail this test.
    await new Promise((resolve) => setImmediate(resolve));
    closeSync(file);
  });
});
