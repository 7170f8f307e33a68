import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const FOLDER = new URL('../../../shared/data/bounces/', import.meta.url);
const EXPECTED = new URL('expected.json', FOLDER);

export const hasBounces = existsSync(EXPECTED);
export const SKIPPED = hasBounces ? '' : ' (skipped: the messages are not beside the project)';

const Labels = z.array(
  z.object({
    file: z.string(),
    expected: z.array(z.object({ status: z.string(), reply: z.string(), reason: z.string(), hard: z.boolean() })),
  }),
);

export interface RealMessage {
  readonly file: string;
  /** The data set's name for the server that wrote it, or whose words it holds: `postfix` of `lhost-postfix-01.eml`. */
  readonly server: string;
  readonly source: Uint8Array;
  readonly expected: z.infer<typeof Labels>[number]['expected'];
}

/** Messages that servers really sent, with what they mean; none where they do not lie beside the project. */
export function realBounces(): RealMessage[] {
  if (!hasBounces) return [];
  return Labels.parse(JSON.parse(readFileSync(EXPECTED, 'utf8'))).map(({ file, expected }) => ({
    file,
    expected,
    server: file.replace(/^[lr]host-|-\d+\.eml$/g, ''),
    source: readFileSync(new URL(`eml/${file}`, FOLDER)),
  }));
}
