import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { OVERTURE } from '../support/overture-command.ts';

/** The answer of a tool: our words, and the data that stands between the two lines. */
export interface Said {
  readonly text: string;
  readonly is_error: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly data: any;
  /** That a second call takes. */
  readonly token: string;
}

export interface Agent {
  readonly client: Client;
  use(tool: string, given?: Record<string, unknown>): Promise<Said>;
  /** Both calls of a change. */
  confirm(tool: string, given: Record<string, unknown>): Promise<Said>;
  close(): Promise<void>;
}

export const overHttp = async (url: string, key: string): Promise<Agent> => {
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  return connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
};

export const overStdio = async (port: string, key: string): Promise<Agent> =>
  connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...OVERTURE, 'mcp'],
      env: { PATH: String(process.env.PATH), OVERTURE_PORT: port, OVERTURE_API_KEY: key },
      stderr: 'inherit',
    }),
  );

async function connect(transport: Parameters<Client['connect']>[0]): Promise<Agent> {
  const client = new Client({ name: 'a test', version: '1.0.0' });
  await client.connect(transport, { timeout: PATIENCE });
  const use = async (tool: string, given: Record<string, unknown> = {}) => {
    const answer = await client.callTool({ name: tool, arguments: given }, undefined, { timeout: PATIENCE });
    return said(answer as CallToolResult);
  };
  return {
    client,
    use,
    async confirm(tool, given) {
      const { token } = await use(tool, given);
      return use(tool, { ...given, token });
    },
    close: () => client.close(),
  };
}

/** Wall milliseconds: a process starts from the sources, on a machine that others use too. */
const PATIENCE = 180_000;

export function said({ content, isError = false }: CallToolResult): Said {
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  const [, , data] = /^----- data (\w+)\n(.*)\n----- end of data \1$/m.exec(text) ?? [];
  const token = /token "(cnf_\w+)"/.exec(text)?.[1] ?? '';
  return { text, is_error: isError, data: data === undefined ? null : JSON.parse(data), token };
}
