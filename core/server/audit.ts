import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditEntry } from './audit-entry.ts'
import type { Scope } from './core.ts'
import { systemActor } from './identity/actor.ts'
import type { PersonKind } from './personal-data.ts'

/**
 * References a person in a description or a value of metadata. The log stores only the reference; readers see the person's
 * present name, and none once the person is erased. A name written out would stay.
 */
export const referTo = (kind: PersonKind, id: string): string => `{${kind}:${id}}`

/** Audit entries recorded during `work`. */
const watched = new AsyncLocalStorage<AuditEntry[]>()

/** Runs the work and returns the entries it has recorded, except those of the system actor. */
export async function recordedDuring<Answer>(
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; recorded: readonly AuditEntry[] }> {
  const recorded: AuditEntry[] = []
  return { answer: await watched.run(recorded, work), recorded }
}

/** Records an act in its own transaction: an act that rolls back leaves no record. */
export async function record(scope: Scope, entry: AuditEntry): Promise<void> {
  await recordAll(scope, [entry])
}

/** Records up to a thousand acts of one batch as `record` does, with one statement for all of them. */
export async function recordAll(scope: Scope, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await scope.core.auditRecorder?.(scope, entries)
  if (scope.actor !== systemActor) watched.getStore()?.push(...entries)
}

/** The fields of `after` that differ from `before`, as a record of both sides. */
export function changedFields<T extends object>(
  before: T,
  after: Partial<T>,
): { before: Partial<T>; after: Partial<T> } {
  const names = (Object.keys(after) as (keyof T)[]).filter(
    (name) => after[name] !== undefined && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (source: Partial<T>) => Object.fromEntries(names.map((name) => [name, source[name]])) as Partial<T>
  return { before: pick(before), after: pick(after) }
}
