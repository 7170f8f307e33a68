import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const PAGE = new URL('../../docs/adapters.md', import.meta.url);
const EXAMPLE = new URL('../channel-kit/folder-adapter.ts', import.meta.url);
/** A place for code, with what stands there. */
const PLACE = /<!-- code: ([a-z]+) -->\n(?:```ts\n[\s\S]*?\n```\n)?/g;

it('docs/adapters.md shows the code of its running example', async () => {
  const example = readFileSync(EXAMPLE, 'utf8');
  const page = readFileSync(PAGE, 'utf8').replace(
    PLACE,
    (_, name: string) => `<!-- code: ${name} -->\n\`\`\`ts\n${blockOf(example, name)}\n\`\`\`\n`,
  );
  await expect(page).toMatchFileSnapshot('../../docs/adapters.md');
});

/** Takes what stands between the marks of that name, without the indent that it has there. */
function blockOf(code: string, name: string): string {
  const [, block] = code.match(new RegExp(`\\n *// begin: ${name}\\n([\\s\\S]*?)\\n *// end: ${name}\\n`)) ?? [];
  if (block === undefined) throw new Error(`the example has no block "${name}"`);
  const lines = block.split('\n');
  const indent = Math.min(...lines.filter((line) => line !== '').map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(indent)).join('\n');
}
