import { addressOf, type DemoPerson, person, replies } from '../demo-people.ts';

const FIRST_NAMES =
  'Alma Bruno Carla Dario Edda Fabio Gwen Hugo Ida Jannis Karin Leon Malin Nils Olga Pavel Ronja Stefan Tilda Ugo Vera Wim Xenia Yannick Zoe Anton Birgit Casper Dora Emil Frida Goran'.split(
    ' ',
  );
const LAST_NAMES =
  'Ahlgren Baran Corvi Dahl Eriksen Fontana Graf Holm Ivanov Jansen Kovac Lund Marek Nowak Ortega Petrov Quist Renard Sorensen Tanner Urban Vidal Wirth Xander Ysebaert Zeman Aubert Bakker Cermak Dorn Egli'.split(
    ' ',
  );
const COMPANIES =
  'Aurelia Brightwater Cobalt Deltaport Evergreen Foundry Glasswork Harbour Ironbark Juniper Kestrel'.split(' ');
const TITLES = ['Team Lead', 'Platform Engineer', 'Head of Operations', 'Staff Engineer', 'Engineering Manager'];

/**
 * The behaviors of the people of each week: an answer to read, one of which nobody knows what it means, a bounce, a wish, and
 * silence.
 */
const BEHAVIORS: readonly DemoPerson['behavior'][] = [
  replies('PT5H', 'Yes, let us talk. Is Tuesday at eleven good?'),
  replies('PT26H', 'Not interested, sorry.'),
  { bounces: 'hard' },
  { unsubscribes_after: 'PT3H' },
  {},
  {},
];

/**
 * In the first weeks the candidates have their mails beside those of the newcomers: of twenty mails in seven days one that bounces would pause the mailbox, as it should, and the demo would
 * wait there for a person to resume it.
 */
const WEEKS_BEFORE_BOUNCES = 8;

/** Everybody has another name: then all have come. 32 and 31 have no common divisor. */
export const WEEKS = Math.floor((FIRST_NAMES.length * LAST_NAMES.length) / BEHAVIORS.length);

/** Lists the people who join in that week, from 0; the same people whenever it is asked. */
export function newcomersOf(week: number): DemoPerson[] {
  return BEHAVIORS.map((behavior, place) => {
    const number = week * BEHAVIORS.length + place;
    const of = (list: readonly string[]): string => list[number % list.length] ?? '';
    const theirs = week < WEEKS_BEFORE_BOUNCES && behavior.bounces !== undefined ? {} : behavior;
    return person(`${of(FIRST_NAMES)} ${of(LAST_NAMES)}`, of(COMPANIES), of(TITLES), theirs);
  });
}

export const ADDRESSES_OF_NEWCOMERS: readonly string[] = Array.from({ length: WEEKS }, (_, week) =>
  newcomersOf(week).map(addressOf),
).flat();
