import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { examine } from '../../src/app/main/doctor.ts';

const look = async (env: NodeJS.ProcessEnv) =>
  (await examine({ OVERTURE_HOME: join(tmpdir(), 'overture-none'), ...env })).findings.find(
    ({ name }) => name === 'traces',
  );

it.each([
  ['nowhere', {}, 'none are sent'],
  [
    'to the folder of a collector, without its secrets',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://team:s3cret@collector.example:4318/' },
    'sent to http://collector.example:4318/v1/traces by http/protobuf',
  ],
  [
    'as is said of traces alone',
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in?key=s3cret',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    },
    'sent to https://traces.example/in by http/json',
  ],
])('doctor says that traces go %s', async (_, env, text) => {
  expect(await look(env)).toEqual({ name: 'traces', ok: true, text });
});

it('doctor says what about the settings of traces no role could start with', async () => {
  const found = await look({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4317',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc',
  });
  expect(found).toMatchObject({
    ok: false,
    text: 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL is grpc, which is not spoken here.',
    fix: expect.stringContaining('http/protobuf or http/json'),
  });
});
