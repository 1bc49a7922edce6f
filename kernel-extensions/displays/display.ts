import { randomUUID } from 'node:crypto';
import { session } from '../session.js';
import { preview, render, type Bundle } from './registry.js';

/** An output that can be replaced where it stands. */
export interface DisplayHandle {
  readonly id: string;
  update(value: unknown): void;
}

export interface DisplayOptions {
  /** An id of your own, to update the same output from another cell. */
  readonly id?: string;
}

const underWay = new Set<Promise<void>>();

/** Shows a value among the outputs of the running cell. */
export function display(value: unknown, { id = randomUUID() }: DisplayOptions = {}): DisplayHandle {
  show('display_data', id, value);
  return { id, update: (next) => show('update_display_data', id, next) };
}

/** Resolves when displays that take time (an SVG beside a chart) are complete; a cell ends only then. */
export async function displaysSettled(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}

/** Removes the outputs of the running cell: at once, or when its next output comes. */
export function clearOutput({ wait = false } = {}): void {
  session().publish('clear_output', { wait });
}

function show(type: 'display_data' | 'update_display_data', id: string, value: unknown): void {
  const first = preview(value);
  if (first) publish(type, id, first);
  const bundle = render(value);
  if (!(bundle instanceof Promise)) return publish(type, id, bundle);
  const { publish: send } = session();
  const rest = bundle
    .then((complete) => publish(first ? 'update_display_data' : type, id, complete, send))
    .finally(() => underWay.delete(rest));
  underWay.add(rest);
}

function publish(type: string, id: string, bundle: Bundle, send = session().publish): void {
  send(type, { data: bundle.data, metadata: bundle.metadata ?? {}, transient: { display_id: id } });
}
