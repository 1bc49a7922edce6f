/** do->real = (runs + active + causal) / 3. */
import type { Execution } from '../../sandbox/index.js';
import type { DoToReal, Finding } from '../types.js';

/**
 * `findings` are the paper's (`paperFindings`). A run that fails keeps its static credit, 1/3 rather than 0 [conv];
 * code that could not be read (null execution, empty findings) scores as a failed run [ours].
 */
export function doToReal(execution: Execution | null, findings: readonly Finding[]): DoToReal {
  const signal = execution?.outcome === 'ok' ? execution.signal : null;
  const runs = signal !== null;
  const active = signal !== null && signal.some((s) => s !== signal[0]);
  const causal = !findings.some((f) => f.detector === 'paper');
  return { runs, active, causal, score: (Number(runs) + Number(active) + Number(causal)) / 3 };
}
