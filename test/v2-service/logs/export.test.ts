import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exportCsv } from '../../../src/v2/service/endpoints/logs/export-csv.ts';
import { startTestService, type TestOwner, type TestService } from '../support/test-service.ts';

let service: TestService;
let owner: TestOwner;
beforeAll(async () => {
  service = await startTestService();
  owner = await service.owner();
});
afterAll(() => service.close());

const HEADER = 'user_id,action,account_id,credits_consumed,status,error_message,created_at,target,idempotency_key';

async function exported(query = '', key = owner.key) {
  const response = await service.app.inject({
    method: 'GET',
    url: `/v2/logs/export${query}`,
    headers: { 'x-api-key': key },
  });
  return { status: response.statusCode, headers: response.headers, text: response.body };
}

interface Row {
  readonly action?: string;
  readonly account_id?: string | null;
  readonly status?: 'success' | 'error';
  readonly error_message?: string;
  readonly target?: string;
  readonly at: string;
}

async function write(user_id: string, rows: readonly Row[]): Promise<void> {
  for (const [index, row] of rows.entries()) {
    await service.context.db.query(
      `insert into logs (log_id, user_id, action, account_id, credits_consumed, status, error_message, target, created_at)
       values ($1, $2, $3, $4, 1, $5, $6, $7, $8)`,
      [
        `log_${user_id}_${index}`,
        user_id,
        row.action ?? 'visit',
        row.account_id ?? null,
        row.status ?? 'success',
        row.error_message ?? null,
        row.target ?? null,
        row.at,
      ],
    );
  }
}

describe('the export of the logs [GET /v2/logs/export]', () => {
  it('is a CSV file of the rows of the list, newest first, all of them', async () => {
    const { key, user_id } = await service.owner();
    await write(user_id, [
      { at: '2026-03-05T10:00:00.000Z', account_id: 'acc_1' },
      { at: '2026-03-05T11:00:00.000Z', status: 'error', error_message: 'said "no", twice\nand left' },
    ]);
    const { status, headers, text } = await exported('', key);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="api-logs-\d{4}-\d\d-\d\d\.csv"$/);
    expect(headers['x-request-id']).toMatch(/^req_/);
    expect(text).toBe(
      [
        HEADER,
        `${user_id},visit,,1,error,"said ""no"", twice\nand left",2026-03-05T11:00:00.000Z,,`,
        `${user_id},visit,acc_1,1,success,,2026-03-05T10:00:00.000Z,,`,
        '',
      ].join('\n'),
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'puts an apostrophe before %j, which a spreadsheet would take for a formula',
    async (target) => {
      const { key, user_id } = await service.owner();
      await write(user_id, [{ at: '2026-03-05T10:00:00.000Z', target, error_message: target }]);
      const { text } = await exported('', key);
      expect(text.split(`'${target}`)).toHaveLength(3);
    },
  );

  it('takes the filters of the list and no paging [GET /v2/logs/export.action] [GET /v2/logs/export.account_id] [GET /v2/logs/export.status] [GET /v2/logs/export.date_from] [GET /v2/logs/export.date_to]', async () => {
    const { key, user_id } = await service.owner();
    await write(user_id, [
      { at: '2026-03-05T10:00:00Z', action: 'visit', account_id: 'acc_1' },
      { at: '2026-03-06T10:00:00Z', action: 'visit', account_id: 'acc_2', status: 'error' },
      { at: '2026-03-07T10:00:00Z', action: 'send', account_id: 'acc_1' },
    ]);
    const rows = async (query: string) => (await exported(query, key)).text.trim().split('\n').length - 1;
    expect(await rows('')).toBe(3);
    expect(await rows('?action=visit')).toBe(2);
    expect(await rows('?account_id=acc_1')).toBe(2);
    expect(await rows('?status=error')).toBe(1);
    expect(await rows('?date_from=2026-03-06&date_to=2026-03-06')).toBe(1);
    expect(await rows('?action=visit&account_id=acc_1&date_to=2026-03-05')).toBe(1);
    expect(await rows('?limit=1&offset=1')).toBe(3);
    const refused = await exported('?status=odd', key);
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text).error).toMatchObject({
      code: 'INVALID_PARAMS',
      message: expect.stringMatching(/^query\.status: /),
    });
    expect((await exported('', 'sk_none')).status).toBe(403);
  });

  it('is free and not logged', async () => {
    const before = (await service.get('/v2/credits', owner.key)).body.data;
    await exported();
    const { body } = await service.get('/v2/logs', owner.key);
    expect(body.data.items).toMatchObject([{ action: 'get_credits' }]);
    expect((await service.get('/v2/credits', owner.key)).body.data).toEqual(before);
  });

  it('reads on only as its reader takes what there is, over a hundred thousand rows each exactly once', async () => {
    const { user_id } = await service.owner();
    await service.context.db.query(
      `insert into logs (log_id, user_id, action, credits_consumed, status, created_at)
       select 'log_' || n, $1, 'a' || n, 1, 'success', '2026-03-05T00:00:00.000Z'::timestamptz + (n / 7) * interval '1 microsecond'
       from generate_series(1, 100000) n`,
      [user_id],
    );
    const query = vi.spyOn(service.context.db, 'query');
    const pages = () => query.mock.calls.filter(([text]) => text.includes('(created_at, log_id) <')).length;
    const file = exportCsv(service.context.db, user_id, {});
    const chunks: AsyncIterableIterator<unknown> = file[Symbol.asyncIterator]();
    let text = String((await chunks.next()).value) + String((await chunks.next()).value);
    const held = pages();
    // Whatever else runs in the meantime, nothing more is read for a reader that takes nothing.
    for (let n = 0; n < 20; n++) await service.context.db.query('select 1');
    expect(pages()).toBe(held);
    expect(held).toBeLessThanOrEqual(3);

    const seen = new Set<string>();
    let lines = 0;
    for (let next = await chunks.next(); ; next = await chunks.next()) {
      if (!next.done) text += String(next.value);
      const parts = text.split('\n');
      text = parts.pop() ?? '';
      for (const line of parts) {
        lines++;
        seen.add(line.split(',')[1] ?? '');
      }
      if (next.done) break;
    }
    query.mockRestore();
    expect({ lines, distinct: seen.size }).toEqual({ lines: 100_001, distinct: 100_001 });
  });
});
