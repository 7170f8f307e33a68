/** Set by `npm run test:nightly`. */
export const IS_NIGHT = process.env.OVERTURE_NIGHT !== undefined;

/**
 * How often a test does again what it draws or races: all of it at night, and in `npm test` a share, a fifth if nothing is said, with which every
 * planted mistake was found. For what is looked for more often without another question being asked; a test of another question is never left out.
 */
export const rounds = (all: number, share = 5): number => (IS_NIGHT ? all : Math.ceil(all / share));

/**
 * All of them at night, and in `npm test` every fifth, for cases that are alike. Where the same ones come again and again, `turn` says how often
 * they have come before, so that one after the other has its turn.
 */
export const sample = <Case>(all: readonly Case[], turn = 0): readonly Case[] =>
  IS_NIGHT ? all : all.filter((_case, at) => (at + turn) % 5 === 0);
