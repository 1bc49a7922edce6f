/**
 * Measured cells, such as seconds: the machine that made a run wrote them, no digest of the evidence covers them, and the same run
 * made again has others. Verification takes them as the report has them and computes all else, so that the report's own files
 * still have to agree on them.
 */
import type { Bindings } from './bindings.js';
import type { Row, TableDeclaration, Value } from './types.js';

/** Values by table, row and column, as `keyOf` joins them. */
export type MeasuredCells = ReadonlyMap<string, Value>;

const keyOf = (table: string, row: number, column: string) => `${table} ${row} ${column}`;

/** The report's own values of the columns that are declared as measured. */
export function measuredCells<E>(
  declared: readonly TableDeclaration<E>[],
  evidence: E,
  { tables }: Bindings,
): MeasuredCells {
  return new Map(
    declared.flatMap(({ id, columns }) => {
      const measured = columnsOf(columns, evidence).filter((column) => column.measured);
      const cells = tables.find((table) => table.id === id)?.cells ?? [];
      return cells
        .filter(({ column }) => measured.some(({ key }) => key === column))
        .map(({ row, column, value }) => [keyOf(id, row, column), value] as const);
    }),
  );
}

/** The rows of a table with measured values in place of their own. */
export function withMeasured(table: string, rows: readonly Row[], measured: MeasuredCells): readonly Row[] {
  if (measured.size === 0) return rows;
  return rows.map((row, at) => ({
    ...row,
    cells: Object.fromEntries(
      Object.entries(row.cells).map(([column, cell]) => {
        const value = measured.get(keyOf(table, at, column));
        return [column, value === undefined ? cell : value];
      }),
    ),
  }));
}

/** The columns of a table, which may depend on the evidence. */
export function columnsOf<E>(columns: TableDeclaration<E>['columns'], evidence: E) {
  return typeof columns === 'function' ? columns(evidence) : columns;
}
