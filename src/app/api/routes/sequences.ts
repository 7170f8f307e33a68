import type { FastifyInstance } from 'fastify';
import { compileSequence } from '../../../language/sequence/compile-sequence.ts';
import { applySequence } from '../../../runtime/enroll/apply/apply-sequence.ts';
import { listRuns } from '../../../runtime/store/sequences/list-runs.ts';
import {
  readSequenceVersion,
  type SequenceVersion,
  sequenceListing,
  versionListing,
} from '../../../runtime/store/sequences/read-sequence-version.ts';
import { OPERATIONS } from '../../api-contract/api-operations.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { notFound } from '../problem.ts';
import { serve } from '../serve.ts';
import { addChangeRoutes } from './sequence-changes.ts';
import { obstacleProblem, publishingOf } from './sequence-obstacle.ts';
import { decodeBody, invalidSequence, readText } from './sequence-text.ts';

const YAML = [...OPERATIONS.publishSequence.file.types];

export function addSequenceRoutes(app: FastifyInstance, deps: ApiDeps): void {
  app.addContentTypeParser(YAML, { parseAs: 'buffer', bodyLimit: 1024 * 1024 }, (_, body, done) => done(null, body));

  serve(app, 'publishSequence', async ({ query, body, request, reply }) => {
    const { dry_run } = query;
    const text = readText(body);
    // The accounts of `senders` may be newer than our view of them.
    await deps
      .refreshAccounts()
      .catch((err: unknown) =>
        request.log.warn({ err }, 'the accounts could not be refreshed; the stored list is used'),
      );
    const applied = await applySequence(deps, text, { dry_run, publishing: publishingOf(query) });
    if (applied.kind === 'invalid') throw invalidSequence(applied.diagnostics);
    if (applied.kind === 'kept_elsewhere' || applied.kind === 'published_meanwhile') throw obstacleProblem(applied);
    const { kind, name, version, digest, diagnostics } = applied;
    reply.status(kind === 'created' && !dry_run ? 201 : 200);
    return { name, version, digest, diagnostics };
  });

  serve(app, 'validateSequence', async ({ body }) => {
    const text = decodeBody(body);
    if (!text.ok) return { ok: false, diagnostics: text.error.diagnostics, digest: null };
    const compiled = compileSequence(text.value, {
      profiles: deps.profiles ?? [],
      sequences: await listRuns(deps.db),
    });
    return { ok: compiled.ok, diagnostics: compiled.diagnostics, digest: compiled.ok ? compiled.digest : null };
  });

  addChangeRoutes(app, deps);

  serve(app, 'listSequences', ({ query }) => answerPage(deps.db, sequenceListing, query, viewKept));

  serve(app, 'getSequence', async ({ params: { name } }) => {
    const row = await readSequenceVersion(deps.db, name, null);
    if (row === null) throw notFound('sequence', name);
    return viewVersion(row);
  });

  serve(app, 'listSequenceVersions', async ({ params: { name }, query }) => {
    const page = await answerPage(deps.db, versionListing(name), query, (row) => ({
      ...viewSummary(row),
      current: row.current,
    }));
    if (page.items.length === 0 && query.cursor === undefined) throw notFound('sequence', name);
    return page;
  });

  serve(app, 'getSequenceVersion', async ({ params }) => {
    const number = /^[1-9]\d{0,8}$/.test(params.version) ? Number(params.version) : 0;
    const row = number === 0 ? null : await readSequenceVersion(deps.db, params.name, number);
    if (row === null) throw notFound('version', `${params.version} of ${params.name}`);
    return viewVersion(row);
  });
}

const viewSummary = ({ id, name, version, digest, plan, created_at }: SequenceVersion) => ({
  ...{ id, name, version, digest },
  description: plan.description ?? null,
  created_at,
});

const viewKept = (row: SequenceVersion) => ({
  ...viewSummary(row),
  ...{ kept_by: row.kept_by, has_draft: row.has_draft },
});

const viewVersion = (row: SequenceVersion) => ({
  ...viewKept(row),
  current: row.current,
  source: row.source,
  plan: row.plan,
});
