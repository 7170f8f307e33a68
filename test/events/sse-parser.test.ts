import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSseParser } from '../../src/runtime/events/receive/sse-parser.ts';

const parse = (...pieces: string[]) => {
  const parser = createSseParser();
  return pieces.flatMap((piece) => parser(piece));
};

describe('an event stream', () => {
  it.each([
    ['one event', 'id: 1\nevent: message\ndata: {"a":1}\n\n', [{ id: '1', event: 'message', data: '{"a":1}' }]],
    ['lines with CR LF', 'id: 1\r\ndata: x\r\n\r\n', [{ id: '1', event: 'message', data: 'x' }]],
    ['lines with CR', 'id: 1\rdata: x\r\r', [{ id: '1', event: 'message', data: 'x' }]],
    ['data on several lines', 'data: a\ndata:b\ndata\n\n', [{ id: '', event: 'message', data: 'a\nb\n' }]],
    ['comments and hints', ': hello\nretry: 3000\nx: y\n\ndata: x\n\n', [{ id: '', event: 'message', data: 'x' }]],
    ['a mark at its beginning', '\ufeffdata: x\n\n', [{ id: '', event: 'message', data: 'x' }]],
    [
      'an id that stays',
      'id: 1\ndata: x\n\ndata: y\n\n',
      [
        { id: '1', event: 'message', data: 'x' },
        { id: '1', event: 'message', data: 'y' },
      ],
    ],
    ['an id with a NUL', 'id: 1\nid: \0\ndata: x\n\n', [{ id: '1', event: 'message', data: 'x' }]],
    ['what has not ended', 'data: x\n\ndata: y\n', [{ id: '', event: 'message', data: 'x' }]],
    ['an event without data', 'event: x\nid: 4\n\n', []],
  ])('gives %s', (_, text, messages) => {
    expect(parse(text)).toEqual(messages);
  });

  it('is the same however it is cut', () => {
    const text = '\ufeffid: 1\r\nevent: message\r\ndata: a\rdata: b\n\r\n: comment\n\nid:2\ndata: c\r\r\nid: 3\n\n';
    const whole = parse(text);
    expect(whole).toHaveLength(2);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 20 }), (cuts) => {
        const places = [0, ...cuts.sort((one, other) => one - other), text.length];
        expect(parse(...places.slice(1).map((to, index) => text.slice(places[index], to)))).toEqual(whole);
      }),
    );
  });
});
