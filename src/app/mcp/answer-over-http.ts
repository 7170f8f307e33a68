import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createMcpServer, type McpDeps } from './create-mcp-server.ts';

/** One message of an agent, over streamable HTTP. No session is kept: any process of the API answers any message. */
export async function answerOverHttp(deps: McpDeps, request: Request, message: unknown): Promise<Response> {
  const server = createMcpServer(deps);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}
