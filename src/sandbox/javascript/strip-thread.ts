/**
 * The thread that strips types. The code is untrusted here too: TypeScript's parser can be kept busy for
 * ever by nesting alone. One such thread serves all others, so that only it pays for loading the compiler.
 */
import { encodeScript } from '../wire.js';
import { send, serve } from './serve.js';
import { stripTypes } from './strip.js';

stripTypes('export function strategy(df: { close: number[] }): number[] { return df.close.map(() => 0); }');
serve(({ body }) => send(encodeScript(stripTypes(body.toString('utf8')))));
