import type { Scope } from '../core.ts'
import { PLATFORM_OWNER } from './ownership.ts'

/**
 * Returns the owner whose rows of a shared catalogue a scope writes, since a platform scope could write all of them:
 * `scope.trx('books').where({ id, owner: ownerOf(scope) })`.
 */
export const ownerOf = (scope: Scope): string => (scope.kind === 'tenant' ? scope.tenantId : PLATFORM_OWNER)

/**
 * Returns the owners whose rows of a shared catalogue a scope reads: an organization the platform's and its own, the
 * platform only its own. An index answers `whereIn('owner', ownersRead(scope))`, or `owner = any($1)` when prepared.
 */
export const ownersRead = (scope: Scope): readonly string[] => [...new Set([PLATFORM_OWNER, ownerOf(scope)])]
