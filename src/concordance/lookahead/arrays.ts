/** Which expressions are whole columns: one value a bar, all bars. */
import { calledName, numeric, type Node, type NodeOf } from '../syntax/tree.js';
import { Names } from '../reader/decisions.js';

/** Offset of a whole column against the bars: element i stands for bar i + offset. Null: not known to be whole. */
export type Whole = number | null;

/** Methods that keep one value a bar. */
const KEEPS = new Set([
  'map',
  'values',
  'to_numpy',
  'astype',
  'copy',
  'pct_change',
  'diff',
  'fillna',
  'ffill',
  'clip',
  'abs',
  'mean',
  'std',
  'sum',
  'min',
  'max',
  'median',
  'var',
  'where',
  'mask',
  'apply',
  'cumsum',
  'cummax',
  'cummin',
  'cumprod',
  'toArray',
  'quantile',
  'rank',
  'replace',
  'round',
  'add',
  'sub',
  'mul',
  'div',
  'array',
  'iloc',
  'loc',
  'from',
  'ewm',
  'shift',
  'Series',
  'asarray',
  'log',
  'sqrt',
  'exp',
  'float',
  'dropna',
  'concat',
  'toReversed',
  'bfill',
  'interpolate',
  'nan_to_num',
]);
/** Calls that turn a column into one that moves with the bars: what follows is a statistic of a window. */
export const WINDOWS = new Set(['rolling', 'expanding', 'ewm', 'groupby', 'resample']);
const REDUCES = new Set(['mean', 'std', 'sum', 'min', 'max', 'median', 'var', 'quantile']);
const COLUMN = /^(open|high|low|close|volume|opens|highs|lows|closes|prices?|adj ?close|date)$/i;

export class Arrays {
  private readonly busy = new Set<string>();

  constructor(
    private readonly names: Names,
    /** Names of the parameter that holds the bars. */
    private readonly frames: ReadonlySet<string>,
  ) {}

  /** The table of bars itself, or a copy of it. */
  isFrame(node: Node): boolean {
    if (node.kind === 'name') {
      if (this.frames.has(node.name)) return true;
      const meaning = this.names.meaning(node.name);
      return (
        this.guarded(node.name, () => meaning.length > 0 && meaning.every((m) => this.isFrame(m))) ?? false
      );
    }
    return (
      node.kind === 'call' &&
      node.callee.kind === 'member' &&
      node.callee.name === 'copy' &&
      this.isFrame(node.callee.object)
    );
  }

  private guarded<T>(name: string, work: () => T): T | null {
    if (this.busy.has(name)) return null;
    this.busy.add(name);
    try {
      return work();
    } finally {
      this.busy.delete(name);
    }
  }

  /** `bound` tells what parameters of an inlined helper stand for. */
  whole(node: Node, bound: ReadonlyMap<string, Whole>): Whole {
    switch (node.kind) {
      case 'name':
        return this.name(node, bound);
      case 'member':
        return this.member(node, bound);
      case 'call':
        return this.call(node, bound);
      case 'binary': {
        if (node.op === '&&' || node.op === '||') return null;
        const left = this.whole(node.left, bound);
        const right = this.whole(node.right, bound);
        return left === null ? right : right === null ? left : Math.max(left, right);
      }
      case 'unary':
        return this.whole(node.operand, bound);
      case 'list':
        return this.list(node, bound);
      case 'index':
        return this.slice(node, bound);
      default:
        return null;
    }
  }

  private name(node: NodeOf<'name'>, bound: ReadonlyMap<string, Whole>): Whole {
    if (bound.has(node.name)) return bound.get(node.name)!;
    const meaning = this.names.meaning(node.name);
    if (meaning.length === 0)
      return COLUMN.test(node.name) && !this.names.definitions.has(node.name) ? 0 : null;
    return this.guarded(node.name, () => {
      const offsets = meaning.map((m) => this.whole(m, bound));
      return offsets.every((o) => o !== null) ? Math.max(...(offsets as number[])) : null;
    });
  }

  private member(node: NodeOf<'member'>, bound: ReadonlyMap<string, Whole>): Whole {
    if (this.isFrame(node.object))
      return /^(length|shape|index|columns|iloc|loc|empty)$/.test(node.name) ? null : 0;
    return KEEPS.has(node.name) || node.name === 'T' ? this.whole(node.object, bound) : null;
  }

  private call(node: NodeOf<'call'>, bound: ReadonlyMap<string, Whole>): Whole {
    const name = calledName(node) ?? '';
    const receiver = node.callee.kind === 'member' ? node.callee.object : null;
    const [first, second] = node.args;
    if (name === 'slice' && receiver) {
      const from = first ? numeric(first, this.names.constant) : 0;
      const offset = this.whole(receiver, bound);
      return offset === null || from === null || from < 0 || second ? null : offset + from;
    }
    if (WINDOWS.has(name) && receiver) return this.whole(receiver, bound);
    if (receiver && KEEPS.has(name)) {
      // A statistic of a whole column is one number; of windows it is a column again.
      if (REDUCES.has(name) && !isWindowed(receiver)) return null;
      const own = this.whole(receiver, bound);
      if (own !== null) return own;
      return first && /^(array|asarray|from|Series|log|sqrt|exp|abs|nan_to_num)$/.test(name)
        ? this.whole(first, bound)
        : null;
    }
    return null;
  }

  /** `[...c]` is a copy, `[0, ...c]` starts one later. */
  private list(node: NodeOf<'list'>, bound: ReadonlyMap<string, Whole>): Whole {
    const at = node.items.findIndex((item) => item.kind === 'spread');
    const item = node.items[at];
    if (item?.kind !== 'spread') return null;
    const offset = this.whole(item.value, bound);
    return offset === null ? null : offset - at;
  }

  /** `c[:]` and `c[::-1]` are whole; any other slice is a window. */
  private slice(node: NodeOf<'index'>, bound: ReadonlyMap<string, Whole>): Whole {
    const { at } = node;
    if (at.kind !== 'slice' || at.from || at.to) return null;
    return this.whole(node.object, bound);
  }
}

/** `x.rolling(20)` somewhere on the way: statistics after it are of windows. */
export function isWindowed(node: Node): boolean {
  if (node.kind === 'call') return WINDOWS.has(calledName(node) ?? '') || isWindowed(node.callee);
  if (node.kind === 'member' || node.kind === 'index') return isWindowed(node.object);
  return false;
}
