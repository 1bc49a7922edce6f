/** `sp500-2000.csv` of the vega-datasets package: daily bars of the S&P 500 index, 2000-01-03 to 2020-04-17. */
import { dayTime } from '../time.js';
import { find, stem, type Source } from './source.js';

/** The file of vega-datasets 3.2.1. */
export const SP500_SHA256 = '9409e9342d0657c747324e4cfabce8a8c7f663bc485b95a3378f36b0a160f8c8';

export const vegaDatasets: Source = {
  format: 'vega-datasets',
  title: 'date,open,high,low,close,adjclose,volume: the S&P 500 index as vega-datasets ships it',
  layout(rows) {
    const header = rows[0]!;
    const { time, open, high, low, close, adjusted, volume } = find(header, {
      time: 'date',
      open: 'open',
      high: 'high',
      low: 'low',
      close: 'close',
      adjusted: 'adjclose',
      volume: 'volume',
    });
    if (
      time === null ||
      open === null ||
      high === null ||
      low === null ||
      close === null ||
      adjusted === null
    )
      return null;
    const repeats = rows.every((row, i) => i === 0 || row[adjusted] === row[close]);
    return {
      time,
      open,
      high,
      low,
      close,
      // An index pays no dividends: its adjusted close repeats the close, and kept, would promise a total return.
      adjClose: repeats ? null : adjusted,
      volume,
      header: 1,
      parseTime: dayTime,
      timeForm: 'an ISO day such as 2020-04-17',
      daily: true,
      calendar: 'exchange',
      ...(repeats && { note: 'price index, dividends not included' }),
    };
  },
  symbol: (file) => (stem(file) === 'SP500-2000' ? 'SPX' : stem(file)),
};
