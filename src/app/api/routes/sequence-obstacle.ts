import type { KnownObstacle } from '../../../runtime/enroll/apply/find-obstacle.ts';
import type { Keeper, Publishing } from '../../../runtime/store/sequences/keeper.ts';
import { Problem } from '../problem.ts';

/** Takes from the query what it says of whoever publishes. */
export const publishingOf = ({ kept_by, take_over, based_on }: Publishing): Publishing => ({
  ...{ kept_by, take_over, based_on },
});

/** 409: what is there was published by somebody else, and is not published over unawares. */
export function obstacleProblem(obstacle: KnownObstacle): Problem {
  if (obstacle.kind === 'kept_elsewhere') return keptElsewhere(obstacle.sequence, obstacle.kept_by);
  const { sequence, based_on, current, diff, lines } = obstacle;
  const started = based_on === 0 ? 'a text that starts from none' : `version ${based_on}, from which this text starts`;
  const text =
    current === null
      ? `${sequence} has no version ${based_on}: nothing of it is published.`
      : `Version ${current.version} of ${sequence} is current, and not ${started}.`;
  return new Problem(409, 'published_meanwhile', text, {
    based_on,
    current: current && {
      ...{ version: current.version, digest: current.digest, created_at: current.created_at, source: current.source },
    },
    ...{ diff, lines },
    fix: 'Take what they changed into the text, and name the current version in based_on.',
  });
}

const WAYS: Readonly<Record<Keeper, (name: string) => readonly [string, string]>> = {
  file: (name) => [
    `${name} is kept by a file, from which overture apply publishes it; elsewhere it can only be read.`,
    `Change the file, make a copy (POST /api/sequences/${name}/copy), or take it over with ?take_over=true.`,
  ],
  console: (name) => [
    `${name} is kept by the people who edit it in the console; a file does not publish over it.`,
    'Change it there, or take it over: overture apply FILE --take-over (?take_over=true).',
  ],
};

export function keptElsewhere(name: string, kept_by: Keeper): Problem {
  const [text, fix] = WAYS[kept_by](name);
  return new Problem(409, 'kept_elsewhere', text, { kept_by, fix });
}
