import { z } from 'zod';
import { anyObject, id, text, time, timeWithOffset, word } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { operations } from '../operation.ts';

const named = z.object({ id, name: text });
const via = z.enum(['page', 'cli', 'mcp', 'api']);

const auditLine = z
  .object({
    id,
    at: time.describe('Wall time.'),
    user: named
      .nullable()
      .describe('Who asked for it. Null, with no key either: whoever opened the link that a start prints.'),
    key: named.nullable(),
    via: via.describe('`page`: with a session. The others as far as the caller says what it is.'),
    address: text.describe('From which network address.'),
    operation: text.describe('Of this API.'),
    target: z
      .object({ kind: text, id: id.nullable() })
      .describe('What was changed; without an id: all of it, or several.'),
    sentence: text.describe('Who did what to what.'),
    lead: z
      .object({ id, name: text.nullable() })
      .nullable()
      .describe('Whom it is about, as they are called now; null: nobody, several, or somebody who was erased.'),
    before: anyObject.nullable(),
    after: anyObject.nullable(),
    erased_at: time.nullable().describe('When an erasure took out what the line said of a person.'),
  })
  .meta({ id: 'AuditLine' });

export const AUDIT_LOG_OPERATIONS = operations({
  listAuditLog: {
    method: 'GET',
    path: '/api/audit-log',
    tag: 'access',
    scope: 'admin',
    summary: 'Who changed what, when and from where, newest first',
    description:
      'A line is written in the transaction of its change and never changed afterwards. Dry runs write none.',
    query: listQuery(auditLine, ['-at', 'at']).extend({
      q: z.string().min(1).max(500).optional().describe('Words of the sentence, all of them.'),
      user_id: word.optional(),
      key_id: word.optional(),
      operation: word.optional(),
      target_kind: word.optional(),
      target_id: word.optional(),
      lead_id: word.optional().describe('The person whom it is about.'),
      via: via.optional(),
      since: timeWithOffset.optional().describe('Not before.'),
      until: timeWithOffset.optional().describe('Before.'),
      format: z.enum(['json', 'csv']).default('json').describe('`csv`: all lines that fit, as a file.'),
    }),
    answers: { 200: listOf(auditLine) },
    other_types: ['text/csv'],
  },
});
