import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, forbidden, notFound } from '#core/server/errors.ts'
import type { ExternalTool } from '../../../authoring/tools/contract.ts'
import { readAddresses } from './addresses.ts'

/** Minutes within which a browser has to come back from the tool's login. */
const LAUNCH_MINUTES = 10
/** Minutes within which an author chooses content at a tool. */
const CHOICE_MINUTES = 120

const json = z.record(z.string(), z.string())

const launch = z.object({
  id: z.uuid(),
  toolId: z.uuid(),
  userId: z.uuid(),
  subjectId: z.uuid(),
  kind: z.enum(['lesson', 'content']),
  courseId: z.uuid(),
  lessonId: z.uuid(),
  title: z.string(),
  url: z.string(),
  custom: json,
  maxPoints: z.number(),
})
export type Launch = z.infer<typeof launch>

const columns = `id, tool_id as "toolId", user_id as "userId", subject_id as "subjectId", kind, course_id as "courseId",
  lesson_id as "lessonId", title, url, custom, max_points as "maxPoints"`

// One of two launches at once inserts the pseudonym, the other finds it.
const upsertSubject = statement(
  z.object({ id: z.uuid() }),
  `insert into lms_lti_subjects (tool_id, user_id) values ($toolId, $userId)
    on conflict (tenant_id, tool_id, user_id) do update set user_id = excluded.user_id returning id`,
)

const insertLaunch = statement(
  z.object({ id: z.uuid() }),
  `with expired as (delete from lms_lti_launches where expires_at < $now)
    insert into lms_lti_launches (token_hash, tool_id, user_id, subject_id, kind, course_id, lesson_id, title, url, custom,
      max_points, expires_at)
    values ($hash, $toolId, $userId, $subjectId, $kind, $courseId, $lessonId, $title, $url, $custom, $maxPoints, $expiresAt)
    returning id`,
)

const selectLaunch = statement(
  launch.extend({ isUsed: z.boolean() }),
  `select ${columns}, used_at is not null as "isUsed" from lms_lti_launches where token_hash = $hash and expires_at > $now`,
)

const updateUsed = statement(
  z.object({ id: z.uuid() }),
  'update lms_lti_launches set used_at = $now where id = $id and used_at is null returning id',
)

const hashOf = (token: string) => createHash('sha256').update(`lti launch ${token}`).digest()

/** @throws forbidden (403) for platform staff, who are no users of the organization */
function getOwnUserId({ actor, tenantId }: TenantScope): string {
  if (actor.user?.tenantId !== tenantId) throw forbidden('External tools open for people of the organization.')
  return actor.user.id
}

/**
 * Begins a launch of the caller.
 * @returns the tool's login address, to which the browser goes next
 */
export async function beginLaunch(
  scope: TenantScope,
  tool: ExternalTool,
  asked: Omit<Launch, 'id' | 'toolId' | 'userId' | 'subjectId'>,
): Promise<{ id: string; url: string }> {
  if (!tool.isEnabled) throw new AppError('external-tools.off', 409, 'This external tool is turned off.')
  const userId = getOwnUserId(scope)
  const [subject] = await scope.rows(upsertSubject, { toolId: tool.id, userId })
  const token = randomBytes(32).toString('base64url')
  const now = scope.core.clock.now()
  const minutes = asked.kind === 'content' ? CHOICE_MINUTES : LAUNCH_MINUTES
  const [begun] = await scope.rows(insertLaunch, {
    ...asked,
    custom: JSON.stringify(asked.custom),
    hash: hashOf(token),
    toolId: tool.id,
    userId,
    subjectId: subject?.id,
    now,
    expiresAt: new Date(now.getTime() + minutes * 60_000),
  })
  if (!begun || !subject) throw notFound('External tool')
  const { issuer } = await readAddresses(scope)
  const url = new URL(tool.loginUrl)
  const parameters = {
    iss: issuer,
    login_hint: subject.id,
    target_link_uri: asked.url === '' ? tool.launchUrl : asked.url,
    lti_message_hint: token,
    client_id: tool.clientId,
    lti_deployment_id: tool.deploymentId,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { id: begun.id, url: url.href }
}

/** Finds a launch by its hint, until it expires. */
export async function findLaunch(
  scope: TenantScope,
  token: string,
): Promise<(Launch & { isUsed: boolean }) | undefined> {
  const [found] = await scope.rows(selectLaunch, { hash: hashOf(token), now: scope.core.clock.now() })
  return found
}

/** Takes a launch. @returns false if it was taken before */
export async function takeLaunch(scope: TenantScope, { id }: Launch): Promise<boolean> {
  const [taken] = await scope.rows(updateUsed, { id, now: scope.core.clock.now() })
  return taken !== undefined
}
