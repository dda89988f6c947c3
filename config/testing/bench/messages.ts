/** One statement as it went to the database, without what opens and ends its transaction. */
export interface Statement {
  text: string
  values: unknown[]
}

/** Questions of the benchmark to the server that it started, and the replies. */
export type Question = { ask: 'capture' } | { ask: 'captured' } | { ask: 'memory' }

export type Reply =
  | { told: 'listening'; port: number }
  | { told: 'captured'; statements: Statement[] }
  | { told: 'capturing' }
  /** Bytes of resident memory. */
  | { told: 'memory'; rss: number }

/** A route of the bare server: the statements, and how their rows become the answer. */
export interface BareRoute {
  path: string
  statements: Statement[]
  /** A column that only the statement has whose rows are answered. */
  column: string
  /** The columns of the answer; the platform's contract leaves the others out. */
  columns: string[]
  /** Rows that are answered at most. */
  limit: number
  /** An object that the rows are put into under this name; a bare list, or one object, without. */
  envelope?: { under: string; beside: Record<string, unknown> }
  single?: boolean
  /** Objects within the answer: their fields, and the columns these come from. null where all columns are. */
  nested?: Record<string, Record<string, string>>
}
