/**
 * Measures the demonstration models as the model card reports them: what candidates write, and what judges see of
 * planted faults. Needs `npm run build`; a few minutes on one core.
 *
 *   node data/models/demo/measure.mjs [COUNT] [FOLDER]
 *
 * Prints one JSON line a model. Replies go to FOLDER/replies-NAME.json, for train/read_back.py.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modelVerdict, prefixCheck, readerVerdict } from 'fides/concordance';
import { dualPrompt, parseDelivery } from 'fides/elicitation';
import { rangeOf, sp500, SP500_WINDOWS } from 'fides/market';
import { openModel } from 'fides/models';
import { createSandbox } from 'fides/sandbox';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const SYMBOLS = ['SPX', 'SPX', 'SPX', 'SPY', 'QQQ', 'IWM', 'EFA', 'TLT', 'GLD', 'XLF', 'XLE'];
const CHECKS = ['d', 'i', 'x', 'm'];
const LONGEST_REPLY = 700;

const [count = '120', out = join(tmpdir(), 'fides-demo')] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.gguf')).sort()) {
  const name = basename(file, '.gguf');
  const model = await openModel({ name, gguf: join(FOLDER, file) });
  const result = /-(judge|swap)$/.test(name) ? await judge(model) : await candidate(model, Number(count));
  console.log(JSON.stringify({ model: name, ...result }));
  await model.close();
}

/** Dual deliveries at temperature 1 from the whole distribution, as the shipped studies ask for them. */
async function candidate(model, replies) {
  const counts = { replies: 0, parsed: 0, ran: 0, active: 0, lookAhead: 0, ticker: 0, claim: 0, agree: 0 };
  const deliveries = [];
  const bars = sp500();
  const sandbox = await createSandbox();
  const start = performance.now();
  for (let n = 0; n < replies; n++) {
    const symbol = SYMBOLS[n % SYMBOLS.length];
    const outOfSample = SP500_WINDOWS[n % SP500_WINDOWS.length];
    const year = Number(outOfSample.start.slice(0, 4));
    const inSample = { start: `${year - 5}-01-01`, end: `${year - 1}-12-31` };
    const messages = dualPrompt({ symbol, inSample, outOfSample, context: '' }, { language: 'typescript', form: 'compact' });
    const sampling = { temperature: 1, topP: 1, topK: 0, seed: 1000 + n };
    const { text } = await model.complete({ messages, sampling, maxTokens: LONGEST_REPLY });
    const delivery = parseDelivery(text, 'typescript');
    deliveries.push({ symbol, text, ...delivery });
    counts.replies++;
    counts.ticker += delivery.prose.includes(` ${symbol}`);
    counts.claim += delivery.claimedEdge !== null;
    if (delivery.failure !== null) continue;
    counts.parsed++;
    counts.agree += readerVerdict(delivery.prose, delivery.code, delivery.language).score === 1;
    const run = await sandbox.run(delivery, bars);
    if (run.outcome !== 'ok') continue;
    counts.ran++;
    counts.active += new Set(run.signal).size > 1;
    const { leak } = await prefixCheck(sandbox, delivery, bars, run.signal, rangeOf(bars, outOfSample), { cuts: 4, seed: n });
    counts.lookAhead += leak;
  }
  const millis = Math.round((performance.now() - start) / replies);
  await sandbox.close();
  writeFileSync(join(out, `replies-${model.identity.name}.json`), JSON.stringify(deliveries, null, 1));
  return { ...counts, distinct: new Set(deliveries.map((d) => d.text)).size, millis };
}

/** Verdicts on strategies with known faults, which no training run has seen. */
async function judge(model) {
  const lines = readFileSync(join(FOLDER, 'held-out.jsonl'), 'utf8').trim().split('\n');
  const counts = { items: lines.length, valid: 0, exact: 0 };
  const byCheck = Object.fromEntries(CHECKS.map((check) => [check, { found: 0, of: 0, falseAlarms: 0, sound: 0 }]));
  const byFault = {};
  const start = performance.now();
  for (const { prose, code, fault, checks } of lines.map((line) => JSON.parse(line))) {
    const judged = { prose, code, language: 'typescript' };
    const { checks: verdict } = (await modelVerdict(model, model.identity.name, judged, { form: 'compact', seed: 0 })).verdict;
    if (verdict === null) continue;
    counts.valid++;
    const exact = CHECKS.every((check) => verdict[check] === checks[check]);
    counts.exact += exact;
    const seen = (byFault[fault ?? 'none'] ??= { exact: 0, of: 0 });
    seen.exact += exact;
    seen.of++;
    for (const check of CHECKS) {
      const tally = byCheck[check];
      if (checks[check]) {
        tally.sound++;
        tally.falseAlarms += !verdict[check];
      } else {
        tally.of++;
        tally.found += !verdict[check];
      }
    }
  }
  return { ...counts, byCheck, byFault, millis: Math.round((performance.now() - start) / lines.length) };
}
