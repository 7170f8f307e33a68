import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ACTIONS } from '../../../src/v2/contract/actions.ts';
import type { ActionDefinition } from '../../../src/v2/contract/definition.ts';
import { ENDPOINTS, type EndpointDefinition } from '../../../src/v2/contract/endpoints.ts';
import { ERROR_CODES, ERROR_STATUS, SUB_CODES } from '../../../src/v2/contract/errors.ts';
import { readEvent } from '../../../src/v2/contract/events.ts';
import { paramNames } from '../../../src/v2/contract/near-miss.ts';
import { examplesOf } from '../../../src/v2/contract/openapi/category-operations.ts';
import { createOpenApiDocument } from '../../../src/v2/contract/openapi/create-openapi-document.ts';
import { EVENT_EXAMPLES } from '../../../src/v2/contract/openapi/examples/events.ts';
import { eachSchema, type JsonSchema } from '../../../src/v2/contract/openapi/json-schema.ts';
import { endpointExample } from '../../../src/v2/contract/openapi/management-operations.ts';
import { refusalsOf } from '../../../src/v2/contract/openapi/refusals.ts';
import { validateParams } from '../../../src/v2/contract/validate-params.ts';
import { closed } from '../support/closed-schema.ts';

const document = createOpenApiDocument({ base_url: 'https://service.example' });
const nameOf = ({ category, action }: ActionDefinition) => `${category}/${action}`;
const actions = ACTIONS.map((definition) => [nameOf(definition), definition] as const);
const managed = ENDPOINTS.filter((endpoint) => endpoint.action !== null).map(
  (endpoint) => [String(endpoint.action), endpoint] as const,
);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
);

describe('the OpenAPI document', () => {
  it('has every endpoint of the contract and no other', () => {
    const expected = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
    expect(operations.map(([call]) => call).sort()).toEqual(expected.sort());
  });

  it('names its operations uniquely, with words for readers and a known tag', () => {
    const ids = operations.map(([, operation]) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map((tag) => tag.name);
    for (const [call, { summary, description, tags: own }] of operations) {
      expect(summary, call).toMatch(/\S/);
      expect(description, call).toMatch(/\S/);
      for (const tag of own) expect(tags, call).toContain(tag);
    }
  });

  it('declares the parameters of each path, and references only what is there', () => {
    for (const [call, { parameters }] of operations) {
      const inPath = [...call.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declared = parameters.flatMap((one) => ('in' in one && one.in === 'path' ? [one] : []));
      expect(
        declared.map((parameter) => parameter.name),
        call,
      ).toEqual(inPath);
      for (const parameter of declared) expect(parameter.required, call).toBe(true);
    }
    for (const reference of references(document)) expect(resolve(reference), reference).toBeDefined();
  });

  it('takes the body of a category as one of its actions, distinguished by their names', () => {
    for (const { category, path } of ENDPOINTS) {
      if (category === null) continue;
      const operation = document.paths[path]?.post;
      const schema = operation?.requestBody?.content['application/json']?.schema;
      const own = ACTIONS.filter((one) => one.category === category).map((one) => one.action);
      expect(Object.keys(Reflect.get(Object(schema?.discriminator), 'mapping'))).toEqual(own);
      expect(schema?.oneOf).toHaveLength(own.length);
    }
  });

  it('has every error code with its status, and says why a 422 comes for every sub code', () => {
    for (const code of ERROR_CODES) {
      const status = String(ERROR_STATUS[code]);
      const described = operations.filter(([, operation]) =>
        JSON.stringify(operation.responses[status]?.content ?? null).includes(`"${code}"`),
      );
      expect(described.length, code).toBeGreaterThan(0);
    }
    const named = [...ACTIONS.map(nameOf), 'login', 'checkpoint'].flatMap((name) =>
      refusalsOf(name).map((refusal) => refusal.sub_code),
    );
    expect([...SUB_CODES].filter((code) => !named.includes(code))).toEqual([]);
  });

  it.each(operations)('%s: its examples are what its schemas say', (_call, operation) => {
    const media = [operation.requestBody, ...Object.values(operation.responses)].flatMap((one) =>
      Object.entries(one?.content ?? {}),
    );
    for (const [type, one] of media) {
      if (type !== 'application/json') continue;
      const examples = [
        ...(one.example === undefined ? [] : [one.example]),
        ...Object.values(one.examples ?? {}).map((given) => given.value),
      ];
      expect(examples.length).toBeGreaterThan(0);
      const schema = validator(one.schema);
      for (const example of examples)
        expect(schema.safeParse(example), JSON.stringify(example)).toMatchObject({ success: true });
    }
  });

  it('describes what webhooks receive, with the headers of a delivery', () => {
    expect(Object.keys(document.webhooks).sort()).toEqual(Object.keys(EVENT_EXAMPLES).sort());
    for (const [type, path] of Object.entries(document.webhooks)) {
      const { post } = path;
      expect(
        post.parameters.map((one) => ('name' in one ? one.name : one.$ref)),
        type,
      ).toEqual([
        'X-Service-Event-Id',
        'X-Service-Attempt',
        'X-Service-Replay',
        'X-Service-Timestamp',
        'X-Service-Signature',
      ]);
      const media = post.requestBody?.content['application/json'];
      const schema = validator(media?.schema ?? {});
      for (const { value } of Object.values(media?.examples ?? {})) {
        expect(schema.safeParse(value), type).toMatchObject({ success: true });
        expect(readEvent(value), type).toMatchObject({ kind: 'known' });
      }
    }
  });
});

describe('the examples', () => {
  it.each(actions)('%s: its params are taken and its data is whole', (_name, definition) => {
    for (const [title, { params, data }] of examplesOf(definition)) {
      const platform = title.endsWith('Email') ? 'email' : title.endsWith('Messenger') ? 'messenger' : undefined;
      const channel = definition.channels === 'none' ? null : (platform ?? definition.channels[0] ?? null);
      expect(validateParams(definition, params, channel), title).toMatchObject({ ok: true });
      expect(closed(definition.data).safeParse(data), title).toMatchObject({ success: true });
    }
  });

  it.each(managed)('%s: its query and body are taken and its data is whole', (action, endpoint: EndpointDefinition) => {
    const { query, body, data } = endpointExample(action);
    if (endpoint.query) expect(endpoint.query.safeParse(query ?? {})).toMatchObject({ success: true });
    if (endpoint.body) expect(endpoint.body.safeParse(body)).toMatchObject({ success: true });
    if (endpoint.data) expect(closed(endpoint.data).safeParse(data)).toMatchObject({ success: true });
    else expect(data).toBeNull();
  });
});

describe('the descriptions', () => {
  it.each(actions)('%s: every param has one', (name, definition) => {
    const component =
      document.components.schemas[
        nameOf(definition).replace(/(?:^|[_/])([a-z])/g, (_, letter: string) => letter.toUpperCase())
      ];
    const properties = component?.properties?.params?.properties ?? {};
    expect(Object.keys(properties).sort(), name).toEqual([...paramNames(definition)].sort());
    for (const [param, schema] of Object.entries(properties)) expect(schema.description, param).toMatch(/\S/);
  });

  it.each(managed)('%s: every field of its path, query and body has one', (action, endpoint) => {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    for (const parameter of operation?.parameters ?? []) expect(parameter, action).toHaveProperty('description');
    const body = operation?.requestBody?.content['application/json']?.schema ?? {};
    eachSchema(body, (schema) => {
      for (const [field, one] of Object.entries(schema.properties ?? {})) expect(one.description, field).toMatch(/\S/);
    });
  });
});

function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) =>
    key === '$ref' && typeof inside === 'string' ? [inside] : references(inside),
  );
}

function resolve(reference: string): unknown {
  return reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), document);
}

function validator(schema: JsonSchema): z.ZodType {
  const local = (one: JsonSchema): JsonSchema =>
    JSON.parse(JSON.stringify(one).replaceAll('#/components/schemas/', '#/$defs/'));
  const { discriminator: _, ...own } = local(schema);
  const $defs = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, one]) => [name, local(one)]),
  );
  return z.fromJSONSchema({ ...own, $defs } as Parameters<typeof z.fromJSONSchema>[0]);
}
