/** A server to which requests go, with the headers that authorize them. */
export interface Served {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A text goes as YAML. */
export async function post<T>({ url, headers }: Served, path: string, body: unknown): Promise<T> {
  const yaml = typeof body === 'string';
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': yaml ? 'text/yaml' : 'application/json' },
    body: yaml ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`POST ${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}

export async function get({ url, headers }: Served, path: string): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}
