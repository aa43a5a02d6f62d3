/**
 * Removes the quotes around a value. systemd and `.env` files remove them, but `docker run --env-file` passes them on.
 */
export function unquote(value: string): string {
  return /^(["'])(.*)\1$/s.exec(value)?.[2] ?? value;
}
