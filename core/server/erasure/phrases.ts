import type { PersonKind } from '../personal-data.ts'

/** Names of a person, read before the erasure begins. */
export interface Names {
  kind: PersonKind
  name: string
  /** The first name, where it is stored separately. */
  short: string | null
  email: string | null
  hasNamesake: boolean
}

/** Patterns to look for in texts, as regular expressions of PostgreSQL; null finds nothing. */
export interface Patterns {
  /** Full names and addresses. */
  pattern: string | null
  /** First names too, for texts that went to the person's family. */
  short: string | null
}

export function patternsOf(people: readonly Names[]): Patterns {
  const full = people.flatMap(({ name, email }) => (email === null ? [name] : [name, email]))
  const short = people.flatMap((one) => one.short ?? [])
  return { pattern: patternOf(full), short: patternOf([...full, ...short]) }
}

/**
 * Finds phrases as whole words, also as JSON writes them, and in names of files, which have `_` or `-` between words.
 * All other characters match literally.
 */
function patternOf(phrases: readonly string[]): string | null {
  const given = phrases.map((phrase) => phrase.trim()).filter((phrase) => phrase !== '')
  const written = new Set(given.flatMap((phrase) => [phrase, JSON.stringify(phrase).slice(1, -1)]))
  if (written.size === 0) return null
  const escaped = [...written].map((phrase) =>
    phrase
      .split(/\s+/)
      .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
      .join('[[:space:]_.-]+'),
  )
  return String.raw`(?<![[:alnum:]])(?:${escaped.join('|')})(?![[:alnum:]])`
}
