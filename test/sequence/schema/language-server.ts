import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node.js';
import { z } from 'zod';

const completions = z.object({
  items: z.array(z.object({ label: z.string(), insertText: z.string().optional(), kind: z.number().optional() })),
});
const hoverAnswer = z.object({ contents: z.object({ value: z.string() }) }).nullable();
const published = z.object({ uri: z.string(), diagnostics: z.array(z.object({ message: z.string() })) });

/** A text of a test with the place of its `|`. */
interface Marked {
  readonly text: string;
  readonly position: { readonly line: number; readonly character: number };
}

/** The language server that editors use, over standard input and output; nothing of it is replaced. */
export class LanguageServer {
  readonly #child: ChildProcess;
  readonly #connection: MessageConnection;
  readonly #found = new Map<string, (messages: string[]) => void>();
  #documents = 0;

  private constructor(child: ChildProcess, connection: MessageConnection) {
    this.#child = child;
    this.#connection = connection;
  }

  static async start(): Promise<LanguageServer> {
    const require = createRequire(import.meta.url);
    const manifest = require.resolve('yaml-language-server/package.json');
    const child = spawn(process.execPath, [join(dirname(manifest), 'bin/yaml-language-server'), '--stdio']);
    const connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const server = new LanguageServer(child, connection);
    connection.onNotification('textDocument/publishDiagnostics', (params: unknown) => {
      const { uri, diagnostics } = published.parse(params);
      server.#found.get(uri)?.(diagnostics.map(({ message }) => message));
    });
    // It asks for settings; its own defaults will do, but no schema may come from the network.
    connection.onRequest('workspace/configuration', ({ items }: { items: readonly unknown[] }) =>
      items.map(() => ({ validate: true, hover: true, completion: true, schemaStore: { enable: false } })),
    );
    connection.onRequest('client/registerCapability', () => null);
    connection.listen();
    await connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: {
        textDocument: {
          completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
          hover: { contentFormat: ['markdown'] },
          publishDiagnostics: {},
        },
        workspace: { configuration: true },
      },
    });
    await connection.sendNotification('initialized', {});
    return server;
  }

  async completionsAt(marked: string): Promise<string[]> {
    const { text, position } = readMark(marked);
    const { uri } = await this.#open(text);
    const answer = await this.#connection.sendRequest('textDocument/completion', { textDocument: { uri }, position });
    return completions.parse(answer).items.map(({ label }) => label);
  }

  async hoverAt(marked: string): Promise<string> {
    const { text, position } = readMark(marked);
    const { uri } = await this.#open(text);
    const answer = await this.#connection.sendRequest('textDocument/hover', { textDocument: { uri }, position });
    return hoverAnswer.parse(answer)?.contents.value ?? '';
  }

  async diagnosticsOf(text: string): Promise<string[]> {
    const { diagnostics } = await this.#open(text);
    return diagnostics;
  }

  async stop(): Promise<void> {
    await this.#connection.sendRequest('shutdown').catch(() => undefined);
    this.#connection.dispose();
    this.#child.kill();
  }

  /** Opened once it has been validated: the schema is loaded then. */
  async #open(text: string): Promise<{ uri: string; diagnostics: string[] }> {
    this.#documents += 1;
    const uri = `file:///sequence-${this.#documents}.yaml`;
    const diagnostics = new Promise<string[]>((resolve) => this.#found.set(uri, resolve));
    await this.#connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'yaml', version: 1, text },
    });
    return { uri, diagnostics: await diagnostics };
  }
}

function readMark(marked: string): Marked {
  const before = marked.slice(0, marked.indexOf('|')).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  return { text: marked.replace('|', ''), position };
}
