import fc from 'fast-check';
import { expect, it } from 'vitest';
import { html } from '../../src/shared/html/html.ts';
import { closeBidi, closeBidiIn } from '../../src/shared/kit/close-bidi.ts';

const [LRE, RLO, PDF, LRI, RLI, PDI] = ['\u202a', '\u202e', '\u202c', '\u2066', '\u2067', '\u2069'];

it('closes what a text leaves open, in the order in which it was opened, before each end of a line', () => {
  expect(closeBidi(`Acme ${RLO}gnp.exe`)).toBe(`Acme ${RLO}gnp.exe${PDF}`);
  expect(closeBidi(`${RLI}a${RLO}b\nc`)).toBe(`${RLI}a${RLO}b${PDF}${PDI}\nc`);
  // The isolate's end is the end of what was opened within, and that of the embedding around it is still to come.
  expect(closeBidi(`${LRE}${LRI}${RLO}a${PDI}b`)).toBe(`${LRE}${LRI}${RLO}a${PDI}b${PDF}`);
});

it('leaves out what closes something that it has not opened, and nothing else', () => {
  expect(closeBidi(`a${PDF}b${PDI}`)).toBe('ab');
  expect(closeBidi(`${LRI}a${PDF}b${PDI}`)).toBe(`${LRI}ab${PDI}`);
  for (const text of ['Ada', 'שלום עולם', `${RLO}a${PDF}`, `${LRI}a${PDI} b`, '👩‍🚀', ''])
    expect(closeBidi(text)).toBe(text);
});

it('reads every text of an answer but those by which something is asked for again', () => {
  const answer = { names: [`a${RLO}`, 1, null, { b: true }], groups: [{ group: `g${RLO}`, name: `n${RLO}` }] };
  expect(closeBidiIn(answer, new Set(['group']))).toEqual({
    names: [`a${RLO}${PDF}`, 1, null, { b: true }],
    groups: [{ group: `g${RLO}`, name: `n${RLO}${PDF}` }],
  });
});

it('holds for whatever a page of ours is given', () => {
  expect(html`<p>${`Acme ${RLO}gnp.exe`} has written.</p>`.markup).toBe(`<p>Acme ${RLO}gnp.exe${PDF} has written.</p>`);
});

/** How deep what stands behind a text is, as X1 to X7 of the standard count it: -1 where the text has closed what was around it. */
function depthBehind(text: string): number {
  const open: string[] = [];
  for (const control of text) {
    if ('\u202a\u202b\u202d\u202e'.includes(control)) open.push('embedding');
    if ('\u2066\u2067\u2068'.includes(control)) open.push('isolate');
    if (control === PDF) {
      if (open.length === 0) return -1;
      if (open.at(-1) === 'embedding') open.pop();
    }
    if (control === PDI) {
      if (!open.includes('isolate')) return -1;
      while (open.pop() !== 'isolate');
    }
  }
  return open.length;
}

it('turns nothing around beside it, whatever it holds, and keeps every letter', () => {
  const piece = fc.constantFrom('a', 'ש', '\n', ...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069');
  const letters = (text: string) => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      const closed = closeBidi(text);
      for (const line of closed.split('\n')) expect(depthBehind(line)).toBe(0);
      expect(letters(closed)).toBe(letters(text));
      expect(closeBidi(closed)).toBe(closed);
    }),
  );
});
