import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type OperationName, operationNames, operationOf } from '../../src/app/api-contract/api-operations.ts';
import { answerOf } from '../../src/app/api-contract/list.ts';
import { createSchemaWriter } from '../../src/app/api-contract/openapi/schema-writer.ts';
import { paramNames } from '../../src/app/api-contract/operation.ts';
import { problem, problemsOf } from '../../src/app/api-contract/problem.ts';

export interface ContractWatch {
  /** Throws what did not fit since it was asked last. */
  check(): void;
}

/** Holds every answer of the server against the contract: its status, its schema with no field besides, and the code of a problem. */
export function holdToContract(app: FastifyInstance): ContractWatch {
  let broken: string[] = [];
  app.addHook('onSend', async (request, reply, payload) => {
    const what = misfit(request, reply, payload) ?? unrecorded(request, reply);
    if (what !== null) broken.push(`${request.method} ${request.url} → ${reply.statusCode}: ${what}`);
    return payload;
  });
  return {
    check() {
      const found = broken;
      broken = [];
      if (found.length > 0) throw new Error(`an answer does not fit the contract:\n${found.join('\n')}`);
    },
  };
}

/** Everything that was changed for somebody has its line in the audit log, written in the transaction of the change. */
function unrecorded({ acting, query }: FastifyRequest, { statusCode }: FastifyReply): string | null {
  const isDry = ['', 'true', '1'].includes(String(Object(query).dry_run ?? 'false'));
  if (acting === null || acting === undefined || statusCode >= 400 || isDry) return null;
  if (acting.lines > 0 || acting.unchanged) return null;
  return 'it wrote no line of the audit log: call recordChange in the transaction of the change, or recordNoChange';
}

function misfit(request: FastifyRequest, reply: FastifyReply, payload: unknown): string | null {
  const name = request.routeOptions.config.operation;
  if (name === undefined) return null;
  const type = String(reply.getHeader('content-type') ?? '');
  const fields = Object(request.query).fields as unknown;
  return misfitOf(name, { status: reply.statusCode, type, fields }, payload);
}

/** Holds an answer that came over the wire against the contract. Null: it fits. */
export function misfitOfAnswer(
  { method, path }: { readonly method: string; readonly path: string },
  answer: { readonly status: number; readonly type: string },
  text: string,
): string | null {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const [name] = operationNames
    .filter((one) => operationOf(one).method === method && matches(operationOf(one).path, pathname))
    .toSorted((one, other) => paramNames(operationOf(one).path).length - paramNames(operationOf(other).path).length);
  if (name === undefined) return null;
  return misfitOf(name, { ...answer, fields: searchParams.get('fields') ?? undefined }, text);
}

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path);

function misfitOf(
  name: OperationName,
  { status, type, fields }: { readonly status: number; readonly type: string; readonly fields: unknown },
  payload: unknown,
): string | null {
  const operation = operationOf(name);
  if (status in operation.answers) {
    const schema = answerOf(operation, status, fields);
    if (!type.startsWith('application/json')) {
      const { other_types = [] } = operation;
      const fits = type === '' ? schema === null : other_types.some((one) => type.startsWith(one));
      return fits ? null : `the type ${type} is not declared`;
    }
    return schema ? faultOf(`${name} ${status} ${fields !== undefined}`, schema, payload) : 'a body is not declared';
  }
  const codes = problemsOf(operation).get(status);
  if (codes === undefined) return `the status is not declared: ${String(payload)}`;
  if (!type.startsWith('application/problem+json')) return `a problem of type ${type}`;
  const { code } = JSON.parse(String(payload)) as { readonly code?: string };
  if (!codes.includes(String(code))) return `the code ${code} is not declared`;
  return faultOf('problem', problem, payload);
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const known = new Map<string, ValidateFunction>();

function faultOf(key: string, schema: z.ZodType, payload: unknown): string | null {
  const validate = known.get(key) ?? compile(schema);
  known.set(key, validate);
  if (validate(JSON.parse(String(payload)))) return null;
  return (validate.errors ?? [])
    .slice(0, 8)
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
    .join('; ');
}

function compile(schema: z.ZodType): ValidateFunction {
  const writer = createSchemaWriter({ closed: true });
  const written = writer.output(schema);
  return ajv.compile({ ...written, components: { schemas: writer.components() } });
}
