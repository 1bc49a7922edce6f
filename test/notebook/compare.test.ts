/** Comparing outputs with those that are committed. */
import { createCanvas } from '@napi-rs/canvas';
import * as assert from 'uvu/assert';
import { compareNotebooks, type MimeBundle, type Notebook, type Output } from 'fides/notebook';
import { suite } from '../support/suite.js';

const test = suite('notebook comparison');

const notebook = (...outputs: Output[]): Notebook => ({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: [
    { cell_type: 'markdown', id: 'a', metadata: {}, source: '' },
    { cell_type: 'code', id: 'b', metadata: {}, source: '1', execution_count: 1, outputs },
  ],
});
const stream = (text: string): Output => ({ output_type: 'stream', name: 'stdout', text });
const display = (data: MimeBundle): Output => ({ output_type: 'display_data', data, metadata: {} });
const compare = (a: Output, b: Output, tolerance = 1e-6) =>
  compareNotebooks(notebook(a), notebook(b), tolerance);

test('numbers may differ by the tolerance, words may not', async () => {
  assert.equal(await compare(stream('Sharpe 1.0000001 of TLT'), stream('Sharpe 1 of TLT')), []);
  assert.equal(await compare(stream('Sharpe 1.01'), stream('Sharpe 1')), [
    { cell: 2, what: 'output 1: 1.01 committed, 1 now' },
  ]);
  assert.is((await compare(stream('long'), stream('flat'))).length, 1);
});

test('a number of outputs or a type that differs is named', async () => {
  const [difference] = await compareNotebooks(notebook(stream('a')), notebook(), 0);
  assert.is(difference?.what, '1 outputs committed, 0 now');
});

test('pictures are compared by pixels, not by bytes', async () => {
  const draw = (colour: string, type: 'image/png' | 'image/jpeg') => {
    const canvas = createCanvas(4, 4);
    const context = canvas.getContext('2d');
    context.fillStyle = colour;
    context.fillRect(0, 0, 4, 4);
    return canvas.toBuffer(type as 'image/png').toString('base64');
  };
  const red = draw('#f00', 'image/png');
  // the same picture with a comment after its end
  const again = Buffer.concat([Buffer.from(red, 'base64'), Buffer.from('x')]).toString('base64');
  assert.equal(await compare(display({ 'image/png': red }), display({ 'image/png': again })), []);
  const blue = draw('#00f', 'image/png');
  assert.is((await compare(display({ 'image/png': red }), display({ 'image/png': blue }))).length, 1);
});

test('charts are compared by their data, not by the picture beside them', async () => {
  const chart = (y: number, svg: string) =>
    display({
      'application/vnd.vegalite.v5+json': { data: { values: [{ y }] }, mark: 'bar' },
      'image/svg+xml': svg,
    });
  assert.equal(await compare(chart(1, '<svg/>'), chart(1 + 1e-9, '<svg></svg>')), []);
  const [difference] = await compare(chart(1, '<svg/>'), chart(2, '<svg/>'));
  assert.match(difference!.what, /data\.values\.0\.y: 1 committed, 2 now/);
});

test.run();
