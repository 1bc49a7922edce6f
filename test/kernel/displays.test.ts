import * as aq from 'arquero';
import * as assert from 'uvu/assert';
import { html, image, latex, markdown, type KernelClient } from 'fides/kernel';
import { registerBuiltinDisplays } from '#kernel/displays/builtin.js';
import { registerDisplay, render } from '#kernel/displays/registry.js';
import { launchKernel, ofType, result, streamed } from '../support/kernel.js';
import { suite } from '../support/suite.js';

const test = suite('displays');
let kernel: KernelClient;
test.before(async () => {
  registerBuiltinDisplays();
  kernel = await launchKernel();
});
test.after(() => kernel.shutdown());

const spec = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  title: 'Two bars',
  data: { values: [{ a: 'x', b: 1 }] },
  mark: 'bar',
  encoding: { x: { field: 'a' }, y: { field: 'b', type: 'quantitative' } },
};
// the smallest PNG: one transparent pixel
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

test('a table shows its first ten rows, its types and its shape', async () => {
  const table = aq.table({
    day: Array.from({ length: 2500 }, (_, i) => new Date(Date.UTC(2020, 0, 1 + i))),
    close: Array.from({ length: 2500 }, (_, i) => 100 + i / 3),
    name: Array.from({ length: 2500 }, () => '<A&B>'),
  });
  const { data } = await render(table);
  const text = String(data['text/plain']).split('\n');
  assert.is(text[0], 'day           close  name');
  assert.is(text[1], 'date         number  string');
  assert.is(text[3], '2020-01-02  100.333  <A&B>');
  assert.is(text.at(-1), '2,500 rows x 3 columns');
  assert.is(text.length, 13);
  assert.is(String(data['text/html']).match(/<tr>/g)?.length, 11);
  assert.match(String(data['text/html']), '&lt;A&amp;B&gt;');
});

test('a Vega-Lite specification comes live, with an SVG beside it', async () => {
  const { data } = await render(spec);
  assert.equal(data['application/vnd.vegalite.v5+json'], spec);
  assert.match(String(data['image/svg+xml']), /^<svg/);
  assert.match(String(data['image/svg+xml']), 'Two bars');
  assert.is(data['text/plain'], 'Vega-Lite chart: Two bars');
});

test('a specification that cannot be drawn is shown all the same, saying why', async () => {
  const { data } = await render({ ...spec, mark: 'no such mark' });
  assert.is(data['image/svg+xml'], undefined);
  assert.match(String(data['text/plain']), 'no SVG');
});

test('HTML, Markdown and LaTeX have their own type and a plain form', async () => {
  assert.equal((await render(html('<b>x</b>'))).data, { 'text/html': '<b>x</b>', 'text/plain': 'x' });
  assert.equal((await render(markdown('*x*'))).data, { 'text/markdown': '*x*', 'text/plain': '*x*' });
  assert.equal((await render(latex('$x$'))).data, { 'text/latex': '$x$', 'text/plain': '$x$' });
});

test('bytes of an image are that image, in base64; other bytes are bytes', async () => {
  assert.is((await render(pixel)).data['image/png'], pixel.toString('base64'));
  assert.equal((await render(image(pixel, { width: 20 }))).metadata, { 'image/png': { width: 20 } });
  assert.equal(Object.keys((await render(Buffer.from('text'))).data), ['text/plain']);
  assert.throws(() => image(Buffer.from('text')), 'PNG, JPEG');
});

test('an object with the display hook shows itself; a hook that throws does not fail the cell', async () => {
  const hook = Symbol.for('Jupyter.display');
  assert.equal((await render({ [hook]: () => ({ 'text/html': 'own' }) })).data['text/html'], 'own');
  const { data } = await render({
    [hook]() {
      throw new Error('no');
    },
  });
  assert.match(String(data['text/plain']), 'its display failed: Error: no');
});

test('a registered display takes the values that it matches, before the built-in ones', async () => {
  class Money {
    constructor(readonly cents: number) {}
  }
  registerDisplay<Money>({
    name: 'money',
    matches: (value): value is Money => value instanceof Money,
    render: (money) => ({ data: { 'text/html': `<b>${money.cents / 100}</b>` } }),
  });
  assert.is((await render(new Money(150))).data['text/html'], '<b>1.5</b>');
});

test('a displayed chart is there at once, and its SVG before the cell ends', async () => {
  const answer = await kernel.execute(
    `import { display } from 'fides/kernel';\ndisplay(${JSON.stringify(spec)});\nconsole.log('after')`,
  );
  const kinds = answer.outputs.map((m) => m.header.msg_type);
  assert.equal(kinds, ['execute_input', 'display_data', 'stream', 'update_display_data']);
  const id = (m: { content: Record<string, unknown> } | undefined) =>
    (m?.content['transient'] as Record<string, unknown> | undefined)?.['display_id'];
  assert.ok(id(answer.outputs[1]));
  assert.is(id(answer.outputs[1]), id(answer.outputs[3]));
  assert.match(
    String((answer.outputs[3]?.content['data'] as Record<string, unknown>)['image/svg+xml']),
    /^<svg/,
  );
});

test('a display is updated in place, from another cell too', async () => {
  await kernel.execute("const shown = display('first', { id: 'mine' })");
  const answer = await kernel.execute("shown.update('second')");
  const [update] = ofType(answer, 'update_display_data');
  assert.equal(update?.content, {
    data: { 'text/plain': "'second'" },
    metadata: {},
    transient: { display_id: 'mine' },
  });
});

test('progress redraws at most ten times a second and ends with its last frame', async () => {
  const answer = await kernel.execute(
    "import { progress } from 'fides/kernel';\nfor (const i of progress.over(Array.from({ length: 100_000 }, (_, i) => i), 'units')) void i",
  );
  const frames = ofType(answer, 'update_display_data');
  assert.ok(frames.length <= 20, `${frames.length} frames`);
  const last = frames.at(-1)?.content['data'] as Record<string, string>;
  assert.match(String(last['text/plain']), /^units █{20} 100000\/100000 100000 done in/);
  assert.match(String(last['text/html']), '<progress');
});

test('clearOutput publishes clear_output', async () => {
  const answer = await kernel.execute(
    "import { clearOutput } from 'fides/kernel'; clearOutput({ wait: true })",
  );
  assert.equal(ofType(answer, 'clear_output')[0]?.content, { wait: true });
});

test('cells written for tslab show as before', async () => {
  const answer = await kernel.execute(
    "import * as tslab from 'tslab';\ntslab.display.html('<u>x</u>');\nconst d = tslab.newDisplay(); d.text('1'); d.text('2')",
  );
  assert.is(answer.content['status'], 'ok', String(answer.content['evalue']));
  const shown = answer.outputs
    .filter((m) => m.content['data'])
    .map((m) => [m.header.msg_type, m.content['data']]);
  assert.equal(shown, [
    ['display_data', { 'text/html': '<u>x</u>', 'text/plain': 'x' }],
    ['display_data', { 'text/plain': '1' }],
    ['update_display_data', { 'text/plain': '2' }],
  ]);
});

test('an Arquero table is the value of a cell', async () => {
  const answer = await kernel.execute(
    "import { table } from 'arquero';\ntable({ a: [1, 2], b: ['x', 'y'] })",
  );
  assert.is(answer.content['status'], 'ok', String(answer.content['evalue']));
  assert.match(String(result(answer)?.['text/html']), '2 rows x 2 columns');
  assert.is(streamed(answer), '');
});

test.run();
