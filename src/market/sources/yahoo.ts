/** The CSV of Yahoo Finance's "historical data": prices adjusted for splits, `Adj Close` for dividends too. */
import { dayTime } from '../time.js';
import { find, type Source } from './source.js';

export const yahoo: Source = {
  format: 'yahoo',
  title: 'Date,Open,High,Low,Close,Adj Close,Volume, as Yahoo Finance exports it',
  layout([header = []]) {
    const { time, open, high, low, close, adjClose, volume } = find(header, {
      time: 'Date',
      open: 'Open',
      high: 'High',
      low: 'Low',
      close: 'Close',
      adjClose: 'Adj Close',
      volume: 'Volume',
    });
    if (
      time === null ||
      open === null ||
      high === null ||
      low === null ||
      close === null ||
      adjClose === null
    )
      return null;
    return {
      time,
      open,
      high,
      low,
      close,
      adjClose,
      volume,
      header: 1,
      parseTime: dayTime,
      timeForm: 'an ISO day such as 2024-12-31',
      daily: true,
      calendar: 'exchange',
      // Yahoo writes days on which it knows nothing as null in every column.
      blank: 'null',
    };
  },
};
