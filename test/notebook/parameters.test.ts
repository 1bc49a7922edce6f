/** Parameters of a notebook, checked against the types of its parameters cell. */
import * as assert from 'uvu/assert';
import { readNotebook, setParameters, type Notebook } from 'fides/notebook';
import { suite } from '../support/suite.js';
import { fixture, joined } from './support/run.js';

const test = suite('notebook parameters');
const notebook = readNotebook(fixture('parameters'));
const set = (values: Record<string, string>, of: Notebook = notebook) =>
  setParameters(of, values, fixture('parameters'));
const refused = async (values: Record<string, string>, message: RegExp, of?: Notebook) => {
  const error = await set(values, of).then(
    () => null,
    (e: unknown) => e as Error,
  );
  assert.is(error?.name, 'UserError');
  assert.match(error!.message, message);
};

test('values are set, with their types, in a cell behind the one that declares them', async () => {
  const { cells } = await set({ cost: '12.5', asset: 'TLT', windows: '[3]', label: '7', limit: 'null' });
  assert.equal(cells[2]!.metadata, { tags: ['injected-parameters'] });
  assert.is(
    joined(cells[2]!.source),
    'let cost: number = 12.5;\nlet asset: \'SPY\' | \'TLT\' = "TLT";\nlet windows: number[] = [3];\nlet label: string = "7";\nlet limit: number | null = null;',
  );
  assert.is(cells.length, 4);
});

test('setting others replaces the cell; setting none keeps it', async () => {
  const once = await set({ cost: '1' });
  assert.equal(
    (await set({ cost: '2' }, once)).cells.map((c) => joined(c.source))[2],
    'let cost: number = 2;',
  );
  assert.is((await set({ cost: '2' }, once)).cells.length, 4);
  assert.is(await set({}, once), once);
});

test('an unknown name is refused, with the known ones', () =>
  refused({ costs: '1' }, /no parameter costs\. It has cost: number, asset: 'SPY' \| 'TLT'/));

test('a value of another type is refused, with the type', async () => {
  await refused({ cost: 'cheap' }, /cost takes number, and cheap is none/);
  await refused({ asset: 'QQQ' }, /asset takes 'SPY' \| 'TLT'/);
  await refused({ windows: '["a"]' }, /windows takes number\[\]/);
});

test('a notebook without a parameters cell is told so', () =>
  refused({ cost: '1' }, /no cell tagged "parameters"/, readNotebook(fixture('error'))));

test.run();
