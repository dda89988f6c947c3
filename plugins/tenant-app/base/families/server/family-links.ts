import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Env } from '#config/env.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError } from '#core/server/errors.ts'
import { derivedKey } from '#core/server/secrets.ts'

/** Days for which a link works after its email. */
const LINK_DAYS = 14
const DAY_MS = 86_400_000

/** Acts of a guardian by an emailed link: to report absences of a child, or to accept or decline its place in a session. */
export type FamilyLink =
  | { purpose: 'absence'; guardianId: string; studentId: string }
  | { purpose: 'place'; guardianId: string; studentId: string; sessionId: string }

const macOf = ({ sessionKey }: Env, payload: string) =>
  createHmac('sha256', derivedKey(sessionKey, 'trellis family links', 32))
    .update(payload)
    .digest()

/** Creates the token by which a guardian performs one kind of act for a child without signing in. */
export function familyLinkToken({ env, clock }: TenantScope['core'], link: FamilyLink): string {
  const expiresAt = clock.now().getTime() + LINK_DAYS * DAY_MS
  const subject = link.purpose === 'place' ? link.sessionId : ''
  const payload = [link.purpose, link.guardianId, link.studentId, subject, expiresAt].join('.')
  return `${payload}.${macOf(env, payload).toString('base64url')}`
}

const linkParts = z.tuple([z.enum(['absence', 'place']), z.uuid(), z.uuid(), z.string(), z.coerce.number().int()])

/** @returns the link of a token that is valid and has not expired */
function readToken({ env, clock }: TenantScope['core'], token: string): FamilyLink | undefined {
  const end = token.lastIndexOf('.')
  const payload = token.slice(0, Math.max(0, end))
  const [given, right] = [Buffer.from(token.slice(end + 1), 'base64url'), macOf(env, payload)]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const parts = linkParts.safeParse(payload.split('.'))
  if (!parts.success) return undefined
  const [purpose, guardianId, studentId, sessionId, expiresAt] = parts.data
  if (expiresAt <= clock.now().getTime()) return undefined
  return purpose === 'place' ? { purpose, guardianId, studentId, sessionId } : { purpose, guardianId, studentId }
}

const selectLinkedGuardian = statement(
  z.object({ id: z.uuid(), name: z.string(), email: z.string().nullable() }),
  `select u.id, u.first_name || ' ' || u.last_name as name, u.email from parent_students p
      join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
      join tenants t on t.id = p.tenant_id and t.status in ('active', 'trial')
    where p.parent_id = $guardianId and p.student_id = $studentId and u.is_active and p.may_see and not p.is_restricted`,
)

/**
 * Opens an emailed link for its one purpose, as the guardian whom it was sent to.
 * @returns the link, and the caller's scope with the guardian as its actor
 * @throws not-found for every token that does not work: of another purpose or organization, of a closed one, expired, or of a
 *   guardian who may no longer see the child
 */
export async function openFamilyLink<P extends FamilyLink['purpose']>(
  scope: TenantScope,
  token: string,
  purpose: P,
): Promise<{ link: Extract<FamilyLink, { purpose: P }>; guardian: TenantScope }> {
  const link = readToken(scope.core, token)
  const isFor = (read: FamilyLink): read is Extract<FamilyLink, { purpose: P }> => read.purpose === purpose
  if (link && isFor(link)) {
    const { guardianId, studentId } = link
    const [found] = await scope.rows(selectLinkedGuardian, { guardianId, studentId })
    if (found) {
      const user = { ...found, role: 'parent', tenantId: scope.tenantId } as const
      return { link, guardian: { ...scope, actor: { ...scope.actor, user } } }
    }
  }
  throw new AppError('not-found', 404, 'This link does not work any more')
}
