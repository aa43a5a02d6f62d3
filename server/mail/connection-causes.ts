const untrusted = 'its certificate is signed by nobody that this machine trusts';
const unroutable = 'there is no way to it through the network';

/** Why no connection to a mail server or service came about, by the error's code. */
const causes: Record<string, string> = {
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'the name server of this machine does not answer',
  ECONNREFUSED: 'nothing listens on its port',
  ETIMEDOUT: 'it does not answer: perhaps a firewall blocks its port',
  EHOSTUNREACH: unroutable,
  ENETUNREACH: unroutable,
  ECONNRESET: 'it closed the connection',
  ECONNECTION: 'it closed the connection',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: perhaps the clock of this machine is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_SSL_WRONG_VERSION_NUMBER: 'its port does not begin with TLS: smtps:// is for port 465, smtp:// for 587',
  ERR_SSL_PACKET_LENGTH_TOO_LONG:
    'its port does not begin with TLS: smtps:// is for port 465, smtp:// for 587',
  ETLS: 'it broke off the encryption',
};

/** The cause in words. The code itself where it has none: OpenSSL alone knows a thousand. */
export function connectionCause(code: string): string {
  return causes[code] ?? code;
}
