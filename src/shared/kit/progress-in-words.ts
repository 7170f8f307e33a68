import { HOUR, MINUTE, SECOND } from './duration.ts';

export interface Progress {
  readonly done: number;
  readonly all: number;
  /** Null: it is not known. */
  readonly per_second: number | null;
  readonly seconds_left: number | null;
}

/** `120,000 of 1,000,000 rows, 4,100 each second, about 3 minutes left`: what is not known is left out. */
export function progressInWords({ done, all, per_second, seconds_left }: Progress): string {
  return [
    `${counted(done)} of ${counted(all)} rows`,
    ...(per_second === null ? [] : [`${counted(Math.round(per_second))} each second`]),
    ...(seconds_left === null ? [] : [`${aboutTime(seconds_left * SECOND)} left`]),
  ].join(', ');
}

const counted = (number: number): string => number.toLocaleString('en');

function aboutTime(milliseconds: number): string {
  if (milliseconds < MINUTE) return 'less than a minute';
  const [unit, name] = milliseconds < 90 * MINUTE ? [MINUTE, 'minute'] : [HOUR, 'hour'];
  const count = Math.round(milliseconds / unit);
  return `about ${count} ${name}${count === 1 ? '' : 's'}`;
}
