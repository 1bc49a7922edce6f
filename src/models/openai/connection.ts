/** What a failed connection is: something that may pass, or something that no further attempt can mend. */
import { UserError } from '../../base/errors.js';
import { Transient } from './transient.js';

/** Codes and messages of fetch, of Node's TLS and of OpenSSL. A name that is not found may be a network that is down. */
const FOR_GOOD = [
  {
    seen: /^bad port$|^unknown scheme$|^Failed to parse URL/,
    mend: 'Mend the address: fetch never asks some ports (such as 9 or 25), and it has to begin with http:// or https://.',
  },
  {
    seen: /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/,
    mend: 'Mend the certificate of the server, or name the authority that signed it in NODE_EXTRA_CA_CERTS.',
  },
  {
    seen: /ERR_SSL|EPROTO/,
    mend: 'The server speaks no TLS there: see whether its address begins with http://.',
  },
];

/** @param error of fetch, which says 'fetch failed' or 'terminated' and hides what happened in the cause */
export function connectionFailure(error: Error, address: string): Transient | UserError {
  const { message, code = '' } = (
    error.cause instanceof Error ? error.cause : error
  ) as NodeJS.ErrnoException;
  const told = message || code; // an address of two families gives an error without a message
  const lasting = FOR_GOOD.find(({ seen }) => seen.test(code) || seen.test(message));
  if (!lasting) return new Transient(`the connection failed: ${told}`);
  return new UserError(`${address} cannot be asked: ${told}.`, lasting.mend);
}
