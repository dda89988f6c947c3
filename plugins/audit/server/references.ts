import type { Scope } from '#core/server/core.ts'
import { containing } from '#core/server/database/like.ts'
import { referTo } from '#core/server/audit.ts'
import type { PersonKind } from '#core/server/personal-data.ts'

const reference = /\{(user|student|collector):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}/g

const bareId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Names of those who are there no more, or are no one of the reader's organization. */
const former: Record<PersonKind, string> = {
  user: 'a former user',
  student: 'a former student',
  collector: 'a former authorized pickup',
}

interface Texts {
  description: string
  errorMessage: string | null
  metadata: Record<string, unknown>
}

/**
 * Puts names in the place of references, and of ids of people in changed fields, as far as the reader's organization has
 * these people.
 */
export async function withNames<Entry extends Texts>(scope: Scope, entries: readonly Entry[]): Promise<Entry[]> {
  const texts = entries.map(({ description, errorMessage, metadata }) => [description, errorMessage, metadata])
  const ids = new Set([...JSON.stringify(texts).matchAll(reference)].map(([, , id]) => id))
  const collect = (text: string) => {
    if (bareId.test(text)) ids.add(text)
    return text
  }
  for (const { metadata } of entries) everyText([metadata['before'], metadata['after']], collect)
  if (ids.size === 0) return [...entries]
  const people = await scope.rows(scope.core.personalData.references.selectNames, { ids: [...ids] })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const named = (text: string) =>
    text.replace(reference, (_, kind: PersonKind, id: string) => names.get(id) ?? former[kind])
  return entries.map((entry) => ({
    ...entry,
    description: named(entry.description),
    errorMessage: entry.errorMessage && named(entry.errorMessage),
    metadata: inMetadata(entry.metadata, named, (text) => names.get(text) ?? named(text)),
  }))
}

function inMetadata(
  { before, after, ...rest }: Record<string, unknown>,
  named: (text: string) => string,
  namedField: (text: string) => string,
): Record<string, unknown> {
  return {
    ...(everyText(rest, named) as Record<string, unknown>),
    ...(before !== undefined && { before: everyText(before, namedField) }),
    ...(after !== undefined && { after: everyText(after, namedField) }),
  }
}

function everyText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((inner) => everyText(inner, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, everyText(inner, change)]))
}

/** Patterns for `like` of entries that refer to people whose name has the text in it, a hundred people at most. */
export async function patternsOfPeople(scope: Scope, text: string, tenantId: string | undefined): Promise<string[]> {
  const found = await scope.rows(scope.core.personalData.references.findPeople, {
    text,
    organization: scope.kind === 'tenant' ? scope.tenantId : (tenantId ?? null),
  })
  return found.map(({ kind, id }) => containing(referTo(kind as PersonKind, id)))
}
