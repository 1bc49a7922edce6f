/**
 * The paper's frozen configuration, run as the README says: Python strategies on its ETFs, its models behind an
 * OpenAI-compatible server. The server here is ours and answers every request for a strategy with the same one: always long.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { createSandbox } from 'fides/sandbox';
import { openRun } from 'fides/study';
import { etfFolder } from '../market/support/etf.js';
import { fides } from '../support/cli.js';
import { suite, when } from '../support/suite.js';
import { bars } from '../sandbox/support/bars.js';

const test = suite('frozen configuration');
const CODE = '```python\ndef strategy(df):\n    return [1] * len(df)\n```';

interface Asked {
  readonly model: string;
  readonly temperature: number;
  readonly seed: number;
  readonly messages: readonly { readonly content: string }[];
  readonly response_format?: { readonly json_schema: { readonly schema: { readonly required: string[] } } };
}

function reply({ messages, response_format: format }: Asked): string {
  if (format)
    return JSON.stringify(Object.fromEntries(format.json_schema.schema.required.map((key) => [key, true])));
  const [symbol] = /\b(SPY|QQQ|IWM|EFA|TLT|GLD|XLF|XLE)\b/.exec(messages.at(-1)!.content)!;
  return `Inputs: the close of ${symbol}.\n\nEntry: always long.\n\nExit: never.\n\nRisk: none.\n\nClaimed edge: outperforms buy-and-hold.\n\n${CODE}`;
}

const asked: Asked[] = [];
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    const body = JSON.parse(text) as Asked;
    asked.push(body);
    const message = { role: 'assistant', content: reply(body) };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        model: body.model,
        choices: [{ index: 0, finish_reason: 'stop', message }],
        usage: { prompt_tokens: 100, completion_tokens: 50 },
      }),
    );
  });
});
const home = mkdtempSync(join(tmpdir(), 'fides-frozen-'));
test.after(() => {
  server.closeAllConnections();
  server.close();
  rmSync(home, { recursive: true, force: true });
});

const sandbox = createSandbox({ size: 1 });
const python = await sandbox
  .run({ code: 'def strategy(df):\n    return [0] * len(df)\n', language: 'python' }, bars(5))
  .then(
    () => true,
    () => false,
  );
await sandbox.close();
const etf = etfFolder();

when(
  test,
  python && etf !== null,
  'the frozen configuration: no folder in FIDES_DATA, or Python strategies are refused here',
)("gives the paper's anchors, 40 records, and asks as the paper does", async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  // Python calls strategies a thousand times for the checks: few cuts here, the rest of the file as it is.
  const study = readFileSync('data/studies/fides-v0.yaml', 'utf8').replace(
    /^checks: .*$/m,
    'checks: { prefix-cuts: 1, replay: none, injections: [] }',
  );
  const file = join(home, 'fides-v0.yaml');
  writeFileSync(file, study);
  const models = ['gpt-4o-mini', 'gpt-4o', 'gpt-4.1-mini', 'qwen-2.5-7b'];
  const mapping = models.flatMap((name) => ['--model', `${name}=${address}`]);
  const { code, out, err } = await fides(['run', file, ...mapping, '--json'], {
    env: {
      FIDES_HOME: home,
      FIDES_CACHE: join(home, '.cache'),
      FIDES_DATA: resolve(etf!),
      OPENAI_API_KEY: 'sk-test',
    },
  });
  assert.is(code, 0, err);
  const run = openRun((JSON.parse(out) as { folder: string }).folder);

  assert.is(run.records.length, 40);
  assert.ok(run.records.every((r) => r.execution.outcome === 'ok' && r.lookAhead.prefix?.leak === false));
  const tlt = run.records.filter((r) => r.task.id === 'TLT');
  for (const { primary, sayToResult } of tlt) {
    assert.is(primary.strategy!.sharpe.toFixed(3), '-0.091'); // the paper's buy-and-hold of TLT
    assert.is(primary.buyAndHold.totalReturn.toFixed(3), '-0.055');
    assert.is(sayToResult.score, 0); // equal is not above
  }
  const eight = run.records.filter((r) => r.unit.arm === 'dual' && r.unit.model === 'gpt-4o');
  const sma = eight.reduce((sum, r) => sum + r.primary.sma.sharpe, 0) / eight.length;
  assert.is(sma.toFixed(3), '0.583'); // the paper's mean of SMA(50, 200)

  // 32 dual, 8 x 2 in two stages, and 40 by each of two judges; equal questions are asked once and answered from the cache.
  const count = (stage: string) =>
    run.records.flatMap((r) => r.calls).filter((call) => call.stage === stage).length;
  assert.equal(['dual', 'prose', 'code', 'judge'].map(count), [32, 8, 8, 80]);
  const judged = asked.filter((request) => request.response_format);
  assert.equal([...new Set(judged.map((request) => request.model))].sort(), ['gpt-4o-mini', 'qwen-2.5-7b']);
  for (const { temperature, seed } of asked.filter((request) => !request.response_format))
    assert.equal([temperature, seed], [0.2, 42]);
});

test.run();
