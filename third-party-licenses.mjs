import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licenses of what went in: whoever passes the bundle on passes them on, too. */
export function thirdPartyLicenses(inputs) {
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []));
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const texts = readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && /^(licen[sc]e|copying|notice)/i.test(entry.name))
        .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
      return [`${name} ${version}: ${license ?? 'see below'}`, ...texts].join('\n\n');
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}
