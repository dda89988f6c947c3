import type { Given } from './known-roster.ts'

export interface Merged {
  /** Merged values. */
  values: Given
  /** Values from the source, as far as they were applied. */
  given: Given
  /** Fields that change. */
  changed: string[]
  /** Fields that staff edited since and that the file would change: they stay. */
  kept: string[]
}

/**
 * Merges values of a file into existing ones: a value that the file changes since its last import is applied, unless staff
 * edited it too. Empty values of a file change nothing.
 * @param last previous values of the source; undefined the first time, when the file wins
 */
export function mergeGiven(file: Given, here: Given, last: Given | undefined): Merged {
  const merged: Merged = { values: { ...here }, given: { ...last }, changed: [], kept: [] }
  for (const [field, value] of Object.entries(file)) {
    const present = here[field] ?? null
    if (value === null || value === present) {
      if (value !== null) merged.given[field] = value
      continue
    }
    const isEditedHere = last?.[field] !== undefined && last[field] !== present
    const isNewInFile = last?.[field] !== value
    // Staff filled in a field that the source had left empty.
    const isFilledHere = last !== undefined && last[field] === undefined && present !== null
    if (!isNewInFile || isEditedHere || isFilledHere) merged.kept.push(field)
    else {
      merged.values[field] = value
      merged.given[field] = value
      merged.changed.push(field)
    }
  }
  return merged
}
