import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createConfirmations } from '../../../runtime/store/keys/confirmations.ts';
import { type Carried, createClient } from '../../api-client/create-client.ts';
import { allows } from '../../api-contract/may-call.ts';
import { authenticate } from '../auth/authenticate.ts';
import { endingWith, goneOf } from '../computations/gone-of.ts';
import type { ApiDeps } from '../context.ts';
import { Problem } from '../problem.ts';
import { readVersion } from '../read-version.ts';

/** The API for agents: the Model Context Protocol over streamable HTTP, with a key. The SDK is loaded with the first message. */
export function addMcpRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const version = readVersion(deps.package_root);

  app.post('/mcp', { config: { scope: 'read' } }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const { authorization } = request.headers;
    if (authorization === undefined) {
      throw new Problem(401, 'no_key', 'Send a key as "Authorization: Bearer ovk_…"; overture keys create makes one.');
    }
    const { key, scopes } = await authenticate(deps, request);
    const { answerOverHttp } = await import('../../mcp/answer-over-http.ts');
    const gone = goneOf({ request, reply });
    const client = createClient({
      base_url: '',
      retries: 0,
      fetch: (url, carried) =>
        endingWith(AbortSignal.any([gone, carried.signal]), () => carry(app, request, url, carried)),
    });
    const answer = await answerOverHttp(
      {
        call: client.call,
        confirmations: createConfirmations(deps.db, key?.id ?? ''),
        allows: (scope) => allows(scopes, scope),
        package_root: deps.package_root,
        version,
      },
      asWebRequest(request),
      request.body,
    );
    answer.headers.forEach((value, name) => void reply.header(name, value));
    return reply.status(answer.status).send(await answer.text());
  });
}

/** A call of a tool is a request of the same caller to this very server, with its checks, its limits and its log. */
async function carry(
  app: FastifyInstance,
  { id, ip, headers: { authorization } }: FastifyRequest,
  url: string,
  { method, headers, body }: Carried,
): Promise<Response> {
  const answer = await app.inject({
    method,
    url,
    headers: {
      ...headers,
      ...{ authorization: String(authorization), 'user-agent': 'overture-mcp' },
      // Both stand in the log by one id.
      'x-request-id': id,
    },
    remoteAddress: ip,
    ...(typeof body === 'string' ? { payload: body } : {}),
  });
  const given = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(answer.statusCode === 204 ? null : answer.payload, { status: answer.statusCode, headers: given });
}

function asWebRequest({ method, headers }: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  // The transport looks at method and headers; where we are, it does not need to know.
  return new Request('http://localhost/mcp', { method, headers: given });
}
