/** Reasons why a call to a server or service failed, by the error's code or name. */
const causes: [code: RegExp, cause: string][] = [
  [/^ENOTFOUND/, 'its name is unknown'],
  [/^EAI_AGAIN/, 'the name server of this machine does not answer'],
  [/^ECONNREFUSED/, 'nothing listens on its port'],
  [/TIMEDOUT|TIMEOUT/, 'it does not answer: perhaps a firewall blocks its port'],
  [/^ECONNRESET|^ECONNECTION|^UND_ERR_SOCKET/, 'it closed the connection'],
  [/^TimeoutError/, 'it did not answer in time'],
  [/^AbortError/, 'this server stopped before the response arrived'],
  [/CERT_HAS_EXPIRED/, 'its certificate has expired'],
  [/ALTNAME_INVALID/, 'its certificate is for another name'],
  [/SELF_SIGNED|^UNABLE_TO_/, 'its certificate is not signed by an authority that this machine trusts'],
  [/^ERR_SSL_/, 'it did not answer with TLS. Use smtps:// for port 465, smtp:// for 587'],
];

/** Describes an error code, or returns the code itself if no pattern matches it. */
export function describeConnectionError(code: string): string {
  return causes.find(([pattern]) => pattern.test(code))?.[1] ?? code;
}
