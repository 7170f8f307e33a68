import { z } from 'zod';
import { dryRun, note } from './fields.ts';
import type { Operation } from './operation.ts';

/** Why it is asked, for whoever reads the timeline. */
const noted = z.strictObject({ note: note.optional() });

/** Something that is asked of what is under way: with a dry run first, and a note. `about`: its answers, problems and example. */
export const controlOperation = <
  const Path extends `/${string}`,
  const About extends Pick<Operation, 'answers' | 'problems' | 'example'>,
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
