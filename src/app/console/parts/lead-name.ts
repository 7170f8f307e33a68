interface Named {
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly email?: string | null;
  readonly profile_url?: string | null;
}

/** The name to call a person by; null: they were erased. */
export function nameOfLead(lead: Named | null): string {
  if (lead === null) return 'Erased person';
  const name = [lead.first_name, lead.last_name].filter((part) => part).join(' ');
  return name || lead.email || lead.profile_url || 'Without a name';
}
