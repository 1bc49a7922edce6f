import { session } from './session.js';

/** Asks for a line of input that the client does not show. */
export function password(question = 'Password: '): string {
  return session().ask(question, true);
}
