import type { Mapping } from '../contract.ts'
import { healthColumns } from './plan-health.ts'
import type { ReadTable } from './read-table.ts'

/** Number of sample values by which a user recognizes a column. */
const SAMPLE_COUNT = 3
const MAX_SAMPLE_LENGTH = 60

/** Samples the first values of each column; none of a column with health data. */
export function sampleColumns({ headers, rows }: ReadTable, mapping: Mapping): string[][] {
  const samples = headers.map((_, index) => {
    const filled: string[] = []
    for (const row of rows) {
      const cell = row[index] ?? ''
      if (cell !== '') filled.push(cell.slice(0, MAX_SAMPLE_LENGTH))
      if (filled.length === SAMPLE_COUNT) break
    }
    return filled
  })
  return hideHealth(samples, mapping)
}

/** Empties the samples of columns that hold health data. */
export function hideHealth(samples: readonly string[][], mapping: Mapping): string[][] {
  const hidden = healthColumns(mapping)
  return samples.map((values, index) => (hidden.includes(index) ? [] : values))
}
