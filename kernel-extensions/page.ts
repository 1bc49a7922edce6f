import { render } from './displays/registry.js';
import { session } from './session.js';

/** Shows a value in the client's pager, where it has one, rather than among the outputs. */
export async function page(value: unknown): Promise<void> {
  const { data } = await render(value);
  session().pay({ source: 'page', data, start: 0 });
}
