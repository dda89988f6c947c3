/** What is hidden from display (spec part 2, section 2.2); the server has replaced such values already. */
const hidden = /password|token|secret/i

export interface Change {
  field: string
  before: unknown
  after: unknown
}

export interface VisibleMetadata {
  changes: Change[]
  /** Everything else. */
  rest: [key: string, value: unknown][]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Without hidden keys, at any depth. */
function visible(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(visible)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !hidden.test(key))
      .map(([key, inner]) => [key, visible(inner)]),
  )
}

/** Changed fields side by side, and what else is known. */
export function visibleMetadata(metadata: Record<string, unknown>): VisibleMetadata {
  const { before, after, ...rest } = visible(metadata) as Record<string, unknown>
  const [from, to] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  const fields = new Set([...Object.keys(from), ...Object.keys(to)])
  return {
    changes: [...fields].map((field) => ({ field, before: from[field], after: to[field] })),
    rest: Object.entries(rest),
  }
}

/** A value as people read it; nothing for what is not there. */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return '—'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
