const REDACTED_TEXT = '[redacted]'
// Compared with keys that have lost their case and everything but letters and digits: `api_key`, `apiKey`, `API-Key`.
const secretKey =
  /password|passwd|passphrase|token|secret|hash|credential|cookie|authorization|(api|private|access|session|encryption|signing)key/

/** Characters of one text. */
const MAX_TEXT = 1000
/** Entries of one list or object. */
const MAX_ENTRIES = 100
const MAX_DEPTH = 6
/** Characters of all texts and keys together. */
const MAX_TOTAL = 20_000

/** Text that PostgreSQL can store (no NUL, no half of a surrogate pair), cut with a mark where it is too long. */
export function storable(text: string, max: number): string {
  const clean = text.replaceAll('\u0000', '')
  return (clean.length > max ? `${clean.slice(0, max - 1)}…` : clean).toWellFormed()
}

/**
 * A copy that may be stored: values under keys that name a secret are replaced at any depth (booleans and null stay,
 * they tell that something changed and nothing more), long texts and lists are cut, and the whole is bounded.
 */
export function redactMetadata(metadata: Record<string, unknown>): Record<string, unknown> {
  return record(metadata, 0, { left: MAX_TOTAL })
}

interface Budget {
  left: number
}

function record(source: object, depth: number, budget: Budget): Record<string, unknown> {
  const copy: [string, unknown][] = []
  for (const [key, value] of Object.entries(source).slice(0, MAX_ENTRIES)) {
    if (value === undefined || typeof value === 'function') continue
    if (budget.left <= 0) {
      copy.push(['…', 'cut'])
      break
    }
    copy.push([spend(key, 100, budget), isSecret(key, value) ? REDACTED_TEXT : boundValue(value, depth + 1, budget)])
  }
  return Object.fromEntries(copy)
}

function isSecret(key: string, value: unknown): boolean {
  return typeof value !== 'boolean' && value !== null && secretKey.test(key.toLowerCase().replace(/[^a-z0-9]/g, ''))
}

function boundValue(value: unknown, depth: number, budget: Budget): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return spend(value, MAX_TEXT, budget)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object') return `[${typeof value}]`
  if (depth > MAX_DEPTH || budget.left <= 0) return '…'
  return Array.isArray(value) ? list(value, depth, budget) : record(value, depth, budget)
}

function list(values: readonly unknown[], depth: number, budget: Budget): unknown[] {
  const kept = values.slice(0, MAX_ENTRIES).map((value) => {
    budget.left -= 1
    return boundValue(value ?? null, depth + 1, budget)
  })
  return values.length > MAX_ENTRIES ? [...kept, `… ${values.length - MAX_ENTRIES} more`] : kept
}

function spend(text: string, max: number, budget: Budget): string {
  const stored = storable(text, Math.max(1, Math.min(max, budget.left)))
  budget.left -= stored.length
  return stored
}
