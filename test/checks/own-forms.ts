// Whatever names a person has one form, which src/shared/identity alone gives it (docs/decisions/one-form-of-a-name.md). What folds or trims something
// of such a name that is none stands in this list, with its reason; what stands there and is not needed any more has to go.
import { readdirSync, readFileSync } from 'node:fs';
import { findOwnForms } from './find-own-forms.ts';

interface Listed {
  readonly where: string;
  readonly what: RegExp;
  readonly because: string;
}

const LISTED: readonly Listed[] = [
  {
    where: 'src/shared/mail/bounces/mail-server.ts',
    what: /^headerOf\(mail, 'return-path'\)\.trim\(\)$/,
    because: 'whether the header says that nobody is to be answered',
  },
];

const files = ['src', 'activities', 'workflows'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('src/shared/identity/')),
);
const needed = new Set<Listed>();
let violations = 0;
for (const path of files) {
  for (const { line, what } of findOwnForms(path, readFileSync(path, 'utf8'))) {
    const listed = LISTED.find((one) => one.where === path && one.what.test(what));
    if (listed) needed.add(listed);
    else {
      violations++;
      console.error(`${path}:${line} gives a name a form of its own (${what}): use src/shared/identity, or list it`);
    }
  }
}
for (const one of LISTED.filter((listed) => !needed.has(listed))) {
  violations++;
  console.error(`${one.where}: is listed for ${one.what.source}, which is not there`);
}
console.log(`forms of names: ${files.length} files, ${violations} violations`);
if (files.length === 0 || violations > 0) process.exitCode = 1;
