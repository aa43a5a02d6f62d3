const format = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** "Monday, November 30, 2026 at 9:05 PM CST": the time of both areas, whatever the server's is. */
export function texasTime(time: Date): string {
  return format.format(time);
}
