/** A value without quotes around it: systemd and `.env` remove them, and `docker run --env-file` passes them on. */
export function unquote(value: string): string {
  return /^(["'])(.*)\1$/s.exec(value)?.[2] ?? value;
}
