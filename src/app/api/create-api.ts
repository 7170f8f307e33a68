import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { answerUnreadable, LATE } from '../../shared/http/answer-unreadable.ts';
import { boundRequests } from '../../shared/http/bound-requests.ts';
import { decodeBody } from '../../shared/http/decode-body.ts';
import { requestIdOf } from '../../shared/http/request-id.ts';
import { createRouteTable } from '../../shared/http/route-table.ts';
import { measureRequests } from '../../shared/telemetry/measure-requests.ts';
import { traceRequests } from '../../shared/telemetry/trace-requests.ts';
import { authenticate } from './auth/authenticate.ts';
import { computeFor } from './computations/compute-for.ts';
import type { ApiDeps } from './context.ts';
import { addIdempotency } from './idempotency.ts';
import { handleError, notAllowed, Problem, refusedEncoding, unreadableProblem } from './problem.ts';
import { refuseUnkeepable } from './refuse-unkeepable.ts';
import { addAccountRoutes } from './routes/accounts.ts';
import { addActivityRoutes } from './routes/activity.ts';
import { addAddressRoutes } from './routes/addresses.ts';
import { addAnswerRoutes } from './routes/answers.ts';
import { addAuditLogRoutes } from './routes/audit-log.ts';
import { addCampaignRowRoutes } from './routes/campaign-rows.ts';
import { addCampaignRoutes } from './routes/campaigns.ts';
import { addPersonChangeRoutes } from './routes/change-person.ts';
import { addClockRoutes } from './routes/clock.ts';
import { addConnectLinkRoutes } from './routes/connect-links.ts';
import { addConsoleRoutes, readConsole } from './routes/console.ts';
import { addControlRoutes } from './routes/control/add-control-routes.ts';
import { addConversationRoutes } from './routes/conversations.ts';
import { addDeliverabilityRoutes } from './routes/deliverability.ts';
import { addDocumentRoutes } from './routes/documents.ts';
import { addDraftRoutes } from './routes/drafts.ts';
import { addEnrollmentRoutes } from './routes/enrollments.ts';
import { addEnvironmentRoutes } from './routes/environment.ts';
import { addErasureRoutes } from './routes/erasures.ts';
import { addExperimentRoutes } from './routes/experiments.ts';
import { addExplainRoutes } from './routes/explain.ts';
import { addForecastRoutes } from './routes/forecast.ts';
import { addGraphRoutes } from './routes/graph.ts';
import { addConversationHandling } from './routes/handle-conversations.ts';
import { addHealthRoutes } from './routes/health.ts';
import { addHookRoutes } from './routes/hooks.ts';
import { addKeyRoutes } from './routes/keys.ts';
import { addLabelRoutes } from './routes/labels.ts';
import { addMailRoutes } from './routes/mails.ts';
import { addMcpRoutes } from './routes/mcp.ts';
import { addPeopleRoutes } from './routes/people.ts';
import { addReceivedEventRoutes } from './routes/received-events.ts';
import { addResultRoutes } from './routes/results.ts';
import { addRetentionRoutes } from './routes/retention.ts';
import { addSavedAnswerRoutes } from './routes/saved-answers.ts';
import { addSendTestRoutes } from './routes/send-test.ts';
import { addSequenceTestRoutes } from './routes/sequence-tests.ts';
import { addSequenceRoutes } from './routes/sequences.ts';
import { addSessionRoutes } from './routes/sessions.ts';
import { addSignInRoutes } from './routes/sign-in.ts';
import { addSimulateRoutes } from './routes/simulate.ts';
import { addSuppressionRoutes } from './routes/suppressions.ts';
import { addTaskRoutes } from './routes/tasks.ts';
import { addUnmatchedRoutes } from './routes/unmatched.ts';
import { addUnsubscribeRoutes } from './routes/unsubscribe.ts';
import { addUserRoutes } from './routes/users.ts';
import { addWebhookRoutes } from './routes/webhooks.ts';

/** A batch of a thousand leads, or a campaign of some ten thousand. */
const LARGEST_BODY = 16 * 1024 * 1024;

/** Paths that are no part of the contract: the console and its sign-in, and what other programs call by standards of their own. */
const OUTSIDE =
  /^\/(console(\/assets\/:name|\/\*)?|session(\/invitation|\/oidc(\/callback)?)?|mcp|api\/docs|hooks\/v2\/:id|u\/(:token|style\.css))?$/;

/** The engine's HTTP side: the API under `/api`, the webhook receiver, health, and the console. */
export function createApi(deps: ApiDeps): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = deps.log;
  const { trust_proxy: proxies = 0 } = deps;
  const trustProxy = typeof proxies === 'number' ? (_: string, hop: number) => hop < proxies : [...proxies];
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: LARGEST_BODY,
    genReqId: requestIdOf,
    forceCloseConnections: true,
    trustProxy,
    routerOptions: { maxParamLength: 500 },
    // What the router itself cannot read has no route whose handler would answer.
    clientErrorHandler: (error, socket) => answerUnreadable(socket, error, unreadableProblem),
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
  });
  const connections = proxies === 0 ? {} : { connections: Number.POSITIVE_INFINITY };
  boundRequests(app.server, (socket: Socket) => answerUnreadable(socket, LATE, unreadableProblem), {
    ...connections,
    ...deps.request_bounds,
  });
  app.setErrorHandler(handleError);
  const routes = createRouteTable();
  app.setNotFoundHandler(({ method, url }) => {
    const [path = ''] = url.split('?');
    const allow = routes.allMethodsOf(path);
    if (allow.length > 0) throw notAllowed(method, path, allow);
    throw new Problem(404, 'unknown_route', `There is no ${method} ${path}.`);
  });
  traceRequests(app);
  app.addHook('onRoute', (route) => {
    const { method, url, config } = route;
    routes.add(route);
    if (config?.operation === undefined && !OUTSIDE.test(url)) throw new Error(`the contract lacks ${method} ${url}`);
  });
  const built = readConsole(deps.package_root);
  // Whatever it says, nobody guesses that it is something else.
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff');
    if (built !== null) reply.header('X-Overture-Build', built.build);
  });
  measureRequests(app);
  addEncodings(app);
  addJson(app);
  app.register(cookie);
  app.decorateRequest('caller', null);
  app.decorateRequest('idempotent', null);
  app.decorateRequest('acting', null);

  addHookRoutes(app, deps);
  addHealthRoutes(app, deps);
  addDocumentRoutes(app, deps);
  addConsoleRoutes(app, deps, built);
  addSignInRoutes(app, deps);
  addUnsubscribeRoutes(app, deps);
  addMcpRoutes(app, deps);
  app.register(
    async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        reply.header('Cache-Control', 'no-store');
        request.caller = await authenticate(deps, request);
      });
      api.addHook('preValidation', async ({ params, query, body }) => refuseUnkeepable({ params, query, body }));
      addIdempotency(api, deps);
      const compute = computeFor(api, deps.computer_limits);
      addExperimentRoutes(api, deps, compute);
      addForecastRoutes(api, deps, compute);
      addSimulateRoutes(api, deps, compute);
      addSequenceTestRoutes(api, deps, compute);
      for (const add of [
        addSequenceRoutes,
        addDraftRoutes,
        addSendTestRoutes,
        addConnectLinkRoutes,
        addEnvironmentRoutes,
        addGraphRoutes,
        addExplainRoutes,
        addEnrollmentRoutes,
        addControlRoutes,
        addCampaignRoutes,
        addCampaignRowRoutes,
        addResultRoutes,
        addSuppressionRoutes,
        addAddressRoutes,
        addPeopleRoutes,
        addPersonChangeRoutes,
        addConversationRoutes,
        addAnswerRoutes,
        addErasureRoutes,
        addRetentionRoutes,
        addConversationHandling,
        addLabelRoutes,
        addSavedAnswerRoutes,
        addUnmatchedRoutes,
        addClockRoutes,
        addAccountRoutes,
        addDeliverabilityRoutes,
        addTaskRoutes,
        addUserRoutes,
        addKeyRoutes,
        addSessionRoutes,
        addAuditLogRoutes,
        addActivityRoutes,
        addReceivedEventRoutes,
        addMailRoutes,
        addWebhookRoutes,
      ]) {
        add(api, deps);
      }
    },
    { prefix: '/api' },
  );
  return app;
}

/** Bodies may be compressed, whatever they are; a file is read as it comes, so it may be of any length. */
function addEncodings(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ headers }, _, body) => {
    const isFile = headers['content-type']?.startsWith('text/csv') ?? false;
    const most = isFile ? Number.POSITIVE_INFINITY : LARGEST_BODY;
    return decodeBody(body, headers['content-encoding'], { most, refuse: refusedEncoding });
  });
}

/** An empty body is no body; `__proto__` and broken JSON are refused. */
function addJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, String(body), done);
  });
}
