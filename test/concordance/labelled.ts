/** The labelled strategies of test/sandbox/labelled, and what each detector says of one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { causalReplay, paperFindings, prefixCheck, treeFindings } from 'fides/concordance';
import { rangeOf, sliceBars, sp500, type Bars, type Range } from 'fides/market';
import type { Language, Sandbox } from 'fides/sandbox';

export interface Labelled {
  readonly name: string;
  readonly leaks: boolean;
  /** How it leaks, or what kind of sound strategy it is. */
  readonly way: string;
  readonly code: string;
  readonly language: Language;
}

const LANGUAGES: Readonly<Record<string, Language>> = { ts: 'typescript', js: 'javascript', py: 'python' };

export function labelled(): Labelled[] {
  const folder = 'test/sandbox/labelled';
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const code = readFileSync(join(folder, name), 'utf8');
      const header = /^(?:\/\/|#) label: (leak|clean)\n(?:\/\/|#) (?:way|kind): (.+)\n/.exec(code);
      if (!header) throw new Error(`${name} has no label`);
      return {
        name,
        leaks: header[1] === 'leak',
        way: header[2]!,
        code,
        language: LANGUAGES[name.split('.').at(-1)!]!,
      };
    });
}

/** Python strategies need bubblewrap and Debian's pandas. */
export const pythonRuns = existsSync('/usr/bin/bwrap') && existsSync('/usr/lib/python3/dist-packages/pandas');

/** S&P 500, 2006 to 2009; the window is the last half year, so that a replay is short. */
export function testMarket(): { bars: Bars; range: Range } {
  const all = sp500();
  const bars = sliceBars(all, rangeOf(all, { start: '2006-01-01', end: '2009-12-31' }));
  return { bars, range: rangeOf(bars, { start: '2009-07-01', end: '2009-12-31' }) };
}

export interface Detections {
  readonly paper: boolean;
  readonly tree: boolean;
  /** Null when the strategy does not run. */
  readonly prefix: boolean | null;
  readonly replay: boolean | null;
  readonly detail: string;
}

export async function detect(
  { code, language }: Labelled,
  sandbox: Sandbox,
  { bars, range }: { bars: Bars; range: Range },
  { withReplay }: { withReplay: boolean },
): Promise<Detections> {
  const strategy = { code, language };
  const full = await sandbox.run(strategy, bars);
  const prefix = full.signal && (await prefixCheck(sandbox, strategy, bars, full.signal, range, { seed: 1 }));
  const replay = full.signal && withReplay ? await causalReplay(sandbox, strategy, bars, range) : null;
  return {
    paper: paperFindings(code, language).length > 0,
    tree: treeFindings(code, language).length > 0,
    prefix: prefix && prefix.leak,
    replay: replay && replay.differing > 0,
    detail: `${full.outcome} ${full.detail ?? ''} ${prefix ? `compared ${prefix.compared} of ${prefix.cuts}, by ${prefix.by}` : ''}`,
  };
}
