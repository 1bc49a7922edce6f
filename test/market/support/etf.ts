import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with the paper's ETFs: FIDES_DATA, or ../shared/data/etf; null when neither has them. */
export function etfFolder(): string | null {
  const folder = process.env.FIDES_DATA ?? join('..', 'shared', 'data', 'etf');
  return existsSync(join(folder, 'TLT.csv')) ? folder : null;
}
