import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { compileSequence } from '../../../language/sequence/compile-sequence.ts';
import { applySequence } from '../../../runtime/enroll/apply-sequence.ts';
import { listRuns } from '../../../runtime/store/sequences/list-runs.ts';
import {
  listSequences,
  listSequenceVersions,
  readSequenceVersion,
  type SequenceVersion,
} from '../../../runtime/store/sequences/read-sequence-version.ts';
import type { ApiDeps } from '../context.ts';
import { DRY_RUN, PAGE, pageOf, readCursor } from '../paging.ts';
import { notFound, readQuery } from '../problem.ts';
import { addChangeRoutes } from './sequence-changes.ts';
import { decodeBody, invalidSequence, readText } from './sequence-text.ts';

const YAML = ['text/yaml', 'application/yaml', 'application/x-yaml', 'text/x-yaml', 'text/plain'];

export function addSequenceRoutes(app: FastifyInstance, deps: ApiDeps): void {
  app.addContentTypeParser(YAML, { parseAs: 'buffer', bodyLimit: 1024 * 1024 }, (_, body, done) => done(null, body));

  app.post('/sequences', async (request, reply) => {
    const { dry_run } = readQuery(z.strictObject(DRY_RUN), request.query);
    const text = readText(request.body);
    // The accounts of `senders` may be newer than our view of them.
    await deps
      .refreshAccounts()
      .catch((err: unknown) =>
        request.log.warn({ err }, 'the accounts could not be refreshed; the stored list is used'),
      );
    const applied = await applySequence(deps, text, { dry_run });
    if (applied.kind === 'invalid') throw invalidSequence(applied.diagnostics);
    const { kind, name, version, digest, diagnostics } = applied;
    return reply.status(kind === 'created' && !dry_run ? 201 : 200).send({ name, version, digest, diagnostics });
  });

  app.post('/sequences/validate', { config: { scope: 'read' } }, async (request) => {
    const text = decodeBody(request.body);
    if (!text.ok) return { ok: false, diagnostics: text.error.diagnostics, digest: null };
    const compiled = compileSequence(text.value, {
      profiles: deps.profiles ?? [],
      sequences: await listRuns(deps.db),
    });
    return { ok: compiled.ok, diagnostics: compiled.diagnostics, digest: compiled.ok ? compiled.digest : null };
  });

  addChangeRoutes(app, deps);

  app.get('/sequences', async (request) => {
    const { limit, cursor } = readQuery(z.strictObject(PAGE), request.query);
    const rows = await listSequences(deps.db, { after: readCursor(cursor), limit: limit + 1 });
    return pageOf(rows, limit, ({ name }) => name, viewSummary);
  });

  app.get<{ Params: { name: string } }>('/sequences/:name', async ({ params: { name } }) => {
    const row = await readSequenceVersion(deps.db, name, null);
    if (row === null) throw notFound('sequence', name);
    return viewVersion(row);
  });

  app.get<{ Params: { name: string } }>('/sequences/:name/versions', async ({ params: { name }, query }) => {
    const { limit, cursor } = readQuery(z.strictObject(PAGE), query);
    const before = readCursor(cursor, /^[1-9]\d{0,8}$/);
    const page = { before: before === null ? null : Number(before), limit: limit + 1 };
    const rows = await listSequenceVersions(deps.db, name, page);
    if (rows.length === 0 && before === null) throw notFound('sequence', name);
    return pageOf(
      rows,
      limit,
      ({ version }) => String(version),
      (row) => ({ ...viewSummary(row), current: row.current }),
    );
  });

  app.get<{ Params: { name: string; version: string } }>('/sequences/:name/versions/:version', async ({ params }) => {
    const number = /^[1-9]\d{0,8}$/.test(params.version) ? Number(params.version) : 0;
    const row = number === 0 ? null : await readSequenceVersion(deps.db, params.name, number);
    if (row === null) throw notFound('version', `${params.version} of ${params.name}`);
    return viewVersion(row);
  });
}

/** YAML as the body itself, or as `{text}` where a client speaks JSON only. */
const viewSummary = ({ name, version, digest, plan, created_at }: SequenceVersion) => ({
  ...{ name, version, digest },
  description: plan.description ?? null,
  created_at,
});

const viewVersion = (row: SequenceVersion) => ({
  ...viewSummary(row),
  current: row.current,
  source: row.source,
  plan: row.plan,
});
