import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILTERS } from '../../src/language/expression/liquid.ts';
import { namesUsed, templateLength } from '../../src/language/expression/names-used.ts';
import { renderTemplate } from '../../src/language/expression/render-template.ts';
import { parseTemplate } from '../../src/language/expression/template.ts';
import { templateScope } from '../../src/language/expression/template-scope.ts';
import { rounds } from '../support/rounds.ts';

function used(text: string): Record<string, boolean> {
  const parsed = parseTemplate(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return Object.fromEntries(namesUsed(parsed.value).map(({ name, needed }) => [name, needed]));
}
function render(text: string, scope: Record<string, unknown> = {}): unknown {
  const rendered = renderTemplate(text, scope);
  return rendered.ok ? rendered.value : rendered.error;
}

describe('the names that a template needs', () => {
  const table: [string, Record<string, boolean>][] = [
    ['Hello', {}],
    ['{{ first_name }} of {{ job.title }}', { first_name: true, 'job.title': true }],
    ['{{ lead["first_name"] }}', { 'lead.first_name': true }],
    ['{{ first_name | default: "you" }}', { first_name: false }],
    ['{{ first_name | capitalize | default: "you" }}', { first_name: false }],
    ['{{ first_name | default: nickname }}', { first_name: false, nickname: true }],
    ['{% if company %}at {{ company }}{% else %}{{ city }}{% endif %}', { company: false, city: false }],
    ['{% if company %}at {{ company }}{% endif %} {{ company }}', { company: true }],
    ['{{ name | default: "x" }} {{ name }}', { name: true }],
  ];
  it.each(table)('%s', (text, expected) => {
    expect(used(text)).toEqual(expected);
  });
});

describe('what a template may contain', () => {
  const refused: [string, RegExp, number][] = [
    ['{% for a in b %}{% endfor %}', /only \{% if %\}/, 0],
    ['Hi {% assign a = 1 %}', /only \{% if %\}/, 3],
    ['{% include "x" %}', /only \{% if %\}/, 0],
    ['{% raw %}{% endraw %}', /only \{% if %\}/, 0],
    ['{% unless a %}{% endunless %}', /only \{% if %\}/, 0],
    ['Hi {{ first_name', /not closed/, 3],
    ['{% if a %}', /not closed/, 0],
    ['{% endif %}', /has no \{% if %\}/, 0],
    ['{{ first name }}', /not one value/, 3],
    ['{{ a | raw }}', /no filter "raw"; there are append, /, 7],
    ['{{ a | escape }}', /no filter "escape"/, 7],
    ['{{ a | where: "b" }}', /no filter "where"/, 7],
    ['Hi {{ a | strip | upper }}', /^there is no filter "upper"$/, 18],
    ['{% if a | uppcase %}x{% endif %}', /^there is no filter "uppcase"$/, 10],
    ['{{ a[b] }}', /plain names/, 3],
    ['{{ (1..999999999) | join }}', /ranges/, 3],
    ['{{ }}', /invalid value/, 3],
  ];
  it.each(refused)('%s is refused', (text, message, offset) => {
    const parsed = parseTemplate(text);
    expect(parsed).toMatchObject({ ok: false, error: { offset } });
    expect(!parsed.ok && parsed.error.message).toMatch(message);
  });

  it('parsing and rendering never throw', () => {
    const pieces = fc.constantFrom(
      '{{',
      '}}',
      '{%',
      '%}',
      'if ',
      'else',
      'endif',
      ' a ',
      '|',
      ...FILTERS,
      ':',
      '"',
      "'",
      '[',
      ']',
      '.',
      '1',
      '-',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 25 }), (parts) => {
        const text = parts.join('');
        const rendered = renderTemplate(text, { a: 'x' });
        if (!parseTemplate(text).ok) expect(rendered.ok).toBe(false);
      }),
      { numRuns: rounds(3000) },
    );
  });
});

describe('rendering', () => {
  it('puts values in, and reads nothing inside them', () => {
    expect(render('Hi {{ name }}', { name: '{{ secret }}', secret: 'x' })).toBe('Hi {{ secret }}');
  });
  it('names what is missing instead of leaving a hole', () => {
    for (const scope of [{}, { first_name: null }, { first_name: undefined }]) {
      expect(render('Hi {{ first_name }}', scope)).toMatchObject({ missing: 'first_name' });
    }
    expect(render('{{ job.title }}', { job: { title: null } })).toMatchObject({ missing: 'job.title' });
  });
  it('takes the default wherever it stands in the chain', () => {
    expect(render('Hi {{ first_name | default: "you" }}')).toBe('Hi you');
    expect(render('Hi {{ first_name | capitalize | default: "you" }}')).toBe('Hi you');
    expect(render('{{ job.title | upcase | default: "a role" }}', { job: {} })).toBe('a role');
  });
  it('counts an empty text as absent in if', () => {
    expect(render('{% if company %}at {{ company }}{% else %}free{% endif %}', { company: '' })).toBe('free');
    expect(render('{% if job.title %}x{% else %}none{% endif %}', {})).toBe('none');
  });
  it('reaches own properties only', () => {
    expect(render('{{ name.constructor }}', { name: 'x' })).toMatchObject({ missing: 'name.constructor' });
    expect(render('{{ __proto__ }}', {})).toMatchObject({ missing: '__proto__' });
  });
  it('escapes values in HTML, and only there', () => {
    const scope = { name: '<b> & "co"' };
    expect(render('<i>{{ name }}</i>', scope)).toBe('<i><b> & "co"</i>');
    expect(renderTemplate('<i>{{ name }}</i>', scope, { as: 'html' })).toEqual({
      ok: true,
      value: '<i>&lt;b&gt; &amp; &#34;co&#34;</i>',
    });
  });
  it('refuses to show what has fields of its own, in text and HTML, and shows a field of it', () => {
    const scope = { saved: { name: 'Ada', people: [{ name: 'Bob' }], tags: ['a', 'b'] } };
    expect(render('{{ saved.name }} {{ saved.people.size }} {{ saved.tags | join: "+" }}', scope)).toBe('Ada 1 a+b');
    for (const text of ['{{ saved }}', '{{ saved.people }}', '{% if saved %}{{ saved }}{% endif %}']) {
      const refused = { message: expect.stringContaining('fields of its own') };
      expect(render(text, scope)).toMatchObject(refused);
      expect(renderTemplate(text, scope, { as: 'html' })).toMatchObject({ ok: false, error: refused });
    }
  });

  it('refuses output above 20,000 characters, however it grows', () => {
    expect(render('{{ a }}{{ a }}', { a: 'x'.repeat(15_000) })).toMatchObject({
      message: expect.stringContaining('20000'),
    });
    const grow = '| replace: "x", "xxxxxxxxxx" '.repeat(9);
    expect(render(`{{ "x" ${grow}}}`)).toMatchObject({ message: expect.stringContaining('20000') });
  });
  it('formats dates by its arguments alone', () => {
    expect(render('{{ d | date: "%A %e %B %Y, %H:%M", "Europe/Paris" }}', { d: '2026-03-02T23:05:00Z' })).toBe(
      'Tuesday 3 March 2026, 00:05',
    );
    expect(render('{{ d | date: "%Y-%m-%d %a %b 100%%", "America/New_York" }}', { d: '2026-03-02' })).toBe(
      '2026-03-02 Mon Mar 100%',
    );
    expect(render('{{ d | date: "%q" }}', { d: '2026-03-02' })).toMatchObject({
      message: expect.stringContaining('%q'),
    });
    expect(render('{{ d | date: "%Y" }}', { d: 'now' })).toMatchObject({
      message: expect.stringContaining('is not a date'),
    });
  });
});

describe('the scope of a template', () => {
  it('has the lead over the variables, and drops blank fields', () => {
    const scope = templateScope({
      lead: { first_name: 'Ada', company: '  ' },
      vars: { first_name: 'you', company: 'a company', team: 'Platform' },
      job: { title: 'Engineer' },
    });
    expect(render('{{ first_name }}, {{ company }}, {{ team }}, {{ vars.first_name }}, {{ job.title }}', scope)).toBe(
      'Ada, a company, Platform, you, Engineer',
    );
    expect(render('{{ lead.company }}', scope)).toMatchObject({ missing: 'lead.company' });
    expect(render('{{ sender.name }}', scope)).toMatchObject({ missing: 'sender.name' });
  });
});

describe('the length of a template', () => {
  it('is between what the longest way has for certain and what long values add', () => {
    const parsed = parseTemplate('Hi {{ a }}{% if b %}, dear {{ b }}{% endif %}!');
    expect(parsed.ok && templateLength(parsed.value, 40)).toEqual({ min: 'Hi , dear !'.length, max: 4 + 40 + 7 + 40 });
  });
});
