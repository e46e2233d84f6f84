// Solves as many linear equations as there are unknowns (Gauss, with the largest pivot first).
export const solve = (matrix: readonly (readonly number[])[], values: readonly number[]): number[] => {
  const rows = matrix.map((row, i) => [...row, values[i] ?? Number.NaN]);
  const size = rows.length;
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.NaN;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column; row < size; row++) if (Math.abs(at(row, column)) > Math.abs(at(pivot, column))) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot] ?? [], rows[column] ?? []];
    for (let row = 0; row < size; row++) {
      const factor = at(row, column) / at(column, column);
      if (row === column || factor === 0) continue;
      rows[row] = (rows[row] ?? []).map((value, i) => value - factor * at(column, i));
    }
  }
  return rows.map((row, i) => (row[size] ?? Number.NaN) / at(i, i));
};
