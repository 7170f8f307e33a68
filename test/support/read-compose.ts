import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

// Of the Compose specification, what our file uses; unknown keys are mistakes.
const condition = z.enum(['service_started', 'service_healthy', 'service_completed_successfully']);
const duration = z.string().regex(/^\d+(ms|s|m)$/);
const service = z.strictObject({
  image: z.string(),
  build: z.string().optional(),
  restart: z.string().regex(/^(no|always|unless-stopped|on-failure(:\d+)?)$/),
  environment: z.record(z.string(), z.coerce.string()).default({}),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition })).default({}),
  ports: z.array(z.string().regex(/^127\.0\.0\.1:\d+:\d+$/)).default([]),
  volumes: z.array(z.string()).default([]),
  shm_size: z
    .string()
    .regex(/^\d+mb$/)
    .optional(),
  stop_grace_period: duration.optional(),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()).min(2),
      interval: duration,
      timeout: duration,
      start_period: duration.optional(),
      retries: z.number().int().positive(),
    })
    .optional(),
});
const composeFile = z.strictObject({
  name: z.string(),
  'x-overture': z.unknown(),
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
});

export type ComposeFile = z.output<typeof composeFile>;
export type ComposeService = z.output<typeof service>;

/** The file with its variables filled in, from `values` alone; throws for one that it requires and that is not there. */
export function readCompose(file: string, values: Readonly<Record<string, string>>): ComposeFile {
  return composeFile.parse(filledIn(parse(readFileSync(file, 'utf8'), { merge: true }), values));
}

function filledIn(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return interpolate(value, values);
  if (Array.isArray(value)) return value.map((one) => filledIn(one, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledIn(one, values)]));
}

/** `${NAME:-otherwise}`, `${NAME:?what it is}`, and `$$` for a dollar sign. */
const interpolate = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g, (whole, name?: string, kind?: string, rest = '') => {
    if (name === undefined) return '$';
    const value = values[name];
    if (value) return value;
    if (kind === '-') return rest;
    throw new Error(`docker-compose.yml needs ${name}${kind === '?' ? `: ${rest}` : ''} (${whole})`);
  });

/** Whoever waits for others after them. */
export function inStartOrder({ services }: ComposeFile): string[] {
  const order: string[] = [];
  const add = (name: string, above: readonly string[]): void => {
    if (above.includes(name)) throw new Error(`${[...above, name].join(' waits for ')}`);
    for (const other of Object.keys(services[name]?.depends_on ?? {})) add(other, [...above, name]);
    if (!order.includes(name)) order.push(name);
  };
  for (const name of Object.keys(services)) add(name, []);
  return order;
}
