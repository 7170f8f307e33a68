import { z } from 'zod';
import { ACTION_CATEGORIES, ACTIONS } from '../../src/v2/contract/actions.ts';
import { ENDPOINTS, type EndpointDefinition } from '../../src/v2/contract/endpoints.ts';
import { ERROR_STATUS } from '../../src/v2/contract/errors.ts';
import { SUBSCRIPTION_FILTERS, TYPES_OF_FILTER } from '../../src/v2/contract/subscriptions.ts';
import { V1_MAPPINGS } from '../../src/v2/contract/v1.ts';
import { EVENTS, fieldPaths, RECORDS } from './records.ts';
import type { Row, RowGroup } from './row.ts';
import { RULES, SANDBOX } from './rules.ts';

/** Every row of the specification, and of the page that decides where it is silent. */
export function coverageRows(): RowGroup[] {
  return [
    ...ACTION_CATEGORIES.map((category) => ({
      heading: `Actions of ${category}`,
      rows: ACTIONS.filter((action) => action.category === category).flatMap((action): Row[] => {
        const id = `${category}/${action.action}`;
        return [{ id, says: action.summary }, ...inputFields(action.params).map((field) => param(id, field))];
      }),
    })),
    {
      heading: 'Endpoints',
      rows: ENDPOINTS.flatMap((endpoint): Row[] => {
        const id = `${endpoint.method} ${endpoint.path}`;
        return [{ id, says: endpoint.summary }, ...endpointFields(endpoint).map((field) => param(id, field))];
      }),
    },
    ...RULES,
    {
      heading: 'Error codes',
      rows: Object.entries(ERROR_STATUS).map(([code, status]) => ({
        id: `errors.${code}`,
        says: `answered with ${status}`,
      })),
    },
    {
      heading: 'Subscription filters',
      rows: SUBSCRIPTION_FILTERS.map((filter) => ({
        id: `filter/${filter}`,
        says: `lets through ${TYPES_OF_FILTER[filter].join(', ')}`,
      })),
    },
    { heading: 'Records', rows: fieldRows('record', RECORDS) },
    { heading: 'Events', rows: fieldRows('event', EVENTS) },
    {
      heading: 'V1',
      rows: V1_MAPPINGS.map(({ v1, v2, action }) => ({
        id: `v1 ${v1}`,
        says: `becomes ${v2}${action === null ? '' : `, ${action}`}`,
      })),
    },
    { heading: "The sandbox's control", rows: SANDBOX },
  ];
}

const param = (id: string, field: Field): Row => ({ id: `${id}.${field.name}`, says: field.says });

interface Field {
  readonly name: string;
  readonly says: string;
}

/** The fields of the action endpoints' body are the same everywhere and stand in the records. */
function endpointFields(endpoint: EndpointDefinition): Field[] {
  return [
    ...(endpoint.query ? inputFields(endpoint.query) : []),
    ...(endpoint.body && endpoint.category === null ? inputFields(endpoint.body) : []),
  ];
}

interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

function inputFields(schema: z.ZodType): Field[] {
  const fields = new Map<string, string>();
  const collect = (json: JsonSchema): void => {
    for (const [name, field] of Object.entries(json.properties ?? {})) {
      const required = json.required?.includes(name) ? ', required' : '';
      const given = field.default === undefined ? '' : `, default \`${JSON.stringify(field.default)}\``;
      if (!fields.has(name)) fields.set(name, typeName(field) + required + given);
    }
    for (const one of [...(json.anyOf ?? []), ...(json.oneOf ?? [])]) collect(one);
  };
  collect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  return [...fields].map(([name, says]) => ({ name, says }));
}

function typeName(json: JsonSchema): string {
  const either = json.anyOf ?? json.oneOf;
  if (either) return [...new Set(either.map(typeName))].join(' or ');
  if (json.enum) return json.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (json.const !== undefined) return `\`${String(json.const)}\``;
  if (json.type === 'array')
    return json.items?.enum ? `list of ${typeName(json.items)}` : `${json.items ? typeName(json.items) : 'any'}[]`;
  return json.type ?? 'any';
}

const fieldRows = (prefix: string, records: Readonly<Record<string, z.ZodType>>): Row[] =>
  Object.entries(records).flatMap(([name, schema]) =>
    fieldPaths(schema).map((path) => ({ id: `${prefix}/${name}.${path}`, says: '' })),
  );
