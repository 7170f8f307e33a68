import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer, type McpDeps } from './create-mcp-server.ts';

/** Speaks with one agent over standard input and output, until it closes them. */
export async function serveStdio(deps: McpDeps): Promise<void> {
  const server = createMcpServer(deps);
  const ended = new Promise<void>((resolve) => process.stdin.once('end', resolve).once('close', resolve));
  await server.connect(new StdioServerTransport());
  await ended;
}
