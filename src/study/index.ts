export { parseStudy, readStudy, studySchema, type Study, type StudyModel } from './study-file.js';
export { overlap, tasksOf, unitName, unitsOf, warningsOf } from './plan.js';
export { runStudy, type RunOptions, type RunSummary } from './run-study.js';
export { changedAt, findRun, listRuns } from './store/find-run.js';
export { openRun } from './store/read-run.js';
export { keywordReading, scoredButRefuted } from './keyword-claims.js';
export { recordTable } from './table.js';
export { agreement, replayOf } from './replay.js';
export type * from './types.js';
