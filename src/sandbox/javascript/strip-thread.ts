/**
 * The thread that strips types. The code is untrusted here too: hostile text may keep a parser busy or use up its stack.
 * A process of its own pays for loading the compiler, so that those that run strategies start fast.
 */
import { encodeScript } from '../wire.js';
import { send, serve } from './serve.js';
import { stripTypes } from './strip.js';

stripTypes('export function strategy(df: { close: number[] }): number[] { return df.close.map(() => 0); }');
serve(({ body }) => send(encodeScript(stripTypes(body.toString('utf8')))));
