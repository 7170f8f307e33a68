import { expect, it } from 'vitest';
import { z } from 'zod';
import { ENGINE_EVENTS, engineEventTypes, exampleEvent } from '../../src/app/api-contract/engine-events.ts';

it('docs/webhook-events.md says which events there are', async () => {
  const page = `<!-- Generated from src/app/api-contract/engine-events.ts by \`npm run generate\`; do not edit. -->
# Events

What [webhooks](webhooks.md) and the stream \`/api/events\` carry. Each event has an \`id\`, a \`type\`, a \`timestamp\` (when it happened, UTC) and its \`data\`. A later version may add events and fields.

${engineEventTypes.map(section).join('\n\n')}
`;
  await expect(page).toMatchFileSnapshot('../../docs/webhook-events.md');
});

function section(type: (typeof engineEventTypes)[number]): string {
  const { summary, data } = ENGINE_EVENTS[type];
  const fields = Object.entries<z.ZodType>(data.shape).map(([name, field]) => {
    return `| \`${name}\` | ${kindOf(field)} | ${field.description ?? ''} |`;
  });
  return `## \`${type}\`

${summary}

| Field of \`data\` | Type | |
| - | - | - |
${fields.join('\n')}

\`\`\`json
${JSON.stringify(exampleEvent(type), null, 2)}
\`\`\``;
}

function kindOf(field: z.ZodType): string {
  const schema = z.toJSONSchema(field, { unrepresentable: 'any' }) as {
    readonly type?: string;
    readonly enum?: readonly string[];
    readonly anyOf?: readonly { readonly type?: string; readonly enum?: readonly string[] }[];
  };
  const kinds = (schema.anyOf ?? [schema]).map(({ type, enum: values }) =>
    values === undefined ? (type ?? 'object') : values.map((value) => `\`${value}\``).join(', '),
  );
  return kinds.join(' or ');
}
