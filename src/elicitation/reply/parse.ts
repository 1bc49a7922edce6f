/** Reads a model's reply: its prose, claimed edge, code and language, or why it cannot be read. */
import type { Language } from '../../sandbox/index.js';
import type { Delivery, ParseFailure } from '../types.js';
import { bareCode } from './bare.js';
import { claimedEdgeOf } from './claim.js';
import { asciiCode, cleanReply } from './clean.js';
import { looksLikeCode, strategyOf, type Code } from './code.js';
import { looksCutOff } from './complete.js';
import { segmentsOf, type Segment } from './segments.js';

export interface Prose {
  /** Everything that is no code, the line of the claimed edge included. */
  readonly prose: string;
  readonly claimedEdge: string | null;
}

/**
 * Reads a dual delivery, or the code of the second stage.
 *
 * @param reply the model's text, as it came
 * @param language what was asked for; the delivery says what was written, which may differ
 *
 * @example
 * parseDelivery('Buy when ...\nClaimed edge: beats buy-and-hold.\n```ts\nfunction strategy(df) { ... }\n```', 'typescript')
 */
export function parseDelivery(reply: string, language: Language): Delivery {
  const { text, thoughtOpen } = cleanReply(reply);
  if (text === '') return failed(thoughtOpen ? 'truncated' : 'empty', '', language);
  const segments = segmentsOf(text);
  const blocks = segments.filter((segment) => segment.kind === 'block' && looksLikeCode(segment));
  const prose = proseOf(segments);
  const fenced = strategyOf(blocks, language);
  if (fenced) return delivered(fenced, prose, language);
  const bare = bareCode(prose, language);
  if (bare) return delivered({ ...bare, closed: false }, bare.text, language);
  if (thoughtOpen || blocks.at(-1)?.closed === false) return failed('truncated', prose, language);
  return failed(blocks.length > 0 ? 'no-strategy-function' : 'no-code', prose, language);
}

/** Reads the first stage of two: the prose, without any code that the model wrote all the same. */
export function parseProse(reply: string): Prose {
  const prose = proseOf(segmentsOf(cleanReply(reply).text));
  return { prose, claimedEdge: claimedEdgeOf(prose) };
}

function delivered({ code, language, closed }: Code, prose: string, asked: Language): Delivery {
  const plain = asciiCode(code).trim();
  if (!closed && looksCutOff(plain, language)) return failed('truncated', prose, asked);
  const claimedEdge = claimedEdgeOf(prose) ?? claimedEdgeOf(plain);
  return { failure: null, prose, claimedEdge, code: plain, language };
}

function failed(failure: ParseFailure, prose: string, language: Language): Delivery {
  return { failure, prose, claimedEdge: claimedEdgeOf(prose), code: '', language };
}

/** Text, and blocks that hold no code (prose that a model put in a fence). */
function proseOf(segments: readonly Segment[]): string {
  return segments
    .filter((segment) => segment.kind === 'text' || !looksLikeCode(segment))
    .map((segment) => segment.text.trim())
    .join('\n\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
