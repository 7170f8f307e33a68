import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { readTestFile } from '../../src/core/simulate/sequence-tests/read-test-file.ts';
import { createTestReporter } from '../../src/core/simulate/sequence-tests/test-reader.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { formatDiagnostics } from '../../src/language/sequence/diagnostics/format-diagnostics.ts';
import { fixSequence } from '../../src/language/sequence/fix/fix-sequence.ts';
import { randomSequence } from '../sequence/schema/random-sequence.ts';

const folder = new URL('../../sequences/', import.meta.url);
/** Sequences and their tests as they are shipped. */
const SHIPPED = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => new Uint8Array(readFileSync(new URL(name, folder))));

/** Pieces that YAML, templates and conditions give a meaning. */
const PIECES = [
  ...[
    '\t',
    '\r',
    '\n',
    '\0',
    '\ufeff',
    '"',
    "'",
    '|',
    '>',
    '- ',
    ': ',
    '? ',
    '#',
    '&a ',
    '*a',
    '<<: *a',
    '!t ',
    '%YAML 1.1\n---\n',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    '{{',
    '}}',
    '{%',
    '%}',
    '---\n',
    '...',
    '__proto__: ',
    'no',
    '09:00',
    '1e999',
    '.inf',
    'null',
    '~',
  ],
  ...[
    'steps:\n',
    '  - split:\n',
    'then: ',
    'else: ',
    'if: ',
    'state.',
    'lead.',
    '&& ',
    '== ',
    '\ud800',
    '\u2028',
    '\u0085',
    '🙂',
  ],
];

type Change = readonly [number, number, 'flip' | 'drop' | 'double' | 'piece' | 'splice'];

const change = fc.tuple(
  fc.nat(1 << 20),
  fc.nat(1 << 16),
  fc.constantFrom('flip', 'drop', 'double', 'piece', 'splice'),
) as fc.Arbitrary<Change>;

const mutated = fc
  .tuple(fc.constantFrom(...SHIPPED), fc.array(change, { minLength: 1, maxLength: 8 }))
  .map(([bytes, changes]) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(changes.reduce(changedBytes, bytes)));

function changedBytes(bytes: Uint8Array, [where, what, how]: Change): Uint8Array {
  const at = where % (bytes.length + 1);
  const length = 1 + (what % 64);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (how) {
    case 'flip':
      return joined(before, Uint8Array.of((after[0] ?? 0) ^ (1 << (what % 8))), after.subarray(1));
    case 'drop':
      return joined(before, after.subarray(length));
    case 'double':
      return joined(before, after.subarray(0, length), after);
    case 'piece':
      return joined(before, new TextEncoder().encode(PIECES[what % PIECES.length]), after);
    case 'splice': {
      const other = SHIPPED[what % SHIPPED.length] ?? bytes;
      return joined(before, other.subarray(at % other.length, (at % other.length) + length), after);
    }
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const soup = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 6 })), {
  maxLength: 60,
});

/** Texts of all kinds: nearly right ones, made ones, and nonsense. */
const texts = fc.oneof(
  { weight: 6, arbitrary: mutated },
  { weight: 2, arbitrary: randomSequence.map((document) => JSON.stringify(document, null, 1)) },
  { weight: 2, arbitrary: soup.map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: fc.json() },
);

interface Fuzzed {
  readonly texts: number;
  readonly valid: number;
  readonly slowest_ms: number;
}

/** Throws, with the seed and the smallest such text, where the language's reader breaks one of its promises. */
export async function fuzzLanguage(options: { readonly runs: number; readonly seed: number }): Promise<Fuzzed> {
  let [count, valid, slowest] = [0, 0, 0];
  await fc.assert(
    fc.property(texts, (text) => {
      const start = performance.now();
      count += 1;
      if (examine(text)) valid += 1;
      slowest = Math.max(slowest, performance.now() - start);
    }),
    { numRuns: options.runs, seed: options.seed },
  );
  return { texts: count, valid, slowest_ms: Math.round(slowest) };
}

/** True: a valid sequence. */
function examine(text: string): boolean {
  const compiled = compileSequence(text);
  const lines = text.split('\n');
  must(compiled.diagnostics.length <= 100, 'at most 100 diagnostics');
  must(compiled.ok || compiled.diagnostics.some(({ severity }) => severity === 'error'), 'a refusal has a reason');
  for (const { line, column, length = 1, edits = [] } of compiled.diagnostics) {
    const width = lines[line - 1]?.length;
    must(width !== undefined && column >= 1 && column <= width + 1 && length >= 1, `${line}:${column} is in the text`);
    must(
      edits.every(({ offset, end }) => offset >= 0 && offset <= end && end <= text.length),
      'edits are in the text',
    );
  }
  must(JSON.stringify(compileSequence(text)) === JSON.stringify(compiled), 'the same text compiles to the same');
  const printed = formatDiagnostics(text, compiled.diagnostics);
  must(!printed.includes('\0') && !printed.includes('\u001b'), 'printing shows no control characters');
  if (compiled.ok) must(compileSequence(fixSequence(text).text).ok, 'a fix leaves a valid text valid');
  readTestFile(text, createTestReporter(text));
  return compiled.ok;
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`does not hold: ${what}`);
}
