import { z } from 'zod';
import { describe, oneOrMore } from './describe.ts';

/** Values that many keys take. Each call makes its own, so that a description stays with its key. */

/** Not blank; numbers and booleans must be quoted. */
export const text = (): z.ZodString => z.string().regex(/\S/);

const BUSINESS_DAYS = '\\d{1,4}\\s*business\\s+days?\\s*';
const PLAIN = '(?:\\d{1,9}(?:\\.\\d{1,3})?\\s*(?:m|min|minutes?|h|hours?|d|days?|w|weeks?)\\s*){1,4}';
const TIME = '[Uu]ntil\\s+(?:\\d{4}-\\d{2}-\\d{2}|[A-Za-z]+)(?:[\\sT]+\\d{1,2}:\\d{2})?\\s*';

export const duration = (): z.ZodString => z.string().regex(new RegExp(`^\\s*(?:${BUSINESS_DAYS}|${PLAIN})$`));

/** The value of a `wait`: a duration, or `until` a time. */
export const durationOrTime = (): z.ZodString =>
  z.string().regex(new RegExp(`^\\s*(?:${BUSINESS_DAYS}|${PLAIN}|${TIME})$`));

export const condition = (): z.ZodUnion<[z.ZodString, z.ZodBoolean]> => z.union([text(), z.boolean()]);

/** The value of a step that is one word. */
export const nothing = (): z.ZodUnion<[z.ZodNull, z.ZodObject]> => z.union([z.null(), z.strictObject({})]);

export const plainValue = (): z.ZodUnion<[z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodNull]> =>
  z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const sequenceName = (): z.ZodString => z.string().regex(/^[a-z][a-z0-9-]{0,63}$/);

/** The name of a step or an outcome. */
export const NAME = /^[a-z][a-z0-9_-]{0,63}$/;

const EXAMPLE_LINK = 'https://example.com/brochure.pdf';

export const mediaForm = z.strictObject({
  link: describe(text(), 'The `http` or `https` address of the file; a template.', [EXAMPLE_LINK]).optional(),
  path: describe(text(), 'A path below the media folder of the V2 service; a template.', ['brochure.pdf']).optional(),
  data: describe(text(), 'The file itself, in base64; a template.', ['SGVsbG8=']).optional(),
  name: describe(text(), 'The name that the file has for the person who gets it; a template.', [
    'Our team.pdf',
  ]).optional(),
});

const files = oneOrMore(
  z.union([
    mediaForm.meta({ id: 'file', oneOf: [{ required: ['link'] }, { required: ['path'] }, { required: ['data'] }] }),
    text(),
  ]),
  1,
).meta({ id: 'files' });

export const media = (): z.ZodType =>
  describe(
    files,
    'Files that go along: an address, a path, or a mapping with exactly one of `link`, `path` and `data`; or a list.',
    [EXAMPLE_LINK, [{ path: 'brochure.pdf', name: 'Our team.pdf' }]],
  );

export const retryForm = z.strictObject({
  retry: describe(z.int().min(1).max(10), 'How often it is tried again, from 1 to 10.', [3]),
});

export const onError = (): z.ZodType =>
  describe(
    z.union([z.enum(['stop', 'continue']), retryForm]),
    'What an error of this step does: `stop` (default) ends the enrollment as failed, `continue` proceeds with the next step, `{ retry: 3 }` tries again first.',
    ['stop', 'continue', { retry: 3 }],
  );
