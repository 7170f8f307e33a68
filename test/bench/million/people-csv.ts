const HEADER = 'profile_url,email,first_name,last_name,company,headline,Team size\n';

/** A file of so many people whom nobody knows yet, in pieces of some hundred kilobytes. */
export async function* peopleCsv(people: number, name: string): AsyncGenerator<Uint8Array> {
  let part = HEADER;
  for (let n = 1; n <= people; n++) {
    part += `https://www.professional.example/in/${name}-${n},${name}.${n}@company-${n % 5000}.example,Ada${n % 3000},Lovelace${n % 7000},Company ${n % 5000},Head of things,${n % 400}\n`;
    if (part.length < 200_000) continue;
    yield Buffer.from(part);
    part = '';
  }
  yield Buffer.from(part);
}
