import { binance } from './binance.js';
import type { Source } from './source.js';
import { stooq } from './stooq.js';
import { tidy } from './tidy.js';
import { vegaDatasets } from './vega-datasets.js';
import { yahoo } from './yahoo.js';

/** In the order in which a file is tried; no two accept the same first row. */
export const SOURCES: readonly Source[] = [tidy, vegaDatasets, yahoo, stooq, binance];
