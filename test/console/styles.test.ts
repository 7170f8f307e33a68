import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const CONSOLE = join(ROOT, 'src/app/console');

it('has the styles of every component of Mantine that it uses', () => {
  const files = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => /\.(tsx|css)$/.test(file))
    .map((file) => readFileSync(join(CONSOLE, file), 'utf8'));
  const used = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
        names.split(',').map((name) => name.trim()),
      ),
    ),
  );
  const missing = [...used].filter(
    (name) =>
      existsSync(join(ROOT, `node_modules/@mantine/core/styles/${name}.css`)) &&
      !texts.some((text) => text.includes(`@mantine/core/styles/${name}.css`)),
  );
  expect(used.size).toBeGreaterThan(3);
  expect(missing).toEqual([]);
});
