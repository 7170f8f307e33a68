import { useEffect, useState } from 'react';
import { closeBidi } from '../../../../shared/kit/close-bidi.ts';
import type { ResultOf } from '../../../api-client/asked.ts';
import controls from '../../parts/controls.module.css';
import { TableHead } from '../../parts/table-head.tsx';
import classes from './begin.module.css';
import { Check, Field } from './field.tsx';
import { headersOf } from './headers-of.ts';
import type { SourceFormProps } from './source-forms.tsx';

const FIELDS = [
  ...['profile_url', 'first_name', 'last_name', 'headline', 'email', 'phone_number'],
  ...['company', 'location', 'timezone', 'country'],
] as const;
/** Encodings that programs save files in, with what is mostly written in each. */
const ENCODINGS = [
  ['utf-8', 'every language'],
  ['windows-1252', 'Western Europe'],
  ['windows-1250', 'Central Europe'],
  ['windows-1251', 'Cyrillic'],
  ['windows-1253', 'Greek'],
  ['windows-1254', 'Turkish'],
  ['windows-1257', 'Baltic'],
  ['macintosh', 'Western Europe, older Macs'],
  ['shift_jis', 'Japanese'],
  ['gb18030', 'Chinese'],
  ['big5', 'Chinese, traditional'],
  ['euc-kr', 'Korean'],
] as const;
/** The most bytes that are searched for the end of a line of headers. */
const BEGINNING = 65_536;

type Preview = Extract<ResultOf<'createCampaign'>, { readonly dry_run: boolean }>;

interface FileFormProps extends SourceFormProps {
  readonly file: File | null;
  /** As the server has understood it; null: it has not been asked, or could not read it. */
  readonly csv: Preview['csv'];
  onFile(file: File): void;
}

/** A file with a header, and what each of its columns becomes. */
export function FileForm({ draft: { mapping, encoding, updates }, change, file, csv, onFile }: FileFormProps) {
  const headers = useHeaders(file);
  const columns = csv?.columns ?? headers.map((header) => ({ header, becomes: null }));
  return (
    <>
      <Field
        label="CSV file"
        isLong
        hint={
          file === null
            ? 'With a header; comma, semicolon, tab or bar; in any encoding.'
            : `${closeBidi(file.name)}, ${Math.ceil(file.size / 1024).toLocaleString('en')} KB`
        }
      >
        {(id) => (
          <input
            id={id}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? [];
              if (chosen === undefined) return;
              change({ mapping: {}, encoding: '', updates: false });
              onFile(chosen);
              // One that was mended is mapped as before.
              void readHeaders(chosen).then((found) => {
                const kept = Object.entries(mapping).filter(([header]) => found.includes(header));
                if (kept.length > 0) change({ mapping: Object.fromEntries(kept) });
              });
            }}
          />
        )}
      </Field>
      {file !== null && (
        <Field
          label="Encoding"
          hint={csv === null ? 'Say it where letters are not read as they should be.' : csv.encoding}
        >
          {(id) => (
            <select id={id} value={encoding} onChange={(event) => change({ encoding: event.currentTarget.value })}>
              <option value="">as it is found to be</option>
              {ENCODINGS.map(([name, languages]) => (
                <option key={name} value={name}>
                  {name} ({languages})
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {file !== null && (
        <Check
          label="Take what it says otherwise of people who are in the sequence already"
          isOn={updates}
          onTurn={(isOn) => change({ updates: isOn })}
        />
      )}
      {columns.length > 0 && (
        <table className={`${classes.mapping} ${controls.fields}`}>
          <caption>What each column becomes</caption>
          <TableHead titles={['Column', 'Becomes']} />
          <tbody>
            {columns.map(({ header, becomes }) => (
              <tr key={header}>
                <th scope="row">{closeBidi(header)}</th>
                <td>
                  <select
                    aria-label={`What ${closeBidi(header)} becomes`}
                    value={mapping[header] ?? ''}
                    onChange={(event) => change({ mapping: { ...mapping, [header]: event.currentTarget.value } })}
                  >
                    <option value="">{mapping[header] ? 'by its name' : ownName(becomes, csv !== null)}</option>
                    <option value="ignore">nothing: leave it out</option>
                    {FIELDS.map((field) => (
                      <option key={field} value={field}>
                        {field}
                      </option>
                    ))}
                    <option value={`vars.${variableOf(header)}`}>the variable {variableOf(header)}</option>
                    <option value="do_not_contact">do_not_contact: a no of whoever has something in it</option>
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** Says what the column is taken for by its name. */
function ownName(becomes: string | null, isRead: boolean): string {
  if (becomes !== null) return `${becomes} (by its name)`;
  return isRead ? 'nothing (by its name)' : 'by its name: look, to see what';
}

const variableOf = (header: string): string => {
  const name = header
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  return /^[a-z]/.test(name) ? name : `column_${name}`;
};

function useHeaders(file: File | null): readonly string[] {
  const [headers, setHeaders] = useState<readonly string[]>([]);
  useEffect(() => {
    let isCurrent = true;
    setHeaders([]);
    if (file !== null) void readHeaders(file).then((found) => isCurrent && setHeaders(found));
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return headers;
}

const readHeaders = async (file: File): Promise<string[]> => headersOf(await file.slice(0, BEGINNING).text());
