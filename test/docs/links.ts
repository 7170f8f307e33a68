import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The links of a page to files of this repository that are not there, or to headings that their page does not have. */
export function brokenLinks(file: string): string[] {
  const targets = [...withoutCode(readFileSync(file, 'utf8')).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)];
  return targets
    .map(([, link, picture]) => link ?? picture ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const found = path === '' ? file : join(dirname(file), path);
      return !existsSync(found) || (anchor !== undefined && !hasHeading(found, anchor));
    });
}

const hasHeading = (file: string, anchor: string): boolean =>
  statSync(file).isFile() &&
  withoutCode(readFileSync(file, 'utf8'))
    .split('\n')
    .filter((line) => /^#+ /.test(line))
    .some((line) => anchorOf(line.replace(/^#+ /, '')) === anchor);

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replaceAll(' ', '-');

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '');
