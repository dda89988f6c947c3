import type { Core, TenantScope } from './core.ts'

/** Row of the sample data, of a kind that its plugin declares. */
export interface SampleRow {
  kind: string
  id: string
}

/** Kind of rows that sample data consists of. */
export interface SampleKind {
  /** Kind of its rows: `session`. */
  id: string
  table: string
  /** Name of its rows for people, one and many. */
  called: readonly [string, string]
  /**
   * SQL condition on a row `r` of the table that holds where the organization's own data depends on it. Such a row stays
   * when sample data is removed, and is an ordinary one from then on.
   */
  isInUse: string
}

/** Part of the sample data that an admin of a new organization may add and remove. It emails no one. */
export interface SampleData {
  /** Kinds in the order of their removal: before those that they depend on. */
  kinds: readonly SampleKind[]
  /** Adds the rows, with `(sample)` in their names. @returns all whose deletion deletes the others */
  add: (scope: TenantScope) => Promise<readonly SampleRow[]>
  /**
   * Statements without parameters that delete before the rows, in order, what people added to them and no reference
   * deletes. Each finds the sample's rows in `sample_rows`. One that deletes accounts returns their ids as `account`, whose
   * sessions end.
   */
  deleteAdded?: readonly string[]
}

const declared = new WeakMap<Core, SampleData[]>()

/** Registers the sample data of the plugins, in their order: what depends on other rows comes last. */
export const registerSampleData = (core: Core, list: readonly SampleData[]): void => void declared.set(core, [...list])

/** Lists the sample data of the plugins that are on. */
export const sampleDataOf = (core: Core): readonly SampleData[] => declared.get(core) ?? []
