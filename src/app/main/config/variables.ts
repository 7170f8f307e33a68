import { isIPv4, isIPv6 } from 'node:net';
import { z } from 'zod';

/** Every environment variable that Overture reads, with its meaning and its default. */
const text = z.string().min(1);
const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(['0', '1', 'true', 'false']).transform((value) => value === '1' || value === 'true');
const url = z.url();
/** Names that stand for ranges of addresses. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];
const secretKey = z.string().regex(/^[0-9a-fA-F]{64}$/, 'needs 64 hexadecimal digits');
const key = z.string().min(24, 'needs at least 24 characters');

const isRange = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/');
  const longest = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1;
  const known = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
  return longest > 0 && known && more.length === 0;
};
const trustedProxies = z
  .string()
  .transform((value) => (/^\d{1,2}$/.test(value) ? Number(value) : value.split(',').map((one) => one.trim())))
  .refine(
    (value) => typeof value === 'number' || value.every((one) => NAMED_RANGES.includes(one) || isRange(one)),
    'must be a number of proxies, or a list of addresses and ranges (10.0.0.0/8, loopback)',
  );

/** A part of the names that Temporal gives to versions: these signs stand between the parts. */
const deploymentName = z
  .string()
  .regex(/^(?!__)[^\s.:]{1,200}$/, "must have no space, '.' or ':', and not begin with '__'");
const buildId = z.string().regex(/^(?!__)[^\s:]{1,200}$/, "must have no space or ':', and not begin with '__'");

export const VARIABLES = {
  OVERTURE_HOME: { schema: text, about: 'folder of data, keys and run.json', secret: false, otherwise: '.overture' },
  OVERTURE_PORT: { schema: port, about: 'port of API, page and webhook receiver', secret: false, otherwise: '4400' },
  OVERTURE_METRICS_PORT: {
    schema: port,
    about: "port of a worker's /metrics and /healthz; where it is taken, a free one",
    secret: false,
    otherwise: '4402',
  },
  OVERTURE_HOST: { schema: text, about: 'address the servers listen on', secret: false, otherwise: '127.0.0.1' },
  OVERTURE_API_KEY: {
    schema: key,
    about: 'seeds one admin key',
    secret: true,
    otherwise: 'generated, in the home folder',
  },
  OVERTURE_SECRET_KEY: {
    schema: secretKey,
    about: 'encrypts secrets and payloads',
    secret: true,
    otherwise: 'generated, in the home folder',
  },
  OVERTURE_SECRET_KEY_PREVIOUS: {
    schema: z
      .string()
      .transform((value) => value.split(',').map((one) => one.trim()))
      .pipe(z.array(secretKey)),
    about: 'former secret keys, still accepted for reading; comma-separated',
    secret: true,
    otherwise: 'none, or those in the home folder',
  },
  OVERTURE_PUBLIC_URL: {
    schema: url,
    about: 'where the V2 service reaches our webhooks',
    secret: false,
    otherwise: 'http://127.0.0.1:<port>',
  },
  OVERTURE_TRUST_PROXY: {
    schema: trustedProxies,
    about:
      'trusted proxies in front of the API (X-Forwarded-*): how many, or their addresses and ranges, comma-separated',
    secret: false,
    otherwise: '0: none',
  },
  OVERTURE_EVENTS: {
    schema: z.enum(['custom', 'hosted']),
    about: 'custom: the V2 service POSTs its events to us; hosted: we read its streams, where it cannot reach us',
    secret: false,
    otherwise: 'custom',
  },
  OVERTURE_SEARCH_CREDITS: {
    schema: z.coerce.number().int().min(1).max(1_000_000),
    about:
      'credits that searching the inbox of one account may cost in 24 hours, where events may be missing; nothing is sent from it until it was searched',
    secret: false,
    otherwise: '200',
  },
  OVERTURE_ALLOW_PRIVATE_WEBHOOKS: {
    schema: flag,
    about: '1: our own webhooks to private and plain HTTP addresses',
    secret: false,
    otherwise: '0',
  },
  OVERTURE_CLOCK_SPEED: {
    schema: z.coerce.number().min(1).max(1_000_000),
    about: 'speed of the clock; at 4320 a day takes 20 s',
    secret: false,
    otherwise: '1, or 4320 with the demo',
  },
  OVERTURE_DEMO: { schema: flag, about: '0: no demo campaign', secret: false, otherwise: '1' },
  OVERTURE_DEMO_MAIL: {
    schema: z.enum(['real', 'sandbox']),
    about: 'real: the demo sends mail through a mail server on this machine; sandbox: it stays in the V2 service',
    secret: false,
    otherwise: 'real, where dovecot can be had',
  },
  OVERTURE_LIMITS: {
    schema: text,
    about: 'folder of the network profiles (limits/*.yaml); an empty one: none',
    secret: false,
    otherwise: 'limits/ of the package',
  },
  OVERTURE_LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    about: 'least severity that is logged',
    secret: false,
    otherwise: 'info',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: url,
    about: 'where traces are sent, by OTLP over HTTP (/v1/traces is added)',
    secret: false,
    otherwise: 'nothing is traced',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    schema: url,
    about: 'the same, with its path',
    secret: false,
    otherwise: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: text,
    about: 'headers for the receiver of traces: name=value, comma-separated',
    secret: true,
    otherwise: 'none',
  },
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: {
    schema: text,
    about: 'the same for traces alone, in place of those',
    secret: true,
    otherwise: 'OTEL_EXPORTER_OTLP_HEADERS',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    schema: text,
    about: 'http/protobuf or http/json',
    secret: false,
    otherwise: 'http/protobuf',
  },
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: {
    schema: text,
    about: 'the same for traces alone',
    secret: false,
    otherwise: 'OTEL_EXPORTER_OTLP_PROTOCOL',
  },
  OTEL_EXPORTER_OTLP_TIMEOUT: {
    schema: z.coerce.number().int().min(1),
    about: 'milliseconds that the receiver of traces may take',
    secret: false,
    otherwise: '10000',
  },
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: {
    schema: z.coerce.number().int().min(1),
    about: 'the same for traces alone',
    secret: false,
    otherwise: 'OTEL_EXPORTER_OTLP_TIMEOUT',
  },
  OTEL_TRACES_EXPORTER: { schema: text, about: 'none: nothing is traced', secret: false, otherwise: 'otlp' },
  OTEL_TRACES_SAMPLER: {
    schema: text,
    about: 'which traces are kept: always_on, always_off or traceidratio',
    secret: false,
    otherwise: 'always_on',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z.coerce.number().min(0).max(1),
    about: 'the share that traceidratio keeps, 0 to 1',
    secret: false,
    otherwise: '1',
  },
  OTEL_SERVICE_NAME: {
    schema: text,
    about: 'what traces call this process',
    secret: false,
    otherwise: 'overture-<role>',
  },
  OTEL_SDK_DISABLED: {
    schema: z.string().transform((value) => value.toLowerCase() === 'true'),
    about: 'true: nothing is traced',
    secret: false,
    otherwise: 'false',
  },
  DATABASE_URL: {
    schema: url,
    about: "the engine's Postgres",
    secret: true,
    otherwise: 'embedded, in the home folder',
  },
  DATABASE_DIRECT_URL: {
    schema: url,
    about:
      "the engine's Postgres past a connection pooler: for migrations and LISTEN, which need a session of their own",
    secret: true,
    otherwise: 'DATABASE_URL',
  },
  V2_DATABASE_DIRECT_URL: {
    schema: url,
    about: "the V2 service's Postgres past a connection pooler, for migrations",
    secret: true,
    otherwise: 'V2_DATABASE_URL',
  },
  V2_DATABASE_URL: {
    schema: url,
    about: "the V2 service's Postgres",
    secret: true,
    otherwise: 'another database of the same server',
  },
  OVERTURE_OIDC_ISSUER: {
    schema: url.refine(
      (text) => text.startsWith('https:') || /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/.test(text),
      'must begin with https://',
    ),
    about:
      'provider of OpenID Connect by which people sign in; its redirect URI is <OVERTURE_PUBLIC_URL>/session/oidc/callback',
    secret: false,
    otherwise: 'none',
  },
  OVERTURE_OIDC_CLIENT_ID: { schema: text, about: 'our name at that provider', secret: false, otherwise: 'none' },
  OVERTURE_OIDC_CLIENT_SECRET: {
    schema: text,
    about: 'its secret',
    secret: true,
    otherwise: 'none: a public client, protected by PKCE',
  },
  OVERTURE_OIDC_NAME: {
    schema: text,
    about: 'what the page calls that provider',
    secret: false,
    otherwise: 'the host of its address',
  },
  OVERTURE_OIDC_ONLY: {
    schema: flag,
    about: '1: only owners may sign in with a password',
    secret: false,
    otherwise: '0',
  },
  V2_BASE_URL: { schema: url, about: 'a V2 service to use', secret: false, otherwise: 'our own' },
  V2_API_KEY: { schema: text, about: 'key of the V2 service', secret: true, otherwise: 'V2_BOOTSTRAP_KEY' },
  V2_PORT: { schema: port, about: 'port of the V2 service', secret: false, otherwise: '4401' },
  V2_APP_URL: {
    schema: url,
    about: 'where people reach the hosted connection pages',
    secret: false,
    otherwise: 'the address of the V2 service',
  },
  V2_SANDBOX: {
    schema: flag,
    about: "1: the service's sandbox and its control",
    secret: false,
    otherwise: '1 with overture dev, else 0',
  },
  V2_BOOTSTRAP_KEY: {
    schema: key,
    about: 'seeds a first user with 10,000 credits',
    secret: true,
    otherwise: 'generated, in the home folder',
  },
  V2_RATE_LIMIT: {
    schema: z.coerce.number().min(0),
    about: 'requests per second and key; 0: no limit',
    secret: false,
    otherwise: '20',
  },
  V2_ALLOW_PRIVATE_WEBHOOKS: {
    schema: flag,
    about: '1: webhooks, and links that people of the sandbox click, to private and plain HTTP addresses',
    secret: false,
    otherwise: '1 with overture dev, else 0',
  },
  V2_ALLOW_PRIVATE_MAIL: {
    schema: flag,
    about: '1: mail servers and token endpoints on private addresses',
    secret: false,
    otherwise: '0',
  },
  V2_GOOGLE_CLIENT_ID: {
    schema: text,
    about: 'OAuth client for mailboxes of Google; its redirect URI is <V2_APP_URL>/connect/consent',
    secret: false,
    otherwise: 'the connection page does not offer it',
  },
  V2_GOOGLE_CLIENT_SECRET: { schema: text, about: 'its secret', secret: true, otherwise: 'none' },
  V2_MICROSOFT_CLIENT_ID: {
    schema: text,
    about: 'OAuth client for mailboxes of Microsoft; its redirect URI is <V2_APP_URL>/connect/consent',
    secret: false,
    otherwise: 'the connection page does not offer it',
  },
  V2_MICROSOFT_CLIENT_SECRET: { schema: text, about: 'its secret', secret: true, otherwise: 'none' },
  V2_ALLOW_PRIVATE_MEDIA: { schema: flag, about: '1: media links to private addresses', secret: false, otherwise: '0' },
  V2_MEDIA_FOLDER: {
    schema: text,
    about: 'folder of the files that media_path names',
    secret: false,
    otherwise: 'none',
  },
  V2_IDEMPOTENCY: {
    schema: flag,
    about: '0: our V2 service ignores Idempotency-Key and keeps it out of its log, as other services do (tests)',
    secret: false,
    otherwise: '1',
  },
  V2_IDEMPOTENCY_HONORED: {
    schema: flag,
    about: 'whether the V2 service to use honors Idempotency-Key',
    secret: false,
    otherwise: 'determined by a free call that is made twice',
  },
  V2_ACCOUNTS_SHARED: {
    schema: flag,
    about:
      '1: other programs use the same accounts of a V2 service whose log has no keys, so what it has beside our calls is theirs',
    secret: false,
    otherwise: '0',
  },
  V2_TIMEOUT: {
    schema: z.coerce.number().min(1).max(40),
    about: 'seconds that a call to the V2 service may take',
    secret: false,
    otherwise: '30',
  },
  OVERTURE_CACHED_WORKFLOWS: {
    schema: z.coerce.number().int().min(2).max(100_000),
    about: 'workflows that a worker keeps in memory; at 2 nearly every task replays its history',
    secret: false,
    otherwise: '300',
  },
  TEMPORAL_DEPLOYMENT_NAME: {
    schema: deploymentName,
    about:
      'Worker Deployment of our workers: each build of theirs gets work once `overture deployment set-current` has let it in',
    secret: false,
    otherwise: 'none: workers have no versions',
  },
  TEMPORAL_WORKER_BUILD_ID: {
    schema: buildId,
    about: 'build id of our workers in that deployment',
    secret: false,
    otherwise: 'a hash of their workflow code',
  },
} as const;

type VariableName = keyof typeof VARIABLES;
export type Environment = { readonly [name in VariableName]?: z.output<(typeof VARIABLES)[name]['schema']> };
