import { expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { yamlComplaint } from '../../../src/language/sequence/yaml/yaml-complaint.ts';

it.each([
  ['a: "open\n', { kind: 'open_quote', quote: '"' }],
  ["a: 'open\n", { kind: 'open_quote', quote: "'" }],
  ['a:\n  - { b: 1\nc: 2\n', { kind: 'open_bracket' }],
  ['a: 1\nword\n', { kind: 'no_value' }],
  ['- - a\n  "b"\n', { kind: 'no_dash' }],
  ['a: b: c\n', { kind: 'other' }],
])('understands what the installed YAML library says of %j', (text, complaint) => {
  const complaints = parseDocument(text, { prettyErrors: false }).errors.map(yamlComplaint);
  expect(complaints).toContainEqual(complaint);
});
