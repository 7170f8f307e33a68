import { PassThrough } from 'node:stream';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Environment } from '../../src/app/main/config/variables.ts';
import { openTracing } from '../../src/app/main/open-tracing.ts';
import { tracingSettings } from '../../src/app/main/tracing-settings.ts';
import { currentScope, within } from '../../src/shared/telemetry/scope.ts';
import { readTraceparent, traceIdsOf } from '../../src/shared/telemetry/trace-ids.ts';
import { traceRequests } from '../../src/shared/telemetry/trace-requests.ts';
import { inSpan, isTraced, markSpan, openSpan, traceHeader } from '../../src/shared/telemetry/tracing.ts';
import { connectedWith, receiveTraces, type TracesAnswer } from './receive-traces.ts';

const lines = new PassThrough();
const log = pino({ level: 'warn' }, lines);
/** Reads what was logged since this was asked last. */
const logged = (): unknown[] =>
  String(lines.read() ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const closing: (() => Promise<void>)[] = [];
beforeEach(() => void logged());
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function traced(more: Environment = {}, answers: (number | TracesAnswer)[] = []) {
  const receiver = await receiveTraces({ answers });
  closing.push(receiver.close);
  const stop = await openTracing(
    'worker',
    { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', ...more },
    log,
  );
  closing.push(stop);
  return { ...receiver, stop };
}

describe('a process that nobody asked to trace', () => {
  it('opens no span and adds no header', async () => {
    const stop = await openTracing('worker', {}, log);
    expect(isTraced()).toBe(false);
    expect(openSpan({ name: 'step' })).toBeNull();
    expect(await inSpan({ name: 'step' }, async (span) => [span, traceHeader()])).toEqual([null, {}]);
    await stop();
  });

  it.each<[string, Environment]>([
    ['OTEL_SDK_DISABLED', { OTEL_SDK_DISABLED: true }],
    ['OTEL_TRACES_EXPORTER=none', { OTEL_TRACES_EXPORTER: 'none' }],
  ])('is not traced with %s either', async (_, more) => {
    await traced(more);
    expect(isTraced()).toBe(false);
  });
});

describe('a traced process', () => {
  it('sends spans within spans, with the service’s name, to the folder of traces', async () => {
    const { spans, requests, stop } = await traced({
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20x, X-Team=outreach',
    });
    await inSpan({ name: 'outer', attributes: { 'overture.enrollment': 'enr_1' } }, () =>
      inSpan({ name: 'inner', kind: 'client' }, async () => undefined),
    );
    await stop();
    const [inner, outer] = spans;
    expect(requests[0]).toMatchObject({
      path: '/v1/traces',
      headers: { authorization: 'Bearer x', 'x-team': 'outreach' },
    });
    expect(outer).toMatchObject({
      name: 'outer',
      service: 'overture-worker',
      parent: null,
      attributes: { 'overture.enrollment': 'enr_1' },
    });
    expect(inner).toMatchObject({ name: 'inner', trace: outer?.trace, parent: outer?.id });
    expect(isTraced()).toBe(false);
  });

  it('gives an enrollment one trace, whose ids every process knows, and links what was under way', async () => {
    const { spans, stop } = await traced();
    await inSpan({ name: 'POST /api/enrollments', kind: 'server' }, async () =>
      markSpan({ name: 'enroll', of: { enrollment: 'enr_1' }, first: true }),
    );
    markSpan({ name: 'step visit', of: { enrollment: 'enr_1' } });
    markSpan({ name: 'event reply', of: { enrollment: 'enr_1' }, caused_by: [{ event: 'evt_1' }] });
    await stop();
    const [enroll, request, step, reply] = spans;
    const { trace_id, span_id } = traceIdsOf({ enrollment: 'enr_1' });
    expect(enroll).toMatchObject({
      trace: trace_id,
      id: span_id,
      parent: null,
      links: [{ trace: request?.trace, id: request?.id }],
    });
    expect(step).toMatchObject({ trace: trace_id, parent: span_id, links: [] });
    const event = traceIdsOf({ event: 'evt_1' });
    expect(reply?.links).toEqual([{ trace: event.trace_id, id: event.span_id }]);
    if (!request) throw new Error('the request has a span');
    expect([...connectedWith(request, spans)].map(({ name }) => name)).toContain('step visit');
  });

  it('says of an error its code, and not its message, which may quote somebody', async () => {
    const { spans, requests, stop } = await traced();
    const failing = inSpan({ name: 'step' }, async () => {
      throw Object.assign(new Error('no mailbox of ada@example.com'), { code: 'MAIL_DEFERRED' });
    });
    await expect(failing).rejects.toThrow('ada@example.com');
    await stop();
    expect(spans).toMatchObject([{ error: 'MAIL_DEFERRED' }]);
    expect(requests.map(({ text }) => text).join()).not.toContain('ada@');
  });

  it('sends again what the receiver could not take, and drops it in the end', async () => {
    const { spans, requests, stop } = await traced({}, [503]);
    markSpan({ name: 'step' });
    await stop();
    expect(spans.map(({ name }) => name)).toEqual(['step']);
    expect(requests).toHaveLength(2);
    const refusing = await traced({}, [400, 400, 400]);
    markSpan({ name: 'step' });
    await refusing.stop();
    expect(refusing.requests).toHaveLength(1);
    // Longer than anybody waits for a batch.
    const busy = await traced({}, [{ status: 429, headers: { 'retry-after': '3600' } }]);
    markSpan({ name: 'step' });
    logged();
    await busy.stop();
    expect(busy.requests).toHaveLength(1);
    expect(logged()).toMatchObject([{ msg: 'spans could not be sent, and are dropped' }]);
  });

  it('keeps the share that is asked for, and every process the same traces', async () => {
    const kept = async () => {
      const { spans, stop } = await traced({
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: 0.5,
      });
      for (let n = 0; n < 200; n++) markSpan({ name: 'step', of: { enrollment: `enr_${n}` } });
      await stop();
      return spans.map(({ trace }) => trace).sort();
    };
    const [once, again] = [await kept(), await kept()];
    expect(once.length).toBeGreaterThan(60);
    expect(once.length).toBeLessThan(140);
    expect(again).toEqual(once);
  });

  it('speaks protobuf unless set otherwise', async () => {
    const { requests, stop } = await traced({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' });
    markSpan({ name: 'step visit' });
    await stop();
    expect(requests[0]?.headers['content-type']).toBe('application/x-protobuf');
    expect(requests[0]?.text).toContain('step visit');
  });

  // spec: ExportTraceServiceResponse: 1 partial_success { 1 rejected_spans, 2 error_message }.
  const REJECTED = Buffer.from([10, 9, 8, 2, 18, 5, ...Buffer.from('quota')]);
  it.each([
    ['JSON', 'http/json', '{"partialSuccess":{"rejectedSpans":"2","errorMessage":"quota"}}', 2, 'quota'],
    ['JSON, with a number', 'http/json', '{"partialSuccess":{"rejectedSpans":2}}', 2, ''],
    [
      'JSON, only to warn',
      'http/json',
      '{"partialSuccess":{"errorMessage":"use\\nthe other port"}}',
      0,
      'use the other port',
    ],
    ['protobuf', 'http/protobuf', REJECTED, 2, 'quota'],
  ])(
    'says in the log how many spans of an accepted batch were not taken, and sends none again: %s',
    async (...given) => {
      const [, protocol, body, rejected_spans, reason] = given;
      const { requests, stop } = await traced({ OTEL_EXPORTER_OTLP_PROTOCOL: protocol }, [{ status: 200, body }]);
      markSpan({ name: 'step' });
      await stop();
      expect(requests).toHaveLength(1);
      expect(logged()).toMatchObject([
        { level: 40, rejected_spans, reason, msg: expect.stringContaining('did not take all spans') },
      ]);
    },
  );

  it.each([
    ['nothing', ''],
    ['that all were taken', '{"partialSuccess":{}}'],
    ['that none was refused', '{"partialSuccess":{"rejectedSpans":"0"}}'],
    ['something else', '<html>ok</html>'],
    ['something that never ends', `{"partialSuccess":{"rejectedSpans":"2","errorMessage":"${'x'.repeat(200_000)}"}}`],
  ])('takes it for sent where the receiver answers %s', async (_, body) => {
    const { requests, stop } = await traced({}, [{ status: 200, body }]);
    markSpan({ name: 'step' });
    await stop();
    expect(requests).toHaveLength(1);
    expect(logged()).toEqual([]);
  });

  it('goes by what is said of traces alone, before what is said of all', async () => {
    const { requests, url, stop } = await traced({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=all',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-team=outreach',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    });
    markSpan({ name: 'step' });
    await stop();
    expect(requests).toMatchObject([{ headers: { 'x-team': 'outreach', 'content-type': 'application/json' } }]);
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
    expect(
      tracingSettings({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://all.example',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/own`,
        OTEL_EXPORTER_OTLP_TIMEOUT: 1000,
        OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: 2000,
      }),
    ).toEqual({ url: `${url}/own`, protocol: 'http/protobuf', headers: {}, timeout_ms: 2000, share: 1 });
  });

  it.each([
    ['http://collector.example:4318', 'http://collector.example:4318/v1/traces'],
    ['http://collector.example/in/', 'http://collector.example/in/v1/traces'],
    ['https://collector.example/in?key=x', 'https://collector.example/in/v1/traces?key=x'],
  ])('finds the traces of %s at %s', (given, url) => {
    expect(tracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: given })).toMatchObject({ url });
    expect(tracingSettings({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: given })).toMatchObject({ url: given });
  });

  it.each([
    ['without =', 'x-team=outreach,Authorization: Bearer s3cret', 'its entry 2 has no `=`'],
    ['without a name', '=s3cret', 'its entry 1 has no name of a header'],
    ['with a blank in its name', 'x team=s3cret', 'its entry 1 has no name of a header'],
    ['with a line break in its value', 'x-team=s3cret%0Ax-other:1', 'its entry 1 has a value that no header may have'],
  ])('refuses to start with a header %s, says where, and does not show it', async (_, given, says) => {
    const refused = await traced({ OTEL_EXPORTER_OTLP_TRACES_HEADERS: given }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'bad_tracing', fix: expect.stringContaining('percent-encoded') });
    expect(String(refused)).toContain(`OTEL_EXPORTER_OTLP_TRACES_HEADERS holds no headers: ${says}`);
    expect(String(refused)).not.toContain('s3cret');
  });

  it.each([
    ['an address', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318/v1/traces' }, 'Leave /v1/traces out'],
    ['a protocol of traces', { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc' }, 'http/protobuf or http/json'],
    ['an exporter', { OTEL_TRACES_EXPORTER: 'zipkin' }, 'otlp or none'],
    ['a protocol', { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'http/protobuf or http/json'],
    ['a sampler', { OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'always_on'],
  ])('refuses to start with %s that it does not know, and says which there are', async (_, more, fix) => {
    await expect(traced(more)).rejects.toMatchObject({ code: 'bad_tracing', fix: expect.stringContaining(fix) });
  });
});

describe('a request', () => {
  it('continues the trace of its caller, also once its body has come', async () => {
    const { spans, stop } = await traced();
    const app = fastify({ genReqId: () => 'req_1' });
    closing.push(() => app.close());
    traceRequests(app);
    app.post('/people/:id', async () => ({ scope: currentScope(), header: traceHeader() }));
    const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    const answer = await app.inject({
      method: 'POST',
      url: '/people/7?q=ada',
      headers: { traceparent },
      payload: { name: 'Ada' },
    });
    expect(answer.json()).toMatchObject({ scope: { request_id: 'req_1', span: { trace_id: 'ab'.repeat(16) } } });
    expect(readTraceparent(answer.json().header.traceparent)).toMatchObject({
      trace_id: 'ab'.repeat(16),
      sampled: true,
    });
    await stop();
    expect(spans).toMatchObject([
      {
        ...{ name: 'POST /people/:id', trace: 'ab'.repeat(16), parent: 'cd'.repeat(8) },
        attributes: { 'http.route': '/people/:id', 'http.response.status_code': 200 },
      },
    ]);
  });

  it('begins a trace where the header is none', () => {
    for (const header of [undefined, '', 'x', `00-${'0'.repeat(32)}-${'cd'.repeat(8)}-01`, `00-${'ab'.repeat(16)}-01`])
      expect(readTraceparent(header)).toBeNull();
  });
});

describe('what is worked on', () => {
  it('is known within the work alone', async () => {
    const { stop } = await traced();
    const seen = await within({ enrollment: 'enr_1' }, async () => {
      await Promise.resolve();
      return within({ account: 'acc_1' }, () => currentScope());
    });
    expect(seen).toEqual({ enrollment: 'enr_1', account: 'acc_1' });
    expect(currentScope()).toBeUndefined();
    await stop();
  });
});
