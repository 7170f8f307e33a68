/** `Tue 3 Mar 2026 09:00`, as it is there. */
export function localMoment(at: Date, zone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  return format.format(at).replaceAll(',', '');
}
