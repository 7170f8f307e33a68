import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';

const files = ['src', 'activities', 'workflows'].flatMap((folder) =>
  readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(join(PACKAGE_ROOT, folder, path), 'utf8') })),
);

// Codes of the V2 contract are ServiceErrors, those of sequences and tests are diagnostics: both have names of their own.
it('every code of an error is lower_snake', () => {
  const codes = files.flatMap(({ path, text }) =>
    [...text.matchAll(/new (?:CodedError|ServiceUnavailable|Problem)\(\s*(?:\d+,\s*)?'([^']*)'/g)].map(
      ([, code = '']) => ({ path, code }),
    ),
  );
  expect(codes.length).toBeGreaterThan(100);
  expect(codes.filter(({ code }) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(code))).toEqual([]);
});

it('what is wrong with given data is never said in the words of the library that checks it', () => {
  const telling = /\.issues\b|prettifyError|\.error\.(message|format|flatten)\b/;
  // The V2 service has words of its own; what an activity throws at an answer of it is for its log.
  const own =
    /^src\/(v2\/service|v2\/contract|language\/sequence)\/|^src\/shared\/kit\/check-shape\.ts$|^src\/runtime\/enroll\/campaign\/v2-reader\.ts$/;
  const found = files.filter(
    ({ path, text }) => /from 'zod'|safeParse/.test(text) && telling.test(text) && !own.test(path),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});
