import { z } from 'zod';
import { dryRun, note } from './fields.ts';
import type { Operation } from './operation.ts';

/** The reason, for those who read the timeline. */
const noted = z.strictObject({ note: note.optional() });

/** An operation on something that is running; it takes a dry run and a note. `about`: who may, its answers, problems and example. */
export const controlOperation = <
  const Path extends `/${string}`,
  const About extends Pick<Operation, 'role' | 'accounts' | 'answers' | 'problems' | 'example'>,
>(
  path: Path,
  summary: string,
  about: About,
) =>
  ({
    method: 'POST',
    path,
    tag: 'control',
    scope: 'write',
    summary,
    query: dryRun,
    body: noted,
    body_optional: true,
    ...about,
  }) as const;
