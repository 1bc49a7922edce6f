/** Indices as linear forms over names: `i - w + 1` is {i: 1, w: -1} + 1. Enough to see which bar is read. */
import type { Node } from '../syntax/tree.js';

export interface Linear {
  readonly terms: ReadonlyMap<string, number>;
  readonly constant: number;
}

/** The number of bars; stands for `df.close.length`, `len(df)`. */
export const LENGTH = '#bars';

export const constant = (value: number): Linear => ({ terms: new Map(), constant: value });
export const symbol = (name: string): Linear => ({ terms: new Map([[name, 1]]), constant: 0 });

export function add(a: Linear, b: Linear, factor = 1): Linear {
  const terms = new Map(a.terms);
  for (const [name, value] of b.terms) {
    const sum = (terms.get(name) ?? 0) + factor * value;
    if (sum === 0) terms.delete(name);
    else terms.set(name, sum);
  }
  return { terms, constant: a.constant + factor * b.constant };
}

export function scale(a: Linear, factor: number): Linear {
  return add(constant(0), a, factor);
}

export function substitute(form: Linear, name: string, value: Linear): Linear {
  const factor = form.terms.get(name);
  if (factor === undefined) return form;
  const rest = new Map(form.terms);
  rest.delete(name);
  return add({ terms: rest, constant: form.constant }, value, factor);
}

/** What a name or any other leaf stands for; null when it is not a whole number we can follow. */
export type Resolve = (node: Node) => Linear | null;

export function linear(node: Node, resolve: Resolve): Linear | null {
  if (node.kind === 'number') return constant(node.value);
  if (node.kind === 'unary' && (node.op === '-' || node.op === '+')) {
    const operand = linear(node.operand, resolve);
    return operand && scale(operand, node.op === '-' ? -1 : 1);
  }
  if (node.kind === 'binary' && (node.op === '+' || node.op === '-' || node.op === '*')) {
    const left = linear(node.left, resolve);
    const right = linear(node.right, resolve);
    if (!left || !right) return null;
    if (node.op !== '*') return add(left, right, node.op === '+' ? 1 : -1);
    if (left.terms.size === 0) return scale(right, left.constant);
    return right.terms.size === 0 ? scale(left, right.constant) : null;
  }
  return resolve(node);
}

/**
 * The largest value that a form can take when every name is at least 1 (window lengths, horizons): Infinity
 * where a name counts upwards.
 */
export function largest(form: Linear): number {
  let sum = form.constant;
  for (const factor of form.terms.values()) {
    if (factor > 0) return Infinity;
    sum += factor;
  }
  return sum;
}
