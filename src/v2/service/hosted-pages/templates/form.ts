import { type Html, html } from '../../../../shared/html/html.ts';

/** Input of a form, and its mistakes. Passwords and codes are never given back. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: readonly FieldError[];
}

export interface FieldError {
  /** The field's id; null where the whole form was refused. */
  readonly field: string | null;
  readonly message: string;
}

export const EMPTY_FORM: FormState = Object.freeze({ values: {}, errors: [] });

export interface Field {
  readonly id: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | 'tel' | 'number';
  readonly hint?: string;
  readonly autocomplete?: string;
  readonly inputmode?: 'numeric' | 'tel' | 'email';
  readonly required?: boolean;
  readonly focus?: boolean;
  readonly code?: boolean;
}

export function inputField(field: Field, form: FormState): Html {
  const type = field.type ?? 'text';
  const value = type === 'password' ? undefined : form.values[field.id];
  return html`<div class="field">
<label for="${field.id}">${field.label}</label>
${hintOf(field)}${errorOf(field.id, form)}
<input id="${field.id}" name="${field.id}" type="${type}"${attribute('value', value)}${attribute('class', field.code ? 'code' : undefined)}${attribute('autocomplete', field.autocomplete)}${attribute('inputmode', field.inputmode)}${type === 'text' && html` autocapitalize="none" spellcheck="false"`}${field.required && html` required`}${field.focus && form.errors.length === 0 && html` autofocus`}${described(field, form)}>
</div>`;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
}

export function selectField(
  field: Pick<Field, 'id' | 'label' | 'hint'> & { readonly choices: readonly Choice[]; readonly chosen: string },
  form: FormState,
): Html {
  const chosen = form.values[field.id] ?? field.chosen;
  return html`<div class="field">
<label for="${field.id}">${field.label}</label>
${hintOf(field)}${errorOf(field.id, form)}
<select id="${field.id}" name="${field.id}"${described(field, form)}>
${field.choices.map(({ value, label }) => html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`)}
</select>
</div>`;
}

/** Checkboxes of one name. Where the form was not sent yet, all are ticked. */
export function checkboxes(
  group: { readonly id: string; readonly legend: string; readonly choices: readonly Choice[] },
  form: FormState,
): Html {
  const given = form.values[group.id];
  const chosen = given === undefined ? group.choices.map(({ value }) => value) : given.split(',');
  const error = form.errors.find(({ field }) => field === group.id);
  return html`<fieldset class="field"${error && html` aria-describedby="${group.id}-error"`}>
<legend>${group.legend}</legend>
${errorOf(group.id, form)}
${group.choices.map(
  (
    { value, label, detail },
    i,
  ) => html`<label class="check"><input type="checkbox" name="${group.id}" value="${value}"${i === 0 && html` id="${group.id}"`}${chosen.includes(value) && html` checked`}>
<span><strong>${label}</strong>${detail !== undefined && html`<small>${detail}</small>`}</span></label>`,
)}
</fieldset>`;
}

/** Lists the mistakes, first on the page and focused; each line leads to its field. */
export function errorSummary(form: FormState): Html | null {
  if (form.errors.length === 0) return null;
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title">
<h2 id="summary-title">There is a problem</h2>
<ul>${form.errors.map(({ field, message }) => html`<li>${field === null ? message : html`<a href="#${field}">${message}</a>`}</li>`)}</ul>
</div>`;
}

/** `token` proves that the form came from our own page, see `browser.ts`. `busy` is what the button says while it is sent. */
export function postForm(
  form: { readonly action: string; readonly token: string; readonly button: string; readonly busy: string },
  fields: Html | readonly Html[],
): Html {
  return html`<form method="post" action="${form.action}" novalidate data-busy="${form.busy}">
<input type="hidden" name="form_token" value="${form.token}">
${fields}
<button type="submit">${form.button}</button>
</form>`;
}

const attribute = (name: string, value: string | undefined): Html | null =>
  value === undefined ? null : html` ${name}="${value}"`;

const hintOf = ({ id, hint }: Pick<Field, 'id' | 'hint'>): Html | null =>
  hint === undefined ? null : html`<p class="hint" id="${id}-hint">${hint}</p>`;

function errorOf(id: string, form: FormState): Html | null {
  const error = form.errors.find(({ field }) => field === id);
  return error ? html`<p class="wrong" id="${id}-error">${error.message}</p>` : null;
}

function described({ id, hint }: Pick<Field, 'id' | 'hint'>, form: FormState): Html | null {
  const wrong = form.errors.some(({ field }) => field === id);
  const by = [...(hint === undefined ? [] : [`${id}-hint`]), ...(wrong ? [`${id}-error`] : [])].join(' ');
  return html`${by !== '' && html` aria-describedby="${by}"`}${wrong && html` aria-invalid="true"`}`;
}
