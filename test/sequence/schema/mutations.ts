/** Every document that differs from this one in a single key or value: renamed, removed, or of another form. */
export function* mutations(document: unknown): Generator<unknown> {
  if (Array.isArray(document)) {
    for (const [i, item] of document.entries()) {
      for (const changed of mutations(item)) yield [...document.slice(0, i), changed, ...document.slice(i + 1)];
    }
    yield [];
  } else if (isRecord(document)) {
    for (const [key, value] of Object.entries(document)) {
      const { [key]: _, ...rest } = document;
      yield rest;
      yield { ...rest, [`${key}x`]: value };
      for (const changed of mutations(value)) yield { ...document, [key]: changed };
    }
    yield { ...document, surprise: 1 };
  }
  for (const form of [null, true, 7, -0.5, '', '  ', 'unexpected', [], ['unexpected'], {}, { unexpected: 1 }])
    yield form;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
