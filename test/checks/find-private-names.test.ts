import { expect, it } from 'vitest';
import { findPrivateNames } from './find-private-names.ts';

const found = (text: string, file = 'src/core/one.ts'): string[] =>
  findPrivateNames(file, text).map(({ line, name }) => `${line} ${name}`);

it('finds a private word in names of every form, and in the SQL of a statement, each name once', () => {
  const text = [
    'const takenTwins = 1;',
    'const MOST_TWINS = takenTwins;',
    'interface Trouble { readonly fate: string }',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of source
    'await db.query(`select count(*) as bookings from ${slots} where name = $1`);',
  ];
  expect(found(text.join('\n'))).toEqual(['1 takenTwins', '2 MOST_TWINS', '3 Trouble', '3 fate', '4 bookings']);
});

it('leaves comments, texts, names that stay, and the columns that are kept in SQL alone', () => {
  const text = [
    '// its twin is told',
    "const said = 'a twin of trouble';",
    'const { standing } = await Promise.allSettled([]);',
    "await db.query('update enrollments set told = null');",
  ];
  expect(found(text.join('\n'))).toEqual([]);
  expect(found('const told = 1;')).toEqual(['1 told']);
});

it('leaves the world to the sandbox', () => {
  const text = 'const world = openWorld();';
  expect(found(text, 'src/v2/service/sandbox/one.ts')).toEqual([]);
  expect(found(text, 'src/app/main/one.ts')).toEqual(['1 world', '1 openWorld']);
});
