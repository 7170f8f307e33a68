import { type Command, InvalidArgumentError } from 'commander';
import { localMoment } from '../../shared/kit/local-moment.ts';

export interface ZoneOption {
  readonly zone?: string | undefined;
}

/** How one output tells times: all in one zone, which its head names. What the API gives is always an instant. */
export interface Times {
  readonly zone: string;
  /** Names the zone of all that follows: the first line of an output with several times. */
  readonly head: string;
  /** `2026-03-02 09:00` */
  at(time: string | Date): string;
  /** `2026-03-02` */
  day(time: string | Date): string;
  /** `2026-03-02 09:00:30` */
  second(time: string | Date): string;
  /** `Mon 2 Mar 2026 09:00`, where weekdays matter. */
  moment(time: string | Date): string;
  /** `2026-03-02 09:00 Europe/Paris`, where it is the only time. */
  named(time: string | Date): string;
  /** A text of ours, with its instants told so. */
  within(text: string): string;
}

export function timesIn(zone: string): Times {
  const clock = (timeStyle?: 'short' | 'medium') => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      ...{ timeZone: zone, dateStyle: 'short' },
      ...(timeStyle && { timeStyle }),
    });
    return (time: string | Date): string => format.format(new Date(time));
  };
  const at = clock('short');
  return {
    ...{ zone, head: `Times in ${zone}.`, at, day: clock(), second: clock('medium') },
    moment: (time) => localMoment(new Date(time), zone),
    named: (time) => `${at(time)} ${zone}`,
    within: (text) => text.replace(INSTANT, (instant) => at(instant)),
  };
}

/** The Monday of the week of a day, both as `2026-03-02`. */
export function mondayOf(day: string): string {
  const at = new Date(day);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
  return timesIn('UTC').day(at);
}

/** As `toISOString` writes it. */
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** In the zone that was asked for, else that of the schedule that the output is about, else the reader's. */
export const timesOf = ({ zone }: ZoneOption, schedule?: string): Times => timesIn(zone ?? schedule ?? readersZone());

const readersZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The command tells times. `usual`: in which zone, unless told. */
export const tellsTimes = (command: Command, usual = 'yours'): Command =>
  command.option('--zone <zone>', `tell times in this zone, such as Europe/Paris (default: ${usual})`, readZone);

function readZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw new InvalidArgumentError('It is no time zone. Write its IANA name, such as Europe/Paris or UTC.');
  }
}
