import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);

/** Every sequence of this repository: those shipped, the page's examples, and both examples of each diagnostic. */
export function sequenceTexts(): { readonly name: string; readonly text: string }[] {
  const shipped = namesIn('sequences/', '.yaml').filter((name) => !name.endsWith('.test.yaml'));
  const pages = [
    'docs/sequence-language.md',
    ...namesIn('docs/diagnostics/', '.md').map((name) => `docs/diagnostics/${name}`),
  ];
  return [
    ...shipped.map((name) => ({ name, text: read(`sequences/${name}`) })),
    ...pages.flatMap((page) =>
      [...read(page).matchAll(/```yaml[^\n]*\n([\s\S]*?)```/g)].map(([, text = ''], i) => ({
        name: `${page} ${i}`,
        text,
      })),
    ),
  ];
}

const namesIn = (folder: string, end: string): string[] =>
  readdirSync(new URL(folder, root)).filter((name) => name.endsWith(end));

const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
