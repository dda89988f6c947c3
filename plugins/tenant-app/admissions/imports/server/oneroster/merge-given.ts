import type { Given } from './known-roster.ts'

export interface Merged {
  /** Values afterwards. */
  values: Given
  /** Values that the source has given, as far as they are taken. */
  given: Given
  /** Fields that change. */
  changed: string[]
  /** Fields that were edited here since, and which the file would change: they stay. */
  kept: string[]
}

/**
 * Merges values of a file into those that are here: what the file changes since it was imported last is taken, unless it
 * was edited here as well. Empty values of a file change nothing.
 * @param last values that the source gave last; undefined at the first time, when the file is taken
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
    // A field that the source has not given before was filled in here.
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
